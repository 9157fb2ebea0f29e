-- The whole database, family by family. Unless a comment says otherwise:
--
--   *_at, at, since    milliseconds since 1970, UTC
--   quantities         whole thousandths of a unit
--   *_fils             whole fils (1 BHD is 1000)
--   flags              0 or 1
--   folded             the text as names are compared: two that a person takes for one are equal
--   "a sentence"       a text for people, as JSON (service/domain/sentences.py)
--   secret_name        where the secret store has the secret; none is in the database
--   only_one           1: the table has at most one row


-- ------------------------------------------------------------------------------ the installation

-- Settings that were set; the others have their defaults (service/domain/settings.py). Also what
-- the program remembers about itself, as the time that the clock last showed.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Secrets that several services on one database share, encrypted; the key is in none.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    sealed BLOB NOT NULL            -- a nonce, then AES-256-GCM
) STRICT, WITHOUT ROWID;

-- The last number that was given, of each kind. Of the installation: shop_id 0. Kinds that do
-- not start again each year: year 0.
CREATE TABLE sequences (
    shop_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    year INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (shop_id, kind, year)
) STRICT, WITHOUT ROWID;


-- ------------------------------------------------------------------- shops and who may use them

-- A shop and its staging shop are two rows with the same name.
CREATE TABLE shops (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    staging INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    vat INTEGER NOT NULL DEFAULT 1000,          -- hundredths of a percent
    vat_number TEXT NOT NULL DEFAULT '',        -- what papers show; empty until it is entered
    read_only INTEGER NOT NULL DEFAULT 0,
    api_push INTEGER NOT NULL DEFAULT 1,        -- whether callers may upload
    webhooks INTEGER NOT NULL DEFAULT 1,        -- whether events are sent
    scheduled_pull INTEGER NOT NULL DEFAULT 0,  -- whether a file is read at night
    items_total INTEGER NOT NULL DEFAULT 0,     -- counted with each write, as a count reads them all
    revision INTEGER NOT NULL DEFAULT 0,        -- number of the last change of an item or its stock
    events_gone INTEGER NOT NULL DEFAULT 0,     -- the highest position of the feed that was deleted
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

-- API keys (contract §5).
CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,           -- its first characters, which may be shown
    digest BLOB NOT NULL UNIQUE,    -- SHA-256 of the key
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    last_used_from TEXT,            -- the network address of that call
    expires_at INTEGER,             -- the last millisecond at which it works
    expired_at INTEGER,             -- set by the first refused call: a clock set back does not revive it
    revoked_at INTEGER,
    rights TEXT NOT NULL DEFAULT 'all'      -- all, catalogue, orders or read (contract §5.3)
) STRICT;
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
CREATE INDEX api_keys_by_shop ON api_keys (shop_id, id);

-- When the last calls of a key were answered, where several services answer them.
CREATE TABLE key_answers (
    key_id INTEGER PRIMARY KEY REFERENCES api_keys (id),
    times TEXT NOT NULL             -- a JSON array, oldest first
) STRICT;

-- Further counters: windows on other computers of the shop (docs/counters.md).
CREATE TABLE counters (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,                -- SHA-256 of its key
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    last_used_from TEXT,                        -- its network address then
    revoked_at INTEGER,
    person INTEGER NOT NULL DEFAULT 0,          -- who is at it, as in pins
    settings TEXT NOT NULL DEFAULT '{}'         -- its own settings, texts by name, as JSON
) STRICT;
CREATE UNIQUE INDEX counters_by_name ON counters (folded) WHERE revoked_at IS NULL;

