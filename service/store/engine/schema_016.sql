-- A nightly file may be at an address: the password is in the secret store, `trust` is what the
-- owner confirmed of the server, `query` is what a database or mailbox is asked for. A watched file
-- is read after each change; `seen` is its last state that was read.

ALTER TABLE pull_sources ADD COLUMN secret_name TEXT;
ALTER TABLE pull_sources ADD COLUMN trust TEXT NOT NULL DEFAULT '';
ALTER TABLE pull_sources ADD COLUMN query TEXT NOT NULL DEFAULT '';
ALTER TABLE pull_sources ADD COLUMN watch INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pull_sources ADD COLUMN seen TEXT;
