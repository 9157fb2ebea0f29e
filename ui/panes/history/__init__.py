"""The history of the shop: every change of a part, with its cause."""
