-- An order that mirrors one of a marketplace has its reference there. `short` are the thousandths of a line that are
-- ordered and not held: 0 but for orders of a marketplace that ask for more than is free.

ALTER TABLE orders ADD COLUMN marketplace_reference TEXT;
ALTER TABLE order_lines ADD COLUMN short INTEGER NOT NULL DEFAULT 0 CHECK (short >= 0 AND short <= quantity);
CREATE UNIQUE INDEX orders_by_marketplace_reference ON orders (shop_id, marketplace_reference)
    WHERE marketplace_reference IS NOT NULL;
CREATE INDEX order_lines_short ON order_lines (item_id) WHERE short > 0;
