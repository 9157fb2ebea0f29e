"""`python -m tests.released` stores this version's schema; run it once when a version is released.

Until 0.1.0 is released its file may be written again; a released version's file is never changed.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from service.store.engine.connection import prepare_database
from service.store.engine.schema_version import SCHEMA_VERSION
from service.version import VERSION

HERE = Path(__file__).parent
SAMPLE = {
    "INTEGER": "7",
    "TEXT": "'text \u0645\u0631\u062d\u0628\u0627'",
    "BLOB": "x'00ff'",
    "REAL": "0.5",
}


def main() -> None:
    """Writes `schema_VERSION.sql`."""
    file = HERE / f"schema_{VERSION.replace('.', '_')}.sql"
    file.write_text(dump(), encoding="utf-8")
    sys.stdout.write(f"{file}\n")


def dump() -> str:
    """The schema as SQL, one row in every table; `user_version` is its first line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.db"
        prepare_database(path)
        with closing(sqlite3.connect(path)) as db:
            for table in tables(db):
                db.execute(row_for(db, table))
            lines = [line for line in db.iterdump() if "_sqlite_migrations" not in line or "INSERT" not in line]
            names = db.execute("SELECT name FROM _sqlite_migrations ORDER BY id").fetchall()
    done = "".join(
        f"INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('counterpart', '{name}', '2026');\n"
        for (name,) in names
    )
    return f"PRAGMA user_version = {SCHEMA_VERSION};\n" + "\n".join(lines) + "\n" + done


def tables(db: sqlite3.Connection) -> list[str]:
    """The program's own, in the order in which they were made."""
    found = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
    return [name for (name,) in found if not name.startswith(("sqlite_", "_sqlite_"))]


def row_for(db: sqlite3.Connection, table: str) -> str:
    """One row; every number is 7, so that what refers to another table's row finds it."""
    columns = db.execute(f"SELECT name, type FROM pragma_table_info('{table}')").fetchall()
    values = ", ".join(SAMPLE[kind] for _, kind in columns)
    return f"INSERT INTO {table} ({', '.join(name for name, _ in columns)}) VALUES ({values})"


if __name__ == "__main__":
    main()