-- Staff at the counter (docs/people.md).
CREATE TABLE staff (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    active INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE pins (
    person INTEGER PRIMARY KEY,                 -- staff.id, 0 for the owner
    hash TEXT NOT NULL,                         -- scrypt with salt
    wrong_tries INTEGER NOT NULL DEFAULT 0      -- since the last right one
) STRICT;

CREATE TABLE counter_state (
    only_one INTEGER PRIMARY KEY,
    person INTEGER NOT NULL DEFAULT 0,          -- who is at the counter, as in pins
    support_view INTEGER NOT NULL DEFAULT 0     -- whether the window shows and changes nothing
) STRICT;


-- --------------------------------------------------------------------------- catalogue and stock

-- Systems that write items: one key or one file each.
CREATE TABLE item_sources (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    key_id INTEGER,
    file TEXT
) STRICT;
CREATE INDEX item_sources_by_shop ON item_sources (shop_id, key_id, file);

CREATE TABLE items (
    id INTEGER PRIMARY KEY,         -- those of a shop count up from (shop - 1) times 2^32
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,           -- of the SKU
    sku TEXT NOT NULL,              -- as it was first written
    name TEXT NOT NULL,
    name_ar TEXT,
    oem_number TEXT,
    brand TEXT,
    category TEXT,
    condition TEXT,
    shelf TEXT,
    barcode TEXT,
    price_fils INTEGER,
    wholesale_price_fils INTEGER,
    online_price_fils INTEGER,
    list_on_marketplace INTEGER NOT NULL,
    active INTEGER NOT NULL,
    fit TEXT NOT NULL,              -- the cars, a JSON array
    low_milli INTEGER,              -- the owner's low-stock limit; NULL is the general one
    source_id INTEGER,              -- item_sources.id of the system that wrote it last, whoever edited it
                                    -- since; no REFERENCES, as each row of an upload would pay for the check
    updated_at INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,    -- shops.revision at its last change
    change_id INTEGER               -- its last change in the history, see value_changes
) STRICT;
CREATE UNIQUE INDEX items_by_sku ON items (shop_id, folded);
CREATE INDEX items_by_barcode ON items (shop_id, barcode) WHERE barcode IS NOT NULL;

-- A JPEG of at most 96 KiB.
CREATE TABLE item_pictures (
    item_id INTEGER PRIMARY KEY REFERENCES items (id),
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    image BLOB NOT NULL
) STRICT;
CREATE INDEX item_pictures_by_shop ON item_pictures (shop_id);

CREATE TABLE stock (
    item_id INTEGER NOT NULL REFERENCES items (id),
    branch_id INTEGER NOT NULL REFERENCES branches (id),
    quantity INTEGER NOT NULL CHECK (quantity >= 0),
    reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= quantity),    -- by open orders
    PRIMARY KEY (item_id, branch_id)
) STRICT, WITHOUT ROWID;

-- Every change of a quantity. Entries count within a shop.
CREATE TABLE ledger (
    item_id INTEGER NOT NULL REFERENCES items (id),
    entry INTEGER NOT NULL,
    branch_id INTEGER NOT NULL REFERENCES branches (id),
    at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    change INTEGER NOT NULL,
    quantity INTEGER NOT NULL,      -- after it
    actor TEXT NOT NULL,
    note TEXT,                      -- a sentence, or the order's reference
    PRIMARY KEY (item_id, entry)
) STRICT, WITHOUT ROWID;

-- From a shop's revision to the items that have it (contract §9). A row is one write: its
-- numbers, and the items that may have taken them. An index of items.revision would cost each
-- changed row of an upload two places of its tree; this costs an upload one row.
CREATE TABLE item_changes (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    last INTEGER NOT NULL,
    first INTEGER NOT NULL,
    items TEXT NOT NULL,            -- their ids, a JSON array
    PRIMARY KEY (shop_id, last)
) STRICT, WITHOUT ROWID;


-- ------------------------------------------------------------- history of the values (contract §12)

-- A write is one upload, one part of a file's run, one edit, one order action. Its changes have
-- the numbers `first` to `last`: the shop's id times 2^40, plus the revision that the item got.
CREATE TABLE item_writes (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    cause_id INTEGER,               -- what the cause names: a call, a run, an order, another write
    actor TEXT NOT NULL,
    changed INTEGER NOT NULL,       -- how many changes it has
    created INTEGER NOT NULL,       -- how many items it made, from first_item on
    first_item INTEGER NOT NULL,
    first_entry INTEGER NOT NULL,   -- of the ledger
    last_entry INTEGER NOT NULL,
    undone_by INTEGER,              -- the write that undid it
    seq INTEGER,                    -- its position in the event feed, one of the numbers of events.seq;
                                    -- NULL where it is no event there
    key_id INTEGER,                 -- api_keys.id of an upload: its own changes are not given to it
    size INTEGER                    -- bytes, measured when the history is pruned
) STRICT;
CREATE INDEX item_writes_by_number ON item_writes (last);
CREATE INDEX item_writes_by_cause ON item_writes (cause, cause_id);
CREATE INDEX item_writes_by_shop ON item_writes (shop_id, at);
CREATE INDEX item_writes_to_measure ON item_writes (id) WHERE size IS NULL;
CREATE INDEX item_writes_by_kind ON item_writes (shop_id, cause, at);
CREATE UNIQUE INDEX item_writes_in_feed ON item_writes (seq) WHERE seq IS NOT NULL;
CREATE INDEX item_writes_of_shop_in_feed ON item_writes (shop_id, seq) WHERE seq IS NOT NULL;

