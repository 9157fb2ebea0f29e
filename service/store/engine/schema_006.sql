-- The event feed. A position in it is a number of `events`, which rises in the order of the commits: a write takes the
-- next one while it alone may write. `events_gone` is the highest that was dropped, so that none is given twice.
-- `in_feed` is 0 for a test event that went to one target alone.
-- A row of feed_epochs is a restore: what has a number up to `after_seq` was there before it. The first epoch has no
-- row; it is named by the moment when the first shop was made, which every backup of the same data has.

ALTER TABLE shops ADD COLUMN events_gone INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN in_feed INTEGER NOT NULL DEFAULT 1;
UPDATE events SET in_feed = 0 WHERE test = 1;
CREATE INDEX events_in_feed ON events (shop_id, seq, kind) WHERE in_feed = 1;

CREATE TABLE feed_epochs (
    number INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL UNIQUE,
    after_seq INTEGER NOT NULL
) STRICT;
