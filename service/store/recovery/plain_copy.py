"""A copy of a whole database in one file, without a label or a check."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def write_plain_copy(db: sqlite3.Connection, target: Path) -> None:
    """Writes all committed data of a database, its log too, to one new file. Raises sqlite3.Error,
    and then the file is not complete.
    """
    with closing(sqlite3.connect(target)) as copy:
        # The caller drops a copy that is not complete, so it needs no journal.
        copy.execute("PRAGMA journal_mode = OFF")
        db.backup(copy)
