-- The VAT number is what papers of the shop show; empty until the owner enters it.
-- A summary reads the orders of one day out of all of them.

ALTER TABLE shops ADD COLUMN vat_number TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_by_time ON orders (shop_id, placed_at);
CREATE INDEX order_history_by_time ON order_history (shop_id, at);
