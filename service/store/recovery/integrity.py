"""Checks whether a database is sound, through its own connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from service.store.engine.connection import connect
from service.store.engine.sqlite_errors import is_corruption

_MAX_FAULTS = 20
_STEPS_PER_STOP_CHECK = 100_000


def run_quick_check(path: Path) -> list[str]:
    """What SQLite finds wrong; empty for nothing. Raises sqlite3.DatabaseError for no database."""
    return _run_check(path, "quick_check", None)


def run_integrity_check(path: Path, stop: Callable[[], bool] | None = None) -> list[str]:
    """Compares indexes with tables too; slower. Raises OperationalError once `stop` is true."""
    return _run_check(path, "integrity_check", stop)


def can_open(path: Path) -> bool:
    """Whether its schema can be read, which is quick. Raises sqlite3.Error for not now."""
    try:
        with closing(connect(path, writes=False)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.DatabaseError as error:
        if is_corruption(error):
            return False
        raise
    return True


def _run_check(path: Path, pragma: str, stop: Callable[[], bool] | None) -> list[str]:
    with closing(connect(path, writes=False)) as connection:
        if stop is not None:
            connection.set_progress_handler(stop, _STEPS_PER_STOP_CHECK)
        faults = [str(row[0]) for row in connection.execute(f"PRAGMA {pragma}({_MAX_FAULTS})")]
    return [] if faults == ["ok"] else faults
