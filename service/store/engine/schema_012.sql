-- Alerts to the owner's phone or mail. An address is in the secret store under `secret_name`; `masked` is what may be
-- shown of it. `alerts` are those that wait. `alert_marks` are the states that were reported and still hold: orders with
-- little time, targets and links in trouble. `alert_position` says up to where the history and the runs were read.

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

CREATE TABLE alert_marks (
    kind TEXT NOT NULL,
    shop_id INTEGER NOT NULL REFERENCES shops (id),
    subject TEXT NOT NULL,
    PRIMARY KEY (kind, shop_id, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE alert_position (
    only_one INTEGER PRIMARY KEY,
    history INTEGER NOT NULL,
    run INTEGER NOT NULL
) STRICT;

CREATE TABLE heartbeat (
    only_one INTEGER PRIMARY KEY,
    masked TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    secret_name TEXT NOT NULL,
    last_answer_at INTEGER,
    fault TEXT
) STRICT;
