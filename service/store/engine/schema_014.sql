-- A system that writes items is a key or a file. An item has the number of the one that changed it last;
-- what a person changes leaves it, so that the next warning still names the system.
-- source_id has no REFERENCES: each changed row of an upload would pay for the check.

CREATE TABLE item_sources (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    key_id INTEGER,
    file TEXT
) STRICT;
CREATE INDEX item_sources_by_shop ON item_sources (shop_id, key_id, file);
ALTER TABLE items ADD COLUMN source_id INTEGER;
ALTER TABLE items ADD COLUMN low_milli INTEGER;
ALTER TABLE shops ADD COLUMN vat INTEGER NOT NULL DEFAULT 1000;
