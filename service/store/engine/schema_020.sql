-- Low limits and pictures are in the history too, and an item that an undo removes keeps its past.
-- They are not part of the interface, so a change of them has no revision: it has the item's last change before it (0 for
-- none), and the write once that is stored.
-- A removal has the number of a row of value_changes with every value the item had, and its levels as {branch id: thousandths}.

CREATE TABLE detail_changes (
    id INTEGER PRIMARY KEY,
    write_id INTEGER,
    item_id INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    field TEXT NOT NULL,
    old INTEGER,
    new INTEGER
) STRICT;
CREATE INDEX detail_changes_by_item ON detail_changes (item_id, write_id);
CREATE INDEX detail_changes_by_write ON detail_changes (write_id);

CREATE TABLE removed_items (
    id INTEGER PRIMARY KEY,
    item_id INTEGER NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,
    sku TEXT NOT NULL,
    levels TEXT NOT NULL
) STRICT;
CREATE INDEX removed_items_by_item ON removed_items (item_id);
CREATE INDEX removed_items_by_sku ON removed_items (shop_id, folded);

CREATE INDEX item_writes_by_kind ON item_writes (shop_id, cause, at);
