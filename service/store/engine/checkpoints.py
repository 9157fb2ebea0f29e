"""Moves committed pages from the write-ahead log into the database while the writer works, after
the answers.

SQLite 3.7.0 to 3.51.2 can lose pages when a checkpoint begins after another has moved the whole
log, and a commit restarts the log meanwhile. So a checkpoint begins only after a commit that began
after the last checkpoint ended: then the log holds pages that are not moved yet, and no commit can
restart it (docs/decisions/0007-sqlite-and-expat.md).
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from service.domain.errors import Unavailable
from service.domain.sentences import os_reason
from service.store.engine.connection import connect
from service.store.engine.data_folders import make_private_folder
from service.store.engine.sqlite_errors import to_unavailable

log = logging.getLogger(__name__)

ROWS_PER_CHECKPOINT = 4_000
IDLE_S = 2.0
_BUSY_TIMEOUT_MS = 100
_LARGE_LOG_BYTES = 64 * 1024 * 1024


class Checkpointer:
    """A thread that checkpoints after enough rows were written, or when writes have paused."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path, writes=True)
        # A checkpoint that restarts the log makes writers wait for readers, so it gives up very
        # soon.
        self._connection.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_MS}")
        self._log_file = path.with_name(path.name + "-wal")
        self._wake = threading.Condition()
        self._rows = 0
        self._ended = 0
        self._is_due = False
        self._closing = False
        self._use = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="store-checkpoints", daemon=True)
        self._thread.start()

    @property
    def ended(self) -> int:
        """The number of checkpoints that have ended. The writer reads it before a commit begins."""
        return self._ended

    def add_rows(self, rows: int, ended_before: int) -> None:
        """Records that a commit wrote this many rows; `ended_before` is `ended` as it began."""
        if not rows:
            return
        with self._wake:
            was_due = self._is_due
            self._rows += rows
            self._is_due = was_due or ended_before == self._ended
            if self._is_due and (not was_due or self._rows >= ROWS_PER_CHECKPOINT):
                self._wake.notify()

    def save_copy(self, target: Path) -> None:
        """Writes all committed data to a new database, checks it, and moves the log's pages into
        the old one. It reads through the open files, even if their names now lead elsewhere. Raises
        Unavailable.
        """
        try:
            make_private_folder(target.parent)
            with self._use, closing(sqlite3.connect(target)) as copy:
                self._connection.backup(copy)
                fault = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if fault != "ok":
                raise Unavailable.saying("The copy is not sound: {fault}.", fault=str(fault))
        except sqlite3.Error as error:
            raise to_unavailable(error) or error from error
        except OSError as error:
            raise Unavailable.saying(
                "{target} cannot be written: {reason}.", target=str(target), reason=os_reason(error)
            ) from error
        self._checkpoint("TRUNCATE")

    def close(self) -> None:
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()
        self._checkpoint("TRUNCATE")
        with self._use:
            self._connection.close()

    def _run(self) -> None:
        while self._wait_for_rows():
            self._checkpoint("RESTART" if self._is_log_large() else "PASSIVE")
            with self._wake:
                self._ended += 1
                self._is_due = False

    def _wait_for_rows(self) -> bool:
        with self._wake:
            self._wake.wait_for(lambda: self._closing or self._is_due)
            seen = -1
            while not self._closing and self._rows < ROWS_PER_CHECKPOINT and self._rows != seen:
                seen = self._rows
                self._wake.wait(IDLE_S)
            self._rows = 0
            return not self._closing

    def _is_log_large(self) -> bool:
        try:
            return self._log_file.stat().st_size > _LARGE_LOG_BYTES
        except OSError:
            # The log may be gone, or a drive may not answer just now. The thread must outlive that,
            # or the log grows until the service restarts.
            return False

    def _checkpoint(self, mode: str) -> None:
        try:
            with self._use:
                self._connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
        except sqlite3.Error as error:
            log.warning("The database could not be tidied up just now: %s", error)


def empty_log(connection: sqlite3.Connection) -> None:
    """Moves everything from the write-ahead log into the database file."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
