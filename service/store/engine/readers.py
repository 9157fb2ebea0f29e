"""Read-only connections, as many as read at once, and a few threads for them."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.store.engine.connection import connect
from service.store.engine.sqlite_errors import to_unavailable
from service.store.engine.transaction import ReadTx

T = TypeVar("T")
READER_COUNT = 3


class ReaderPool:
    """Runs reads at the same time as the writer, each on one consistent view."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._free: list[sqlite3.Connection] = []
        self._refusal: Unavailable | None = None
        self._pool = ThreadPoolExecutor(READER_COUNT, thread_name_prefix="store-reader")

    def submit(self, work: Callable[[ReadTx], T]) -> Future[T]:
        """Runs `work` in a reader's thread. Its future raises Unavailable for a fault of the
        environment.
        """
        if self._refusal is not None:
            return _failed_future(self._refusal)
        try:
            return self._pool.submit(self._run, work)
        except RuntimeError:
            return _failed_future(_closing())

    def refuse(self, refusal: Unavailable) -> None:
        """Makes every later read fail with `refusal`."""
        self._refusal = refusal

    def close(self) -> None:
        """Finishes the queued reads, then closes the connections."""
        self._pool.shutdown(wait=True)
        for connection in self._free:
            connection.close()

    def _run(self, work: Callable[[ReadTx], T]) -> T:
        try:
            try:
                connection = self._free.pop()  # used last, so it has its pages at hand
            except IndexError:
                connection = connect(self._path, writes=False)
            try:
                return run_read(connection, work)
            finally:
                self._free.append(connection)
        except sqlite3.Error as error:
            raise to_unavailable(error) or error from error


class CallerReader:
    """One connection for reads of a few microseconds in the caller's thread."""

    def __init__(self, path: Path) -> None:
        self._connection = connect(path, writes=False)
        self._use = threading.Lock()
        self._is_closed = False

    def read(self, work: Callable[[ReadTx], T]) -> T:
        """Runs `work` on one consistent view. Raises Unavailable, also once it is closed."""
        with self._use:
            if self._is_closed:
                raise _closing()
            try:
                return run_read(self._connection, work)
            except sqlite3.Error as error:
                raise to_unavailable(error) or error from error

    def close(self) -> None:
        """Waits for a read in progress: SQLite ends the program if its connection is closed."""
        with self._use:
            self._is_closed = True
            self._connection.close()


def _closing() -> Unavailable:
    return Unavailable(message("The program is closing. Try again in a moment."))


def _failed_future(error: Unavailable) -> Future[T]:
    failed: Future[T] = Future()
    failed.set_exception(error)
    return failed


def run_read(connection: sqlite3.Connection, work: Callable[[ReadTx], T]) -> T:
    """Runs `work` on one consistent view and always ends the view."""
    connection.execute("BEGIN")
    try:
        return work(ReadTx(connection))
    finally:
        # A disk fault has already ended the view; ending it twice would hide that fault.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