-- A change of an item. A number within a write that has no row here is the item's creation.
CREATE TABLE value_changes (
    id INTEGER PRIMARY KEY,         -- the number, see item_writes
    item_id INTEGER NOT NULL,
    previous INTEGER                -- number of the item's change before
) STRICT;

-- What a change changed. A trigger writes both tables (make_history_trigger in migrations.py).
CREATE TABLE field_changes (
    change_id INTEGER NOT NULL,     -- value_changes.id
    field TEXT NOT NULL,
    old ANY,
    new ANY,
    PRIMARY KEY (change_id, field)
) STRICT, WITHOUT ROWID;

-- Changes of the low limit and the picture. The interface has neither, so they have no revision.
CREATE TABLE detail_changes (
    id INTEGER PRIMARY KEY,
    write_id INTEGER,               -- NULL until the write is stored, at its end
    item_id INTEGER NOT NULL,
    previous INTEGER NOT NULL,      -- number of the item's change before, 0 for none
    field TEXT NOT NULL,
    old INTEGER,
    new INTEGER
) STRICT;
CREATE INDEX detail_changes_by_item ON detail_changes (item_id, write_id);
CREATE INDEX detail_changes_by_write ON detail_changes (write_id);

-- Items that an undo removed. The rows of field_changes with that number have every value.
CREATE TABLE removed_items (
    id INTEGER PRIMARY KEY,         -- value_changes.id
    item_id INTEGER NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,
    sku TEXT NOT NULL,
    levels TEXT NOT NULL            -- JSON: quantity by branch id
) STRICT;
CREATE INDEX removed_items_by_item ON removed_items (item_id);
CREATE INDEX removed_items_by_sku ON removed_items (shop_id, folded);


-- ---------------------------------------------------------------------------- orders and requests

CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    marketplace_reference TEXT,     -- its reference there; NULL for an order of the shop's own
    status TEXT NOT NULL,
    placed_at INTEGER NOT NULL,
    accept_by INTEGER,
    updated_at INTEGER NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,        -- whether the owner has looked at it
    branch_id INTEGER NOT NULL REFERENCES branches (id),    -- holds its units
    method TEXT NOT NULL,
    vehicle TEXT,                   -- JSON
    fitment_confirmed INTEGER NOT NULL DEFAULT 0,
    items_fils INTEGER NOT NULL,
    fee_fils INTEGER NOT NULL,
    commission_fils INTEGER NOT NULL,
    refunded INTEGER NOT NULL DEFAULT 0,
    units_left INTEGER NOT NULL DEFAULT 0,  -- whether its units left the stock
    reason TEXT,                    -- of a cancellation, in the words of who cancelled
    UNIQUE (shop_id, reference)
) STRICT;
CREATE INDEX orders_by_status ON orders (shop_id, status, id);
CREATE INDEX orders_by_shop ON orders (shop_id, id);
CREATE INDEX orders_to_expire ON orders (accept_by) WHERE status = 'placed';
CREATE UNIQUE INDEX orders_by_marketplace_reference ON orders (shop_id, marketplace_reference)
    WHERE marketplace_reference IS NOT NULL;
CREATE INDEX orders_by_time ON orders (shop_id, placed_at);

