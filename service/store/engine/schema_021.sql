-- Orders that the marketplace had closed before the link began are its history and are not stored here. The first reading of
-- every status notes them, as a clock of either side can be wrong later. `history_read` is whether that reading is over.

ALTER TABLE links ADD COLUMN history_read INTEGER NOT NULL DEFAULT 0;

CREATE TABLE orders_before_link (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    PRIMARY KEY (shop_id, reference)
) STRICT, WITHOUT ROWID;
