-- The revision of a shop is the number of its last change of an item or its stock; an item has its own last one.
-- A row of item_changes is one write: the numbers from first to last, and the items that may have taken them as JSON.
-- An index of revisions would cost each changed row of an upload two places of its tree; this costs an upload one row.

ALTER TABLE shops ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE items ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
UPDATE items SET revision = id;
UPDATE shops SET revision = coalesce((SELECT max(id) FROM items WHERE items.shop_id = shops.id), 0);

CREATE TABLE item_changes (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    last INTEGER NOT NULL,
    first INTEGER NOT NULL,
    items TEXT NOT NULL,
    PRIMARY KEY (shop_id, last)
) STRICT, WITHOUT ROWID;
INSERT INTO item_changes (shop_id, last, first, items)
    SELECT shop_id, max(id), min(id), json_group_array(id) FROM items GROUP BY shop_id, id / 1000;
