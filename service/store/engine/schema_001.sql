-- Moments are milliseconds since 1970, UTC. Quantities are whole thousandths. Amounts are fils.

CREATE TABLE shops (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    staging INTEGER NOT NULL,
    read_only INTEGER NOT NULL DEFAULT 0,
    api_push INTEGER NOT NULL DEFAULT 1,
    webhooks INTEGER NOT NULL DEFAULT 1,
    scheduled_pull INTEGER NOT NULL DEFAULT 0,
    items_total INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    UNIQUE (folded, staging)
) STRICT;

CREATE TABLE branches (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    main INTEGER NOT NULL DEFAULT 0,
    UNIQUE (shop_id, folded)
) STRICT;
CREATE UNIQUE INDEX branches_one_main ON branches (shop_id) WHERE main = 1;

CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
) STRICT;
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
CREATE INDEX api_keys_by_shop ON api_keys (shop_id, id);

CREATE TABLE items (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,
    sku TEXT NOT NULL,
    name TEXT NOT NULL,
    name_ar TEXT,
    oem_number TEXT,
    brand TEXT,
    category TEXT,
    condition TEXT,
    price_fils INTEGER,
    wholesale_price_fils INTEGER,
    online_price_fils INTEGER,
    list_on_marketplace INTEGER NOT NULL,
    active INTEGER NOT NULL,
    fit TEXT NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX items_by_sku ON items (shop_id, folded);

CREATE TABLE stock (
    item_id INTEGER NOT NULL REFERENCES items (id),
    branch_id INTEGER NOT NULL REFERENCES branches (id),
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= quantity),
    PRIMARY KEY (item_id, branch_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
    item_id INTEGER NOT NULL REFERENCES items (id),
    entry INTEGER NOT NULL,
    branch_id INTEGER NOT NULL REFERENCES branches (id),
    at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    change INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    actor TEXT NOT NULL,
    note TEXT,
    PRIMARY KEY (item_id, entry)
) STRICT, WITHOUT ROWID;

CREATE TABLE sequences (
    shop_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    year INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (shop_id, kind, year)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    status TEXT NOT NULL,
    placed_at INTEGER NOT NULL,
    accept_by INTEGER,
    updated_at INTEGER NOT NULL,
    fitment_confirmed INTEGER NOT NULL DEFAULT 0,
    vehicle TEXT,
    branch_id INTEGER NOT NULL REFERENCES branches (id),
    method TEXT NOT NULL,
    fee_fils INTEGER NOT NULL,
    items_fils INTEGER NOT NULL,
    commission_fils INTEGER NOT NULL,
    refunded INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    units_left INTEGER NOT NULL DEFAULT 0,
    seen INTEGER NOT NULL DEFAULT 0,
    UNIQUE (shop_id, reference)
) STRICT;
CREATE INDEX orders_by_status ON orders (shop_id, status, id);
CREATE INDEX orders_by_shop ON orders (shop_id, id);
CREATE INDEX orders_to_expire ON orders (accept_by) WHERE status = 'placed';

CREATE TABLE order_lines (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL REFERENCES items (id),
    sku TEXT NOT NULL,
    name TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    price_fils INTEGER NOT NULL,
    total_fils INTEGER NOT NULL,
    PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_lines_by_item ON order_lines (item_id);

CREATE TABLE order_history (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    order_id INTEGER NOT NULL REFERENCES orders (id),
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    from_status TEXT,
    to_status TEXT NOT NULL,
    reason TEXT,
    refunded INTEGER NOT NULL,
    actor TEXT NOT NULL
) STRICT;
CREATE INDEX order_history_by_order ON order_history (order_id, position);
CREATE INDEX order_history_by_shop ON order_history (shop_id, position);

CREATE TABLE rfqs (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    text TEXT,
    vehicle TEXT,
    items TEXT NOT NULL,
    UNIQUE (shop_id, reference)
) STRICT;

CREATE TABLE targets (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    is_on INTEGER NOT NULL DEFAULT 1,
    catch_up INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    secret_name TEXT NOT NULL,
    next_secret_name TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    trouble_since INTEGER,
    note TEXT,
    name TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX targets_by_shop ON targets (shop_id, id);

CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    kind TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    subject TEXT NOT NULL,
    test INTEGER NOT NULL DEFAULT 0,
    body BLOB NOT NULL
) STRICT;
CREATE INDEX events_by_age ON events (created_at);

CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    target_id INTEGER NOT NULL REFERENCES targets (id),
    event_seq INTEGER NOT NULL REFERENCES events (seq),
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER,
    finished_at INTEGER,
    note TEXT
) STRICT;
CREATE INDEX deliveries_first ON deliveries (target_id, seq) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX deliveries_again ON deliveries (target_id, next_attempt_at) WHERE state = 'waiting' AND attempts > 0;
CREATE INDEX deliveries_sending ON deliveries (target_id, seq) WHERE state = 'sending';
CREATE INDEX deliveries_by_target ON deliveries (target_id, state, seq);
CREATE INDEX deliveries_by_event ON deliveries (event_seq);

CREATE TABLE attempts (
    delivery_seq INTEGER NOT NULL REFERENCES deliveries (seq),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER,
    fault TEXT,
    duration_ms INTEGER NOT NULL,
    answer BLOB NOT NULL,
    PRIMARY KEY (delivery_seq, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    shop_id INTEGER NOT NULL,
    key_id INTEGER,
    key_name TEXT,
    remote TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    error TEXT,
    message TEXT,
    notes TEXT,
    facts TEXT
) STRICT;
CREATE INDEX calls_by_time ON calls (shop_id, at);
CREATE INDEX calls_by_status ON calls (shop_id, status, at);
CREATE INDEX calls_by_key ON calls (shop_id, key_id, status, at);
CREATE INDEX calls_by_path ON calls (shop_id, path, at, status);

CREATE TABLE call_bodies (
    call_id INTEGER PRIMARY KEY,
    request BLOB,
    response BLOB,
    response_cut INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE call_hours (
    shop_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    faults INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (shop_id, hour)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pull_sources (
    shop_id INTEGER PRIMARY KEY REFERENCES shops (id),
    path TEXT NOT NULL,
    pattern TEXT,
    plan TEXT NOT NULL,
    missing_inactive INTEGER NOT NULL,
    minute INTEGER NOT NULL,
    dealt_with INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER
) STRICT;

CREATE TABLE pull_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    file TEXT NOT NULL,
    actor TEXT NOT NULL,
    path TEXT NOT NULL,
    pattern TEXT,
    plan TEXT NOT NULL,
    missing_inactive INTEGER NOT NULL,
    rows_read INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    updated INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    noted INTEGER NOT NULL DEFAULT 0,
    inactive INTEGER NOT NULL DEFAULT 0,
    duration_ms INTEGER NOT NULL DEFAULT 0,
    fingerprint TEXT,
    fault TEXT,
    held TEXT,
    undoable INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX pull_runs_by_shop ON pull_runs (shop_id, id);
CREATE INDEX pull_runs_running ON pull_runs (shop_id) WHERE state = 'running';
CREATE INDEX pull_runs_undoable ON pull_runs (shop_id, id) WHERE undoable = 1;

CREATE TABLE pull_rows (
    run_id INTEGER NOT NULL REFERENCES pull_runs (id),
    place INTEGER NOT NULL,
    line INTEGER NOT NULL,
    sku TEXT,
    text TEXT NOT NULL,
    rejected INTEGER NOT NULL,
    PRIMARY KEY (run_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE pull_befores (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES pull_runs (id),
    befores BLOB NOT NULL
) STRICT;
CREATE INDEX pull_befores_by_run ON pull_befores (run_id, id);
