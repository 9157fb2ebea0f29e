"""Whether Counterpart made a database's schema: a file from elsewhere may have
views and triggers.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing

from service.store.engine.connection import Schema

LABEL_TABLE = "_backup"
LABEL_SQL = f"CREATE TABLE {LABEL_TABLE} (label TEXT NOT NULL) STRICT"
"""The table with the label of a copy."""

MIGRATIONS_TABLE = "_sqlite_migrations"
"""The library's own list of completed steps; it is created again and never copied."""

_QUOTES = re.compile(r'["\[\]`]')
Entry = tuple[str, str, str, str]
"""Type, name, table and SQL, without quotes and with single spaces."""


def schema_up_to(version: int) -> Schema:
    """The schema of an earlier version."""
    # A start of the service needs none of this, unless a file from elsewhere is looked into.
    from sqlite_utils import Database, Migrations  # noqa: PLC0415 - as above

    from service.store.engine.migrations import migrations  # noqa: PLC0415 - as above

    with closing(sqlite3.connect(":memory:")) as db:
        pending = migrations.pending(Database(db, execute_plugins=False))
    steps = Migrations(migrations.name)
    for step in pending[:version]:
        steps(name=step.name)(step.fn)
    return Schema(version, lambda: steps)


def is_own_schema(db: sqlite3.Connection) -> bool:
    """Whether the open database has exactly the schema of its version. Raises sqlite3.Error."""
    from sqlite_utils import Database  # noqa: PLC0415 - as in schema_up_to

    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    entries = _read_entries(db)
    with closing(sqlite3.connect(":memory:")) as fresh:
        schema_up_to(version).load_steps().apply(Database(fresh, execute_plugins=False))
        expected = _read_entries(fresh)
    return version > 0 and entries == expected


def _read_entries(db: sqlite3.Connection) -> set[Entry]:
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
    return set(_normalise(rows))


def _normalise(rows: Iterable[tuple[str, str, str, str | None]]) -> Iterable[Entry]:
    for kind, name, table, sql in rows:
        text = " ".join(_QUOTES.sub("", sql or "").split())
        if kind == "table" and name == LABEL_TABLE and text == LABEL_SQL:
            continue
        if table == MIGRATIONS_TABLE and kind in ("table", "index"):
            # Other versions of the library write it differently, and nothing reads it.
            continue
        if kind == "table" and name.startswith("sqlite_stat"):
            continue
        yield kind, name, table, text
