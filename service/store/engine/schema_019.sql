-- The history of values. A write is one upload, one part of a file's run, one edit, one order action. Its changes have the
-- numbers `first` to `last`: the shop's id times 2^40, plus the revision that the item got with the change.
-- An item has the number of its last change, and each change the number of the item's change before. A number without a
-- row in value_changes, but within a write, is the item's creation. Where a field did not change, old and new are NULL.
-- A trigger writes the rows, as SQLite has old and new values in hand while it updates: reading them first takes longer.
-- `size` is measured later, when the history is pruned.

CREATE TABLE item_writes (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    cause_id INTEGER,
    actor TEXT NOT NULL,
    changed INTEGER NOT NULL,
    created INTEGER NOT NULL,
    first_item INTEGER NOT NULL,
    first_entry INTEGER NOT NULL,
    last_entry INTEGER NOT NULL,
    undone_by INTEGER,
    size INTEGER
) STRICT;
CREATE INDEX item_writes_by_number ON item_writes (last);
CREATE INDEX item_writes_by_cause ON item_writes (cause, cause_id);
CREATE INDEX item_writes_by_shop ON item_writes (shop_id, at);
CREATE INDEX item_writes_to_measure ON item_writes (id) WHERE size IS NULL;
CREATE INDEX calls_with_notes ON calls (shop_id, at, id) WHERE notes IS NOT NULL;

ALTER TABLE items ADD COLUMN change_id INTEGER;

CREATE TABLE value_changes (
    id INTEGER PRIMARY KEY,
    item_id INTEGER NOT NULL,
    previous INTEGER,
    old_name TEXT,
    new_name TEXT,
    old_name_ar TEXT,
    new_name_ar TEXT,
    old_oem_number TEXT,
    new_oem_number TEXT,
    old_brand TEXT,
    new_brand TEXT,
    old_category TEXT,
    new_category TEXT,
    old_condition TEXT,
    new_condition TEXT,
    old_price_fils INTEGER,
    new_price_fils INTEGER,
    old_wholesale_price_fils INTEGER,
    new_wholesale_price_fils INTEGER,
    old_online_price_fils INTEGER,
    new_online_price_fils INTEGER,
    old_list_on_marketplace INTEGER,
    new_list_on_marketplace INTEGER,
    old_active INTEGER,
    new_active INTEGER,
    old_fit TEXT,
    new_fit TEXT
) STRICT;

CREATE TRIGGER items_have_a_history AFTER UPDATE OF change_id ON items BEGIN
    INSERT INTO value_changes VALUES (
        NEW.change_id, OLD.id, OLD.change_id,
        iif(OLD.name IS NEW.name, NULL, OLD.name), iif(OLD.name IS NEW.name, NULL, NEW.name),
        iif(OLD.name_ar IS NEW.name_ar, NULL, OLD.name_ar), iif(OLD.name_ar IS NEW.name_ar, NULL, NEW.name_ar),
        iif(OLD.oem_number IS NEW.oem_number, NULL, OLD.oem_number), iif(OLD.oem_number IS NEW.oem_number, NULL, NEW.oem_number),
        iif(OLD.brand IS NEW.brand, NULL, OLD.brand), iif(OLD.brand IS NEW.brand, NULL, NEW.brand),
        iif(OLD.category IS NEW.category, NULL, OLD.category), iif(OLD.category IS NEW.category, NULL, NEW.category),
        iif(OLD.condition IS NEW.condition, NULL, OLD.condition), iif(OLD.condition IS NEW.condition, NULL, NEW.condition),
        iif(OLD.price_fils IS NEW.price_fils, NULL, OLD.price_fils), iif(OLD.price_fils IS NEW.price_fils, NULL, NEW.price_fils),
        iif(OLD.wholesale_price_fils IS NEW.wholesale_price_fils, NULL, OLD.wholesale_price_fils), iif(OLD.wholesale_price_fils IS NEW.wholesale_price_fils, NULL, NEW.wholesale_price_fils),
        iif(OLD.online_price_fils IS NEW.online_price_fils, NULL, OLD.online_price_fils), iif(OLD.online_price_fils IS NEW.online_price_fils, NULL, NEW.online_price_fils),
        iif(OLD.list_on_marketplace IS NEW.list_on_marketplace, NULL, OLD.list_on_marketplace), iif(OLD.list_on_marketplace IS NEW.list_on_marketplace, NULL, NEW.list_on_marketplace),
        iif(OLD.active IS NEW.active, NULL, OLD.active), iif(OLD.active IS NEW.active, NULL, NEW.active),
        iif(OLD.fit IS NEW.fit, NULL, OLD.fit), iif(OLD.fit IS NEW.fit, NULL, NEW.fit)
    );
END;
