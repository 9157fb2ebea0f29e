"""Whether a database is sound, looked at through a connection of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from service.store.database import connect
from service.store.faults import is_damage

_MOST_FAULTS = 20
_STEPS_A_LOOK = 100_000


def quick_check(path: Path) -> list[str]:
    """What SQLite finds wrong; empty if all is well. Raises sqlite3.DatabaseError where it is no database."""
    return _check(path, "quick_check", None)


def integrity_check(path: Path, stop: Callable[[], bool] | None = None) -> list[str]:
    """The same with every index compared to its table; slower, and raises OperationalError once `stop` says so."""
    return _check(path, "integrity_check", stop)


def opens(path: Path) -> bool:
    """Whether it is a database whose schema can be read: a glance that costs nothing however large it is."""
    try:
        with closing(connect(path, writes=False)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.DatabaseError as error:
        return not is_damage(error)
    return True


def _check(path: Path, pragma: str, stop: Callable[[], bool] | None) -> list[str]:
    with closing(connect(path, writes=False)) as connection:
        if stop is not None:
            connection.set_progress_handler(stop, _STEPS_A_LOOK)
        found = [str(row[0]) for row in connection.execute(f"PRAGMA {pragma}({_MOST_FAULTS})")]
    return [] if found == ["ok"] else found
