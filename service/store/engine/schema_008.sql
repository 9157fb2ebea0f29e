-- Answers of calls with an Idempotency-Key (contract §9.6). `digest` is the SHA-256 of the key, `fingerprint` that of the
-- call's path and body. `bytes_until` sums the sizes of all rows of the API key up to this one, so that the difference
-- of two rows is what the rows between them take. `status` is 0 while there is no answer yet: the call waits for the
-- action `waits_for` of link_actions.

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
CREATE INDEX kept_answers_by_size ON kept_answers (key_id, bytes_until);
CREATE INDEX kept_answers_by_age ON kept_answers (at);
