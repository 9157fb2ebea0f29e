-- The upstream link (docs/link.md). A shop that ever had a link keeps its row: its own orders are numbered by it.

CREATE TABLE links (
    shop_id INTEGER PRIMARY KEY REFERENCES shops (id),
    url TEXT NOT NULL,
    secret_name TEXT NOT NULL,
    is_on INTEGER NOT NULL,
    approved INTEGER NOT NULL DEFAULT 0,
    only_listed INTEGER NOT NULL DEFAULT 0,
    practice INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    last_answer_at INTEGER,
    full_read_at INTEGER,
    refused TEXT,
    fault TEXT,
    held TEXT,
    off_reason TEXT,
    notice TEXT,
    event_cursor TEXT,
    event_feed INTEGER NOT NULL DEFAULT 0,
    clock_offset INTEGER NOT NULL DEFAULT 0,
    scanned_revision INTEGER NOT NULL DEFAULT 0,
    allowed_revision INTEGER NOT NULL DEFAULT 0,
    compare_due INTEGER NOT NULL DEFAULT 0,
    compared_at INTEGER,
    comparison TEXT,
    rehearsed_at INTEGER,
    rehearsal TEXT,
    only_there TEXT NOT NULL DEFAULT 'leave'
) STRICT;

-- `known` is the status that the marketplace said last and that was believed.
CREATE TABLE mirrored_orders (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    known TEXT NOT NULL,
    missing_since INTEGER,
    difference TEXT,
    notice TEXT
) STRICT;
CREATE INDEX mirrored_orders_to_show ON mirrored_orders (shop_id)
    WHERE difference IS NOT NULL OR notice IS NOT NULL OR missing_since IS NOT NULL;

CREATE TABLE set_aside_orders (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,
    raw BLOB NOT NULL,
    message TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (shop_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE link_actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    order_id INTEGER NOT NULL REFERENCES orders (id),
    action TEXT NOT NULL,
    reason TEXT,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    message TEXT,
    finished_at INTEGER
) STRICT;
CREATE INDEX link_actions_waiting ON link_actions (shop_id, id) WHERE outcome IS NULL;
CREATE INDEX link_actions_by_order ON link_actions (order_id, id);

-- What the far end holds of an item as far as it said so; `waiting_since` is set while something of it is to be sent.
CREATE TABLE pushed_items (
    item_id INTEGER PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    content BLOB NOT NULL DEFAULT x'',
    stock BLOB NOT NULL DEFAULT x'',
    branches TEXT NOT NULL DEFAULT '[]',
    price_fils INTEGER,
    units INTEGER NOT NULL DEFAULT 0,
    waiting_since INTEGER,
    parked TEXT,
    parked_at INTEGER
) STRICT;
CREATE INDEX pushed_items_waiting ON pushed_items (shop_id, item_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX pushed_items_parked ON pushed_items (shop_id, item_id) WHERE parked IS NOT NULL;
CREATE INDEX pushed_items_there ON pushed_items (shop_id) WHERE content <> x'';

CREATE TABLE only_there_items (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,
    row BLOB NOT NULL,
    PRIMARY KEY (shop_id, folded)
) STRICT, WITHOUT ROWID;

ALTER TABLE rfqs ADD COLUMN marketplace_reference TEXT;
CREATE UNIQUE INDEX rfqs_by_marketplace_reference ON rfqs (shop_id, marketplace_reference)
    WHERE marketplace_reference IS NOT NULL;
