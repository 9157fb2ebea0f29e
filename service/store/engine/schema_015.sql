-- A picture is a JPEG of at most 96 KiB; backups have it, as they have every row.

CREATE TABLE item_pictures (
    item_id INTEGER PRIMARY KEY REFERENCES items (id),
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    image BLOB NOT NULL
) STRICT;
CREATE INDEX item_pictures_by_shop ON item_pictures (shop_id);
