"""Whether a database is sound, looked at through a connection of its own."""

from __future__ import annotations

from pathlib import Path

from service.store.database import connect

_MOST_FAULTS = 20


def quick_check(path: Path) -> list[str]:
    """What SQLite finds wrong; empty if all is well. Raises sqlite3.DatabaseError where it is no database."""
    return _check(path, "quick_check")


def integrity_check(path: Path) -> list[str]:
    """The same with every index compared to its table; slower."""
    return _check(path, "integrity_check")


def _check(path: Path, pragma: str) -> list[str]:
    connection = connect(path, writes=False)
    try:
        found = [str(row[0]) for row in connection.execute(f"PRAGMA {pragma}({_MOST_FAULTS})")]
    finally:
        connection.close()
    return [] if found == ["ok"] else found
