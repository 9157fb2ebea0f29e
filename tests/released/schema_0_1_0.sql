PRAGMA user_version = 23;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
CREATE TABLE alert_channels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    masked TEXT NOT NULL,
    service TEXT NOT NULL,
    kinds TEXT NOT NULL,
    with_buyer INTEGER NOT NULL,
    secret_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_sent_at INTEGER,
    fault TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL DEFAULT 0,
    dropped INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "alert_channels" VALUES(7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا',7,'text مرحبا',7,7,'text مرحبا',7,7,7);
CREATE TABLE alert_marks (
    kind TEXT NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    subject TEXT NOT NULL,
    PRIMARY KEY (kind, shop_id, subject)
) STRICT, WITHOUT ROWID;
INSERT INTO "alert_marks" VALUES('text مرحبا',7,'text مرحبا');
CREATE TABLE alert_position (
    only_one INTEGER PRIMARY KEY,
    history INTEGER NOT NULL,
    run INTEGER NOT NULL
) STRICT;
INSERT INTO "alert_position" VALUES(7,7,7);
CREATE TABLE alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id INTEGER NOT NULL REFERENCES alert_channels (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
INSERT INTO "alerts" VALUES(7,7,'text مرحبا',7,'text مرحبا',7,7);
CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
, expires_at INTEGER, expired_at INTEGER, last_used_from TEXT) STRICT;
INSERT INTO "api_keys" VALUES(7,7,'text مرحبا','text مرحبا',X'00FF',7,7,7,7,7,'text مرحبا');
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
INSERT INTO "attempts" VALUES(7,7,7,7,'text مرحبا',7,X'00FF');
CREATE TABLE audit_entries (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    shop TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO "audit_entries" VALUES(7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا',X'00FF');
CREATE TABLE branches (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    main INTEGER NOT NULL DEFAULT 0,
    UNIQUE (shop_id, folded)
) STRICT;
INSERT INTO "branches" VALUES(7,7,'text مرحبا','text مرحبا',7);
CREATE TABLE call_bodies (
    call_id INTEGER PRIMARY KEY,
    request BLOB,
    response BLOB,
    response_cut INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "call_bodies" VALUES(7,X'00FF',X'00FF',7);
CREATE TABLE call_hours (
    shop_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    faults INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (shop_id, hour)
) STRICT, WITHOUT ROWID;
INSERT INTO "call_hours" VALUES(7,7,7,7,7,7);
CREATE TABLE call_parts (
    call_id INTEGER PRIMARY KEY,
    marks BLOB NOT NULL
) STRICT;
INSERT INTO "call_parts" VALUES(7,X'00FF');
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
, size INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "calls" VALUES(7,7,7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا',7,7,7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا',7);
CREATE TABLE counter_state (
    only_one INTEGER PRIMARY KEY,
    person INTEGER NOT NULL DEFAULT 0,
    support_view INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "counter_state" VALUES(7,7,7);
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
INSERT INTO "deliveries" VALUES(7,'text مرحبا',7,7,7,'text مرحبا',7,7,7,7,'text مرحبا');
CREATE TABLE detail_changes (
    id INTEGER PRIMARY KEY,
    write_id INTEGER,
    item_id INTEGER NOT NULL,
    previous INTEGER NOT NULL,
    field TEXT NOT NULL,
    old INTEGER,
    new INTEGER
) STRICT;
INSERT INTO "detail_changes" VALUES(7,7,7,7,'text مرحبا',7,7);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    kind TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    subject TEXT NOT NULL,
    test INTEGER NOT NULL DEFAULT 0,
    body BLOB NOT NULL
, in_feed INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "events" VALUES(7,'text مرحبا',7,'text مرحبا',7,'text مرحبا',7,X'00FF',7);
CREATE TABLE feed_epochs (
    number INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL UNIQUE,
    after_seq INTEGER NOT NULL
) STRICT;
INSERT INTO "feed_epochs" VALUES(7,7,7);
CREATE TABLE heartbeat (
    only_one INTEGER PRIMARY KEY,
    masked TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    secret_name TEXT NOT NULL,
    last_answer_at INTEGER,
    fault TEXT
) STRICT;
INSERT INTO "heartbeat" VALUES(7,'text مرحبا',7,'text مرحبا',7,'text مرحبا');
CREATE TABLE item_changes (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    last INTEGER NOT NULL,
    first INTEGER NOT NULL,
    items TEXT NOT NULL,
    PRIMARY KEY (shop_id, last)
) STRICT, WITHOUT ROWID;
INSERT INTO "item_changes" VALUES(7,7,7,'text مرحبا');
CREATE TABLE item_pictures (
    item_id INTEGER PRIMARY KEY REFERENCES items (id),
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    image BLOB NOT NULL
) STRICT;
INSERT INTO "item_pictures" VALUES(7,7,X'00FF');
CREATE TABLE item_sources (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    key_id INTEGER,
    file TEXT
) STRICT;
INSERT INTO "item_sources" VALUES(7,7,7,'text مرحبا');
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
INSERT INTO "item_writes" VALUES(7,7,7,7,7,'text مرحبا',7,'text مرحبا',7,7,7,7,7,7,7);
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
, revision INTEGER NOT NULL DEFAULT 0, source_id INTEGER, low_milli INTEGER, change_id INTEGER) STRICT;
INSERT INTO "items" VALUES(7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا',7,7,7,7,7,'text مرحبا',7,7,7,7,7);
CREATE TABLE kept_answers (
    id INTEGER PRIMARY KEY,
    key_id INTEGER NOT NULL REFERENCES api_keys (id),
    digest BLOB NOT NULL,
    fingerprint BLOB NOT NULL,
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    waits_for INTEGER,
    body BLOB NOT NULL,
    bytes_until INTEGER NOT NULL,
    UNIQUE (key_id, digest)
) STRICT;
INSERT INTO "kept_answers" VALUES(7,7,X'00FF',X'00FF',7,7,7,X'00FF',7);
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
INSERT INTO "ledger" VALUES(7,7,7,7,'text مرحبا',7,7,'text مرحبا','text مرحبا');
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
INSERT INTO "link_actions" VALUES(7,7,7,'text مرحبا','text مرحبا','text مرحبا',7,7,7,'text مرحبا','text مرحبا',7);
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
, history_read INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "links" VALUES(7,'text مرحبا','text مرحبا',7,7,7,7,7,7,7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا',7,7,7,7,7,7,'text مرحبا',7,'text مرحبا','text مرحبا',7);
CREATE TABLE mirrored_orders (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    known TEXT NOT NULL,
    missing_since INTEGER,
    difference TEXT,
    notice TEXT
) STRICT;
INSERT INTO "mirrored_orders" VALUES(7,7,'text مرحبا',7,'text مرحبا','text مرحبا');
CREATE TABLE only_there_items (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,
    row BLOB NOT NULL,
    PRIMARY KEY (shop_id, folded)
) STRICT, WITHOUT ROWID;
INSERT INTO "only_there_items" VALUES(7,'text مرحبا',X'00FF');
CREATE TABLE order_customers (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    address TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT;
INSERT INTO "order_customers" VALUES(7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا');
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
INSERT INTO "order_history" VALUES(7,7,7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا',7,'text مرحبا');
CREATE TABLE order_lines (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL REFERENCES items (id),
    sku TEXT NOT NULL,
    name TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    price_fils INTEGER NOT NULL,
    total_fils INTEGER NOT NULL, short INTEGER NOT NULL DEFAULT 0 CHECK (short >= 0 AND short <= quantity),
    PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "order_lines" VALUES(7,7,7,'text مرحبا','text مرحبا',7,7,7,7);
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
    seen INTEGER NOT NULL DEFAULT 0, marketplace_reference TEXT,
    UNIQUE (shop_id, reference)
) STRICT;
INSERT INTO "orders" VALUES(7,7,'text مرحبا','text مرحبا',7,7,7,7,'text مرحبا',7,'text مرحبا',7,7,7,7,'text مرحبا',7,7,'text مرحبا');
CREATE TABLE orders_before_link (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    PRIMARY KEY (shop_id, reference)
) STRICT, WITHOUT ROWID;
INSERT INTO "orders_before_link" VALUES(7,'text مرحبا');
CREATE TABLE pins (
    person INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    wrong_tries INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "pins" VALUES(7,'text مرحبا',7);
CREATE TABLE pull_befores (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES pull_runs (id),
    befores BLOB NOT NULL
) STRICT;
INSERT INTO "pull_befores" VALUES(7,7,X'00FF');
CREATE TABLE pull_rows (
    run_id INTEGER NOT NULL REFERENCES pull_runs (id),
    place INTEGER NOT NULL,
    line INTEGER NOT NULL,
    sku TEXT,
    text TEXT NOT NULL,
    rejected INTEGER NOT NULL,
    PRIMARY KEY (run_id, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "pull_rows" VALUES(7,7,7,'text مرحبا','text مرحبا',7);
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
INSERT INTO "pull_runs" VALUES(7,7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا',7,7,7,7,7,7,7,7,7,'text مرحبا','text مرحبا','text مرحبا',7);
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
, secret_name TEXT, trust TEXT NOT NULL DEFAULT '', query TEXT NOT NULL DEFAULT '', watch INTEGER NOT NULL DEFAULT 0, seen TEXT) STRICT;
INSERT INTO "pull_sources" VALUES(7,'text مرحبا','text مرحبا','text مرحبا',7,7,7,7,7,'text مرحبا','text مرحبا','text مرحبا',7,'text مرحبا');
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
INSERT INTO "pushed_items" VALUES(7,7,X'00FF',X'00FF','text مرحبا',7,7,7,'text مرحبا',7);
CREATE TABLE removed_items (
    id INTEGER PRIMARY KEY,
    item_id INTEGER NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,
    sku TEXT NOT NULL,
    levels TEXT NOT NULL
) STRICT;
INSERT INTO "removed_items" VALUES(7,7,7,'text مرحبا','text مرحبا','text مرحبا');
CREATE TABLE rfqs (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    text TEXT,
    vehicle TEXT,
    items TEXT NOT NULL, marketplace_reference TEXT,
    UNIQUE (shop_id, reference)
) STRICT;
INSERT INTO "rfqs" VALUES(7,7,'text مرحبا',7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا');
CREATE TABLE sequences (
    shop_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    year INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (shop_id, kind, year)
) STRICT, WITHOUT ROWID;
INSERT INTO "sequences" VALUES(7,'text مرحبا',7,7);
CREATE TABLE set_aside_orders (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,
    raw BLOB NOT NULL,
    message TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (shop_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "set_aside_orders" VALUES(7,'text مرحبا',X'00FF','text مرحبا',7);
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "settings" VALUES('text مرحبا','text مرحبا');
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
    created_at INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0, events_gone INTEGER NOT NULL DEFAULT 0, vat INTEGER NOT NULL DEFAULT 1000, vat_number TEXT NOT NULL DEFAULT '',
    UNIQUE (folded, staging)
) STRICT;
INSERT INTO "shops" VALUES(7,'text مرحبا','text مرحبا',7,7,7,7,7,7,7,7,7,7,'text مرحبا');
CREATE TABLE staff (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    active INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO "staff" VALUES(7,'text مرحبا','text مرحبا',7);
CREATE TABLE stock (
    item_id INTEGER NOT NULL REFERENCES items (id),
    branch_id INTEGER NOT NULL REFERENCES branches (id),
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= quantity),
    PRIMARY KEY (item_id, branch_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "stock" VALUES(7,7,7,7);
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
INSERT INTO "targets" VALUES(7,7,'text مرحبا','text مرحبا',7,7,7,7,'text مرحبا','text مرحبا',7,7,'text مرحبا','text مرحبا');
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
INSERT INTO "value_changes" VALUES(7,7,7,'text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا','text مرحبا',7,7,7,7,7,7,7,7,7,7,'text مرحبا','text مرحبا');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE UNIQUE INDEX branches_one_main ON branches (shop_id) WHERE main = 1;
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
CREATE INDEX api_keys_by_shop ON api_keys (shop_id, id);
CREATE UNIQUE INDEX items_by_sku ON items (shop_id, folded);
CREATE INDEX orders_by_status ON orders (shop_id, status, id);
CREATE INDEX orders_by_shop ON orders (shop_id, id);
CREATE INDEX orders_to_expire ON orders (accept_by) WHERE status = 'placed';
CREATE INDEX order_lines_by_item ON order_lines (item_id);
CREATE INDEX order_history_by_order ON order_history (order_id, position);
CREATE INDEX order_history_by_shop ON order_history (shop_id, position);
CREATE INDEX targets_by_shop ON targets (shop_id, id);
CREATE INDEX events_by_age ON events (created_at);
CREATE INDEX deliveries_first ON deliveries (target_id, seq) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX deliveries_again ON deliveries (target_id, next_attempt_at) WHERE state = 'waiting' AND attempts > 0;
CREATE INDEX deliveries_sending ON deliveries (target_id, seq) WHERE state = 'sending';
CREATE INDEX deliveries_by_target ON deliveries (target_id, state, seq);
CREATE INDEX deliveries_by_event ON deliveries (event_seq);
CREATE INDEX calls_by_time ON calls (shop_id, at);
CREATE INDEX calls_by_status ON calls (shop_id, status, at);
CREATE INDEX calls_by_key ON calls (shop_id, key_id, status, at);
CREATE INDEX calls_by_path ON calls (shop_id, path, at, status);
CREATE INDEX pull_runs_by_shop ON pull_runs (shop_id, id);
CREATE INDEX pull_runs_running ON pull_runs (shop_id) WHERE state = 'running';
CREATE INDEX pull_runs_undoable ON pull_runs (shop_id, id) WHERE undoable = 1;
CREATE INDEX pull_befores_by_run ON pull_befores (run_id, id);
CREATE UNIQUE INDEX orders_by_marketplace_reference ON orders (shop_id, marketplace_reference)
    WHERE marketplace_reference IS NOT NULL;
CREATE INDEX order_lines_short ON order_lines (item_id) WHERE short > 0;
CREATE INDEX mirrored_orders_to_show ON mirrored_orders (shop_id)
    WHERE difference IS NOT NULL OR notice IS NOT NULL OR missing_since IS NOT NULL;
CREATE INDEX link_actions_waiting ON link_actions (shop_id, id) WHERE outcome IS NULL;
CREATE INDEX link_actions_by_order ON link_actions (order_id, id);
CREATE INDEX pushed_items_waiting ON pushed_items (shop_id, item_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX pushed_items_parked ON pushed_items (shop_id, item_id) WHERE parked IS NOT NULL;
CREATE INDEX pushed_items_there ON pushed_items (shop_id) WHERE content <> x'';
CREATE UNIQUE INDEX rfqs_by_marketplace_reference ON rfqs (shop_id, marketplace_reference)
    WHERE marketplace_reference IS NOT NULL;
CREATE INDEX events_in_feed ON events (shop_id, seq, kind) WHERE in_feed = 1;
CREATE INDEX kept_answers_by_size ON kept_answers (key_id, bytes_until);
CREATE INDEX kept_answers_by_age ON kept_answers (at);
CREATE TRIGGER audit_entries_are_not_changed BEFORE UPDATE ON audit_entries BEGIN
    SELECT raise(ABORT, 'an entry of the audit is never changed');
END;
CREATE TRIGGER audit_entries_are_not_deleted BEFORE DELETE ON audit_entries BEGIN
    SELECT raise(ABORT, 'an entry of the audit is never deleted');
END;
CREATE TRIGGER audit_entries_are_not_replaced BEFORE INSERT ON audit_entries
WHEN NEW.id <= (SELECT max(id) FROM audit_entries) BEGIN
    SELECT raise(ABORT, 'an entry of the audit is added at the end');
END;
CREATE INDEX alerts_by_channel ON alerts (channel_id, id);
CREATE INDEX item_sources_by_shop ON item_sources (shop_id, key_id, file);
CREATE INDEX item_pictures_by_shop ON item_pictures (shop_id);
CREATE INDEX orders_by_time ON orders (shop_id, placed_at);
CREATE INDEX order_history_by_time ON order_history (shop_id, at);
CREATE INDEX item_writes_by_number ON item_writes (last);
CREATE INDEX item_writes_by_cause ON item_writes (cause, cause_id);
CREATE INDEX item_writes_by_shop ON item_writes (shop_id, at);
CREATE INDEX item_writes_to_measure ON item_writes (id) WHERE size IS NULL;
CREATE INDEX calls_with_notes ON calls (shop_id, at, id) WHERE notes IS NOT NULL;
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
CREATE INDEX detail_changes_by_item ON detail_changes (item_id, write_id);
CREATE INDEX detail_changes_by_write ON detail_changes (write_id);
CREATE INDEX removed_items_by_item ON removed_items (item_id);
CREATE INDEX removed_items_by_sku ON removed_items (shop_id, folded);
CREATE INDEX item_writes_by_kind ON item_writes (shop_id, cause, at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('order_history',7);
INSERT INTO "sqlite_sequence" VALUES('pull_runs',7);
INSERT INTO "sqlite_sequence" VALUES('link_actions',7);
INSERT INTO "sqlite_sequence" VALUES('alert_channels',7);
INSERT INTO "sqlite_sequence" VALUES('alerts',7);
INSERT INTO "sqlite_sequence" VALUES('staff',7);
COMMIT;
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '001_first_schema', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '002_item_revisions', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '003_mirrored_orders', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '004_upstream_link', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '005_fold_again', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '006_event_feed', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '007_count_log_again', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '008_kept_answers', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '009_key_expiry', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '010_network_http', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '011_audit', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '012_alerts', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '013_order_customers', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '014_items_by_hand', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '015_item_pictures', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '016_pull_places', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '017_people', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '018_vat_number', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '019_item_history', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '020_details_in_history', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '021_orders_before_link', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '022_parts_of_calls', '2026');
INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '023_fold_invisible', '2026');