CREATE TABLE order_lines (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL REFERENCES items (id),
    sku TEXT NOT NULL,
    name TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    short INTEGER NOT NULL DEFAULT 0 CHECK (short >= 0 AND short <= quantity),  -- ordered and not held:
                                    -- more than 0 only where a marketplace's order asks for more than is free
    price_fils INTEGER NOT NULL,    -- of one unit
    total_fils INTEGER NOT NULL,
    PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_lines_by_item ON order_lines (item_id);
CREATE INDEX order_lines_short ON order_lines (item_id) WHERE short > 0;

CREATE TABLE order_history (
    position INTEGER PRIMARY KEY AUTOINCREMENT,     -- what a reader of the history continues after
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
CREATE INDEX order_history_by_time ON order_history (shop_id, at);

-- The customer of an order by phone, as the shop wrote it down. It is never sent to a caller, a
-- target or a marketplace.
CREATE TABLE order_customers (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    address TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT;

-- Requests for quotation: what a buyer looks for.
CREATE TABLE rfqs (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    marketplace_reference TEXT,     -- as in orders
    created_at INTEGER NOT NULL,
    text TEXT,
    vehicle TEXT,                   -- JSON
    items TEXT NOT NULL,            -- JSON
    UNIQUE (shop_id, reference)
) STRICT;
CREATE UNIQUE INDEX rfqs_by_marketplace_reference ON rfqs (shop_id, marketplace_reference)
    WHERE marketplace_reference IS NOT NULL;


-- --------------------------------------------------------------- events and webhooks (contract §6)

-- A shop's `seq` rises in the order of its commits: a write takes the next one while it alone may
-- write the shop. It is the position in the event feed (contract §9).
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    kind TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    subject TEXT NOT NULL,                  -- a reference or a SKU
    test INTEGER NOT NULL DEFAULT 0,
    in_feed INTEGER NOT NULL DEFAULT 1,     -- 0 for a test that went to one target alone
    body BLOB NOT NULL                      -- what every target gets, byte for byte
) STRICT;
CREATE INDEX events_by_age ON events (created_at);
CREATE INDEX events_in_feed ON events (shop_id, seq, kind) WHERE in_feed = 1;

-- A row is a restore: events up to `after_seq` were there before it. The first epoch has no row;
-- it is named by the moment when the first shop was made, which every backup of the data has.
CREATE TABLE feed_epochs (
    number INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL UNIQUE,
    after_seq INTEGER NOT NULL
) STRICT;

-- Receivers of webhooks. A removed one keeps its row, so that its deliveries can be read.
CREATE TABLE targets (
    id INTEGER PRIMARY KEY,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL DEFAULT '',
    url TEXT NOT NULL,
    events TEXT NOT NULL,                   -- the kinds that it gets, a JSON array
    is_on INTEGER NOT NULL DEFAULT 1,
    catch_up INTEGER NOT NULL DEFAULT 0,    -- whether failed deliveries go out when it answers again
    secret_name TEXT NOT NULL,
    next_secret_name TEXT,
    failures INTEGER NOT NULL DEFAULT 0,    -- in a row
    trouble_since INTEGER,
    note TEXT,                              -- a sentence: why its deliveries wait
    created_at INTEGER NOT NULL,
    removed_at INTEGER
) STRICT;
CREATE INDEX targets_by_shop ON targets (shop_id, id);

-- One event for one target.
CREATE TABLE deliveries (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    target_id INTEGER NOT NULL REFERENCES targets (id),
    event_seq INTEGER NOT NULL REFERENCES events (seq),
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,    -- those that used a step of the retry schedule
    tries INTEGER NOT NULL DEFAULT 0,       -- all of them
    next_attempt_at INTEGER,
    finished_at INTEGER,
    note TEXT                               -- a sentence: how the last attempt ended
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
    status INTEGER,                 -- of HTTP; NULL without an answer
    fault TEXT,                     -- why there is none
    duration_ms INTEGER NOT NULL,
    answer BLOB NOT NULL,           -- its first 4 KiB
    PRIMARY KEY (delivery_seq, number)
) STRICT, WITHOUT ROWID;


-- -------------------------------------------------------------------------- calls (contract §7)

-- The call log. Callers without a key: shop_id 0. An entry outlives its shop and key, so it names
-- neither by REFERENCES.
CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    shop_id INTEGER NOT NULL,
    key_id INTEGER,
    key_name TEXT,
    remote TEXT NOT NULL,           -- the caller's network address
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    error TEXT,                     -- the code of the answer
    message TEXT,
    notes TEXT,                     -- JSON array of what the owner should know of it
    facts TEXT,                     -- what the answer comes to, JSON: {"saved":998,"rejected":2}
    size INTEGER NOT NULL           -- bytes of the file that the entry takes, indexes included
) STRICT;
CREATE INDEX calls_by_time ON calls (shop_id, at);
CREATE INDEX calls_by_status ON calls (shop_id, status, at);
CREATE INDEX calls_by_key ON calls (shop_id, key_id, status, at);
CREATE INDEX calls_by_path ON calls (shop_id, path, at, status);
CREATE INDEX calls_with_notes ON calls (shop_id, at, id) WHERE notes IS NOT NULL;

-- Bodies without secrets, each compressed (service/store/call_log/body_compression.py).
CREATE TABLE call_bodies (
    call_id INTEGER PRIMARY KEY,
    request BLOB,
    response BLOB,
    response_cut INTEGER NOT NULL DEFAULT 0     -- whether only its beginning is stored
) STRICT;

-- The parts that an upload names, so that its call is found by a part number: four bytes for each
-- row. A table of its own can be read without the bodies.
CREATE TABLE call_parts (
    call_id INTEGER PRIMARY KEY,
    marks BLOB NOT NULL
) STRICT;

-- Sums for charts and for the size of the log. `hour` is at / 3,600,000.
CREATE TABLE call_hours (
    shop_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    faults INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (shop_id, hour)
) STRICT, WITHOUT ROWID;

-- Answers of calls with an Idempotency-Key (contract §9.6).
CREATE TABLE kept_answers (
    id INTEGER PRIMARY KEY,
    key_id INTEGER NOT NULL REFERENCES api_keys (id),
    digest BLOB NOT NULL,           -- SHA-256 of the Idempotency-Key
    fingerprint BLOB NOT NULL,      -- SHA-256 of the call's path and body
    at INTEGER NOT NULL,
    status INTEGER NOT NULL,        -- 0 while there is no answer yet
    waits_for INTEGER,              -- then the link_actions.id that the call waits for
    body BLOB NOT NULL,             -- compressed
    bytes_until INTEGER NOT NULL,   -- bytes of the key's rows up to this one: two rows' difference is
                                    -- what the rows between them take
    UNIQUE (key_id, digest)
) STRICT;
CREATE INDEX kept_answers_by_size ON kept_answers (key_id, bytes_until);
CREATE INDEX kept_answers_by_age ON kept_answers (at);


-- --------------------------------------------------------------------------- the pull (docs/pull.md)

-- The nightly file of a shop.
CREATE TABLE pull_sources (
    shop_id INTEGER PRIMARY KEY REFERENCES shops (id),
    path TEXT NOT NULL,             -- an address, or a folder where there is a pattern
    pattern TEXT,
    query TEXT NOT NULL DEFAULT '',         -- what a database or a mailbox is asked for
    secret_name TEXT,                       -- of the address's password
    trust TEXT NOT NULL DEFAULT '',         -- what the owner confirmed of the server
    plan TEXT NOT NULL,                     -- how the file is read, JSON (service/files/columns/mapping.py)
    missing TEXT NOT NULL,                  -- what happens to items that it does not have: stay, inactive, zero
    watch INTEGER NOT NULL DEFAULT 0,       -- whether it is also read after each change
    seen TEXT,                              -- the last state that was read so
    minute INTEGER NOT NULL,                -- when it is read: minutes after local midnight
    dealt_with INTEGER NOT NULL,            -- the last due moment that is over
    tries INTEGER NOT NULL DEFAULT 0,       -- failed ones of the present night
    next_try_at INTEGER,
    computer TEXT NOT NULL DEFAULT ''       -- whose path it is; '' for an address
) STRICT;

-- What the owner confirmed: how the file of a path is read, and what the file was like then.
CREATE TABLE pull_confirmed (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    path TEXT NOT NULL,
    reading TEXT NOT NULL,          -- a digest of how it is read (PullSetup.reading)
    state TEXT NOT NULL DEFAULT '', -- of the file, JSON (ConfirmedState); '' before the first run
    PRIMARY KEY (shop_id, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE pull_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    state TEXT NOT NULL,
    file TEXT NOT NULL,
    path TEXT NOT NULL,             -- this and the next three: as in pull_sources, when the run began
    pattern TEXT,
    plan TEXT NOT NULL,
    missing TEXT NOT NULL,
    rows_read INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL DEFAULT 0,
    updated INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    noted INTEGER NOT NULL DEFAULT 0,       -- remarks, also on rows that were saved
    inactive INTEGER NOT NULL DEFAULT 0,    -- items that the file did not have and that became inactive
    duration_ms INTEGER NOT NULL DEFAULT 0,
    fingerprint TEXT,                       -- of the file and the plan; NULL if it was not read to the end
    fault TEXT,                             -- a sentence
    held TEXT,                              -- why it waits for approval, JSON
    undoable INTEGER NOT NULL DEFAULT 0     -- whether it changed something and can be taken back
) STRICT;
CREATE INDEX pull_runs_by_shop ON pull_runs (shop_id, id);
CREATE INDEX pull_runs_running ON pull_runs (shop_id) WHERE state = 'running';
CREATE INDEX pull_runs_undoable ON pull_runs (shop_id, id) WHERE undoable = 1;

-- The rejected and noted rows of a run, and what an undo could not put back.
CREATE TABLE pull_rows (
    run_id INTEGER NOT NULL REFERENCES pull_runs (id),
    place INTEGER NOT NULL,         -- from 0, in the file's order
    line INTEGER NOT NULL,          -- of the file; -1 where an undo left something
    sku TEXT,
    text TEXT NOT NULL,             -- a sentence
    rejected INTEGER NOT NULL,
    PRIMARY KEY (run_id, place)
) STRICT, WITHOUT ROWID;


-- ------------------------------------------------------------------ the upstream link (docs/link.md)

-- A shop that ever had a link keeps its row: its own orders are numbered by it.
CREATE TABLE links (
    shop_id INTEGER PRIMARY KEY REFERENCES shops (id),
    url TEXT NOT NULL,
    secret_name TEXT NOT NULL,
    is_on INTEGER NOT NULL,
    practice INTEGER NOT NULL DEFAULT 0,        -- whether its marketplace runs inside the program
    only_listed INTEGER NOT NULL DEFAULT 0,     -- whether only items with list_on_marketplace go up
    only_there TEXT NOT NULL DEFAULT 'leave',   -- what is done with items that only the marketplace has
    created_at INTEGER NOT NULL,
    removed_at INTEGER,

    -- its state, as sentences: why the key is refused, why the last call had no answer, what waits
    -- for approval, why the program switched the link off, what else the owner should know
    refused TEXT,
    fault TEXT,
    held TEXT,
    off_reason TEXT,
    notice TEXT,
    last_answer_at INTEGER,
    clock_offset INTEGER NOT NULL DEFAULT 0,    -- added to times of the marketplace, milliseconds

    -- orders
    full_read_at INTEGER,                       -- when every status was last read
    history_read INTEGER NOT NULL DEFAULT 0,    -- whether orders_before_link is complete
    event_feed INTEGER NOT NULL DEFAULT 0,      -- whether the marketplace has the event feed
    event_cursor TEXT,

    -- items
    rehearsed_at INTEGER,
    rehearsal TEXT,                             -- what the first push would change, JSON
    approved INTEGER NOT NULL DEFAULT 0,        -- whether the owner agreed to it
    scanned_revision INTEGER NOT NULL DEFAULT 0,    -- shops.revision up to which changes were queued
    allowed_revision INTEGER NOT NULL DEFAULT 0,    -- and up to which the owner allowed what was held
    compare_due INTEGER NOT NULL DEFAULT 0,     -- whether the nightly comparison is to run at once
    compared_at INTEGER,
    comparison TEXT                             -- its result, JSON
) STRICT;

-- Orders that the marketplace had closed before the link began are its history and are not stored
-- here. The first reading notes them, as a clock of either side can be wrong later.
CREATE TABLE orders_before_link (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    reference TEXT NOT NULL,
    PRIMARY KEY (shop_id, reference)
) STRICT, WITHOUT ROWID;

CREATE TABLE mirrored_orders (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    known TEXT NOT NULL,            -- the status that the marketplace said last and that was believed
    missing_since INTEGER,          -- since when the marketplace does not show it
    difference TEXT,                -- a sentence: where the two sides disagree
    notice TEXT                     -- a sentence
) STRICT;
CREATE INDEX mirrored_orders_to_show ON mirrored_orders (shop_id)
    WHERE difference IS NOT NULL OR notice IS NOT NULL OR missing_since IS NOT NULL;

-- Orders of the marketplace that could not be read.
CREATE TABLE set_aside_orders (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    name TEXT NOT NULL,             -- its reference where it has one
    raw BLOB NOT NULL,              -- what came, at most 16 KiB
    message TEXT NOT NULL,          -- a sentence
    since INTEGER NOT NULL,
    PRIMARY KEY (shop_id, name)
) STRICT, WITHOUT ROWID;

-- Order actions on their way to the marketplace. A row waits until it has an outcome; no state
-- says that it is being sent, so after a crash it still waits.
CREATE TABLE link_actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    order_id INTEGER NOT NULL REFERENCES orders (id),
    action TEXT NOT NULL,
    reason TEXT,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,       -- those that may have reached the marketplace
    next_try_at INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,                           -- done, refused or withdrawn
    message TEXT,                           -- a sentence
    finished_at INTEGER
) STRICT;
CREATE INDEX link_actions_waiting ON link_actions (shop_id, id) WHERE outcome IS NULL;
CREATE INDEX link_actions_by_order ON link_actions (order_id, id);

-- What the marketplace has of an item, as far as it said so.
CREATE TABLE pushed_items (
    item_id INTEGER PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    content BLOB NOT NULL DEFAULT x'',      -- fingerprint of the fields; empty: it has nothing
    stock BLOB NOT NULL DEFAULT x'',        -- fingerprint of the levels; empty: not known
    branches TEXT NOT NULL DEFAULT '[]',    -- where it has stock, a JSON array of names
    price_fils INTEGER,
    units INTEGER NOT NULL DEFAULT 0,       -- over all branches
    waiting_since INTEGER,                  -- set while something is to be sent
    parked TEXT,                            -- a sentence: why it was refused; it is sent again when it changes
    parked_at INTEGER
) STRICT;
CREATE INDEX pushed_items_waiting ON pushed_items (shop_id, item_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX pushed_items_parked ON pushed_items (shop_id, item_id) WHERE parked IS NOT NULL;
CREATE INDEX pushed_items_there ON pushed_items (shop_id) WHERE content <> x'';

-- Items that only the marketplace has, as the last comparison read them.
CREATE TABLE only_there_items (
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    folded TEXT NOT NULL,           -- of the SKU
    row BLOB NOT NULL,              -- JSON
    PRIMARY KEY (shop_id, folded)
) STRICT, WITHOUT ROWID;


-- --------------------------------------------------------------- alerts to the owner's phone or mail

CREATE TABLE alert_channels (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    masked TEXT NOT NULL,           -- what may be shown of the address, which is a secret
    service TEXT NOT NULL,          -- what the library calls it
    kinds TEXT NOT NULL,            -- JSON array
    with_buyer INTEGER NOT NULL,    -- whether alerts name the car and the customer
    secret_name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_sent_at INTEGER,
    fault TEXT,                     -- a sentence: why the last try failed
    failures INTEGER NOT NULL DEFAULT 0,    -- in a row
    next_try_at INTEGER NOT NULL DEFAULT 0,
    dropped INTEGER NOT NULL DEFAULT 0      -- alerts that came too late
) STRICT;

-- Alerts that wait.
CREATE TABLE alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel_id INTEGER NOT NULL REFERENCES alert_channels (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX alerts_by_channel ON alerts (channel_id, id);

-- States that were reported and still hold: orders with little time, targets and links in trouble.
CREATE TABLE alert_marks (
    kind TEXT NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    subject TEXT NOT NULL,
    PRIMARY KEY (kind, shop_id, subject)
) STRICT, WITHOUT ROWID;

-- Up to where news of a shop were read.
CREATE TABLE alert_positions (
    shop_id INTEGER PRIMARY KEY REFERENCES shops (id),
    history INTEGER NOT NULL,       -- order_history.position
    run INTEGER NOT NULL            -- pull_runs.id
) STRICT;

-- The address that is called every so many minutes while the program runs; its service reports
-- when the calls stop.
CREATE TABLE heartbeat (
    only_one INTEGER PRIMARY KEY,
    masked TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    secret_name TEXT NOT NULL,
    last_answer_at INTEGER,
    fault TEXT                      -- a sentence
) STRICT;


-- --------------------------------------------------------------- the audit (contract §11)

-- What the owner did. Entries are only ever added, at the end; none can be changed, removed or put
-- in between without all later hashes changing too.
CREATE TABLE audit_entries (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    shop TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL,          -- JSON object of texts
    hash BLOB NOT NULL              -- SHA-256 of the hash before and of the entry
) STRICT;
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
