"""A copy of the database, until a newer version has proved that it works with the real one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from bridge.system.paths import database_file
from service.store.engine.checkpoints import empty_log
from service.store.engine.data_folders import sync_folder
from service.store.engine.migrations import read_schema_version
from service.store.recovery.copies import write_plain_copy

_ENDING: Final = ".before-upgrade"
_PARTS: Final = ("", "-wal")
"""The files with data; SQLite creates the shared memory next to them again."""


class DatabaseCopies:
    """Copies only what a newer version would change: a database with an older schema."""

    def keep(self, folder: Path, schema: int) -> None:
        """Copy the database while no program uses it. Raises OSError, and then leaves no copy."""
        database = database_file(folder)
        if not database.exists():
            return
        # A copy of an upgrade that was killed is older than the data is now.
        self.drop(folder)
        if _schema_of(database) >= schema:
            return
        try:
            if not _copy_whole(database, _copy_of(database)):
                self.drop(folder)
                _copy_parts(database)
            sync_folder(folder)
        except OSError:
            self.drop(folder)
            raise

    def put_back(self, folder: Path) -> None:
        """Restore the copy; without one the database was not changed. Raises OSError."""
        database = database_file(folder)
        if not _copy_of(database).exists():
            return
        # A kill leaves one database or the other: without a log next to it, it is one file.
        _fold_log(database)
        for ending in ("-shm", "-wal"):
            _part(database, ending).unlink(missing_ok=True)
        for ending in _PARTS:
            part = _part(database, ending)
            if _copy_of(part).exists():
                _copy_of(part).replace(part)
        sync_folder(folder)

    def drop(self, folder: Path) -> None:
        for ending in _PARTS:
            _copy_of(_part(database_file(folder), ending)).unlink(missing_ok=True)


def _part(database: Path, ending: str) -> Path:
    return database.with_name(database.name + ending)


def _copy_of(part: Path) -> Path:
    return part.with_name(part.name + _ENDING)


def _copy_whole(database: Path, copy: Path) -> bool:
    """Database and log in one file, on the disk at the end; False if damaged. Raises OSError."""
    with open(copy, "xb", opener=_open_for_owner) as target:
        try:
            with closing(_open_to_read(database)) as db:
                write_plain_copy(db, copy)
        except sqlite3.Error:
            return False
        os.fsync(target.fileno())
    shutil.copymode(database, copy)
    return True


def _copy_parts(database: Path) -> None:
    """Copy a database that SQLite cannot read as it is. Raises OSError."""
    for ending in _PARTS:
        part = _part(database, ending)
        if part.exists():
            _copy_privately(part, _copy_of(part))


def _copy_privately(part: Path, copy: Path) -> None:
    """Copy a file that nobody else may read at any moment, with the rights of the original."""
    with part.open("rb") as source, open(copy, "xb", opener=_open_for_owner) as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())
    shutil.copymode(part, copy)


def _fold_log(database: Path) -> None:
    """Write the log into the database, and remove it. A damaged one keeps it."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as db:
        empty_log(db)


def _open_for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _open_to_read(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)


def _schema_of(database: Path) -> int:
    """The schema's number; one that cannot be read counts as the oldest, so that it is copied."""
    try:
        with closing(_open_to_read(database)) as db:
            return read_schema_version(db)
    except sqlite3.Error:
        return 0
