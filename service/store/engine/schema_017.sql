-- Staff at the counter, and the PINs of the owner (person 0) and of staff (docs/people.md). A PIN is stored as a salted
-- scrypt hash. `wrong_tries` counts since the last right one.
CREATE TABLE staff (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    active INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE pins (
    person INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    wrong_tries INTEGER NOT NULL DEFAULT 0
) STRICT;

-- At most one row: who is at the counter, and whether the window is read-only for support.
CREATE TABLE counter_state (
    only_one INTEGER PRIMARY KEY,
    person INTEGER NOT NULL DEFAULT 0,
    support_view INTEGER NOT NULL DEFAULT 0
) STRICT;
