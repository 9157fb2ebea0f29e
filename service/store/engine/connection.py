"""Opens the database: the same settings for every connection, and an up-to-date schema."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from filelock import FileLock

from service.domain.errors import Unavailable, UnavailableCode
from service.store.engine.data_folders import make_private_folder, sync_folder
from service.store.engine.migrations import SCHEMA_MARK, STEPS, Steps, apply_steps, read_schema_version
from service.store.engine.moved_mark import check_not_moved
from service.store.engine.sqlite_errors import as_unavailable, to_unavailable
from service.store.engine.transaction import NO_COMMITS, ForeignCommits, Values

FILE_NAME = "counterpart.db"
BACKUP_FOLDER = "backups"
"""The backup folder next to the data."""

BUSY_TIMEOUT_S = 3.0
_COMMITS = ForeignCommits(any=True, of_all=True)
MIN_FREE_PAGES = 256
PAGES_PER_STEP = 128
_WRITER_CACHE_KIB = 24 * 1024
_READER_CACHE_KIB = 4 * 1024


class SqliteConnection(sqlite3.Connection):
    """SQLite as the store's transactions use it."""

    is_shared = False
    on_damage: Callable[[], None] | None = None
    """Called when a read or a write meets that the file is damaged."""
    _seen_version: int | None = None
    _checked_version: int | None = None
    """Of the file when it was last looked whether it was moved."""

    def insert(self, sql: str, values: Values) -> int:
        return self.execute(sql, values).lastrowid or 0

    def write_rows(self, sql: str, rows: Sequence[Sequence[Any]], /) -> int:
        return self.executemany(sql, rows).rowcount

    def begin_read(self) -> None:
        self.execute("BEGIN")

    def begin_write(self, shops: Sequence[int] | None = None) -> None:  # noqa: ARG002 - of the port
        # The whole file has one writer.
        self.execute("BEGIN IMMEDIATE")
        version = int(self.execute("PRAGMA data_version").fetchone()[0])
        if version != self._checked_version:
            try:
                check_not_moved(self.execute)
            except BaseException:
                self.rollback()
                raise
            self._checked_version = version

    def take_lock(self, name: str) -> None:
        """The transaction is the only one."""

    def commit(self, *, of_all: bool = False) -> None:  # noqa: ARG002 - of the port
        # The library's own does nothing where SQLite has ended the transaction: what was written
        # in it is lost.
        self.execute("COMMIT")

    def undo_savepoint(self, name: str) -> None:
        # A full disk, for one, has ended the transaction already.
        if self.in_transaction:
            self.execute(f"ROLLBACK TO {name}")
            self.execute(f"RELEASE {name}")

    def find_foreign_commits(self) -> ForeignCommits:
        version = int(self.execute("PRAGMA data_version").fetchone()[0])
        before, self._seen_version = self._seen_version, version
        return NO_COMMITS if before == version or before is None else _COMMITS

    def confirm_term(self, term: int | None) -> None:
        """The file has one service."""

    def free_pages(self) -> bool:
        free = int(self.execute("PRAGMA freelist_count").fetchone()[0])
        if free <= MIN_FREE_PAGES:
            return False
        self.execute(f"PRAGMA incremental_vacuum({min(PAGES_PER_STEP, free - MIN_FREE_PAGES)})").fetchall()
        return True

    def to_unavailable(self, error: BaseException) -> Unavailable | None:
        fault = to_unavailable(error)
        if fault is not None and fault.code is UnavailableCode.DATABASE_DAMAGED and self.on_damage is not None:
            self.on_damage()
        return fault


def connect(path: Path, *, writes: bool) -> SqliteConnection:
    """For any thread, one at a time. One that only reads makes no file. Raises sqlite3.Error."""
    connection = sqlite3.connect(
        path if writes else f"{path.absolute().as_uri()}?mode=rw",
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=512,
        uri=not writes,
        factory=SqliteConnection,
    )
    # After an error the caller's file stays as it is: a connection that is closed writes the log
    # next to a damaged file into it.
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KIB if writes else _READER_CACHE_KIB}")
    if not writes:
        connection.execute("PRAGMA query_only = ON")
    return connection


def prepare_database(path: Path, steps: Steps = STEPS, *, back_up: bool = True) -> None:
    """Creates the database or updates its schema, after a copy if `back_up` says so. Raises
    Unavailable.
    """
    open_database(path, steps, back_up=back_up).close()


def open_database(
    path: Path,
    steps: Steps = STEPS,
    *,
    back_up: bool = True,
    check_upgrade: Callable[[], None] = lambda: None,
) -> SqliteConnection:
    """Prepares the database like `prepare_database`; returns a connection that writes. Raises
    Unavailable, and what `check_upgrade` raises: that is called before data of an older version is
    changed.
    """
    with as_unavailable(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".upgrade-lock"), timeout=60):
            connection = connect(path, writes=True)
            try:
                was_current = _upgrade_locked(connection, path, steps, check_upgrade, back_up=back_up)
            except BaseException:
                connection.close()
                raise
            if was_current:
                return connection
            connection.close()  # the library of the steps changed its settings
            return connect(path, writes=True)


def _upgrade_locked(
    connection: sqlite3.Connection, path: Path, steps: Steps, check_upgrade: Callable[[], None], *, back_up: bool
) -> bool:
    """Returns whether the schema was current already."""
    version = read_schema_version(connection)
    if version > len(steps):
        raise Unavailable.saying(
            "The data in {parent} was written by a newer Counterpart. Install the newest version to open it.",
            parent=str(path.parent),
        )
    if version > 0 and connection.execute("PRAGMA application_id").fetchone()[0] != SCHEMA_MARK:
        raise Unavailable.saying(
            "The data in {parent} was written by a build from before 0.1.0. Install that build, or move the folder "
            "away and start again.",
            parent=str(path.parent),
        )
    if version > 0:
        check_not_moved(connection.execute)
    if version == len(steps):
        return True
    if version == 0:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
    else:
        check_upgrade()
        if back_up:
            _back_up(connection, path, version)
    apply_steps(connection, steps)
    return False


def _back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Copies the database before the upgrade into the backup folder. Raises Unavailable."""
    folder = path.parent / BACKUP_FOLDER
    make_private_folder(folder)
    target = folder / f"counterpart-schema-{version}-before_upgrade.cpbackup"
    partial = target.with_name(f".{target.name}.part")
    # What a killed copy left takes the room that this one needs.
    partial.unlink(missing_ok=True)
    need = 2 * path.stat().st_size
    if shutil.disk_usage(folder).free < need:
        raise Unavailable.saying(
            "The data has to be upgraded, and a copy of it is kept first, but {folder} has no room for it. "
            "Free {need} MiB, then start again.",
            folder=str(folder),
            need=need // (1024 * 1024) + 1,
        )
    try:
        with closing(sqlite3.connect(partial)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            fault = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if fault != "ok":
            raise Unavailable.saying("The data is damaged, so it was not upgraded. Run `counterpart doctor`.")
        partial.replace(target)
        sync_folder(folder)
    finally:
        partial.unlink(missing_ok=True)
