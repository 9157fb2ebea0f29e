"""The number of the newest schema, which can be read without the steps that lead to it."""

from __future__ import annotations

import sqlite3

SCHEMA_VERSION = 23
"""Written to `PRAGMA user_version`: a program refuses a database with a higher number."""


def read_schema_version(db: sqlite3.Connection) -> int:
    """The schema's number, 0 for a new file. Raises sqlite3.Error."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])
