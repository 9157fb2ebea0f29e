-- The parts that each upload names, so that its call is found by a part number: four bytes for each row. They are in a
-- table of their own, which can be read without the bodies.

CREATE TABLE call_parts (
    call_id INTEGER PRIMARY KEY,
    marks BLOB NOT NULL
) STRICT;
