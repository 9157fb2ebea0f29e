"""A database in which every table has rows, with the texts that are hardest to copy."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from service.domain.audit import Actor, Origin, OwnerAction
from service.store.audit_log import record_action
from service.store.engine.connection import connect
from service.store.engine.transaction import Tx
from service.store.recovery.engine_copy import read_tables
from tests.fakes.new_database import new_database

ROWS = 4
TEXT = "\\N \\. \\\\ \t\n\r\b\f\v\x01\x1f\x7f \"quoted\" 'single' {} ف ü € 😀 \u2028"
BYTES = bytes(range(256))
_WHOLE = 2**62


def fill_every_table(folder: Path) -> Path:
    """Makes the folder's database; gives its path."""
    path = new_database(folder)
    with closing(connect(path, writes=True)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("BEGIN")
        for table in read_tables(db):
            if table.name != "audit_entries":
                _fill(db, table.name)
        tx = Tx(db, origin=Origin(Actor.COMMAND_LINE, lambda: 1, "Huda"))
        for number in range(ROWS):
            record_action(tx, OwnerAction.KEY_RENAMED, f"{number} {TEXT}")
        # A number that was given and whose row is gone is not given again.
        db.execute("UPDATE sqlite_sequence SET seq = 1000 WHERE name = 'order_history' OR name = 'pull_runs'")
        db.execute("COMMIT")
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    return path


def _fill(db: sqlite3.Connection, table: str) -> None:
    db.execute(f"DELETE FROM {table}")
    columns = db.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,)).fetchall()
    linked = {row[3] for row in db.execute(f"PRAGMA foreign_key_list({table})")}
    for number in range(1, ROWS + 1):
        values = [
            None
            if not (not_null or key) and (number + place) % ROWS == 0
            else _make(name, kind, number, name in linked)
            for place, (name, kind, not_null, key) in enumerate(columns)
        ]
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def _make(name: str, kind: str, number: int, is_linked: bool) -> Any:  # noqa: ANN401 - a value of a column
    match kind:
        case "INTEGER" if name == "staging":
            return number - 1
        case "INTEGER":
            large = name.endswith(("_fils", "_us"))
            return -_WHOLE + number if large and not is_linked else number
        case "TEXT":
            return f"{name} {number}" + (TEXT if number > 1 else "")
        case "BLOB":
            return bytes([number]) + (BYTES if number > 1 else b"")
        case _:
            return [None, TEXT, -5, _WHOLE][number - 1]


def read_everything(path: Path) -> dict[str, list[Any]]:
    """Every row of every table of a file, and the last numbers."""
    with closing(connect(path, writes=False)) as db:
        tables = [table.name for table in read_tables(db)] + ["sqlite_sequence"]
        return {table: sorted(db.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}
