-- The audit: what the owner did. `details` is a JSON object of texts. `hash` is the SHA-256 of the hash before and of the
-- entry, so that no entry can be changed, removed or put in between without all later ones changing too.
-- Entries are only ever added, at the end.

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
