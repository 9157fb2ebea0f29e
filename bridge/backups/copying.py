"""A copy of a live database by SQLite's backup API, verified before it counts."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from service.domain.errors import Unavailable
from service.store.checks import integrity_check
from service.store.database import connect
from service.store.faults import as_unavailable

_PAGES_A_STEP = 2_000

Told = Callable[[int, int], None]
"""Pages done, pages in all."""


def copy_database(source: Path, target: Path, told: Told) -> None:
    """Copies a database that may be in use to a new file, whole or not at all. Raises Unavailable."""
    partial = target.with_name(f".{target.name}.part")
    partial.unlink(missing_ok=True)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(source, partial, told)
        faults = integrity_check(partial)
        if faults:
            raise Unavailable(f"The backup is not sound ({faults[0]}), so it was not kept. Run the self-test.")
        os.replace(partial, target)  # noqa: PTH105 - atomic
    except OSError as error:
        raise Unavailable(f"{target} cannot be written: {error.strerror}. Choose another folder.") from error
    except sqlite3.Error as error:
        raise as_unavailable(error) or error from error
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)


def _copy(source: Path, partial: Path, told: Told) -> None:
    live, copy = connect(source, writes=False), sqlite3.connect(partial)
    try:
        live.backup(copy, pages=_PAGES_A_STEP, progress=lambda _, left, total: told(total - left, total), sleep=0.01)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
        live.close()
