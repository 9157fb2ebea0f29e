"""Opening the database: the same settings for every connection, and the schema brought up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from filelock import FileLock
from sqlite_utils import Database

from service.domain.errors import Unavailable
from service.store.faults import as_unavailable
from service.store.migrations import SCHEMA_VERSION, migrations

FILE_NAME = "counterpart.db"
BUSY_TIMEOUT_S = 3.0
_WRITER_CACHE_KIB = 24 * 1024
_READER_CACHE_KIB = 4 * 1024


def connect(path: Path, *, writes: bool) -> sqlite3.Connection:
    """One connection with the settings that every one has; may be handed from thread to thread."""
    connection = sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False, cached_statements=512
    )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KIB if writes else _READER_CACHE_KIB}")
    if not writes:
        connection.execute("PRAGMA query_only = ON")
    return connection


def prepare(path: Path) -> None:
    """Makes the database or brings its schema up to date. Raises Unavailable."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".upgrade-lock"), timeout=60):
            _prepare_locked(path)
    except (OSError, TimeoutError) as error:
        raise Unavailable(f"The data folder {path.parent} cannot be used: {error}.") from error
    except sqlite3.Error as error:
        raise as_unavailable(error) or error from error


def _prepare_locked(path: Path) -> None:
    connection = connect(path, writes=True)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA_VERSION:
            raise Unavailable(
                f"The data in {path.parent} was written by a newer Counterpart. Install the newest version to open it."
            )
        if version == SCHEMA_VERSION:
            return
        if version == 0:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
            connection.execute("PRAGMA journal_mode = WAL")
        migrations.apply(Database(connection, execute_plugins=False))
    finally:
        connection.close()
