"""Commands of a shop: items, stock, orders, keys, branches, call log."""
