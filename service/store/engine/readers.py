"""Read-only connections, as many as read at once, and a few threads for them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from service.domain.errors import Unavailable
from service.store.engine.transaction import Connection, ReadTx

T = TypeVar("T")
READER_COUNT = 3
WINDOW_READER_COUNT = 2
"""Of attached windows: what they search and count leaves the others to tills."""


class ReaderPool:
    """Runs reads at the same time as the writer, each on one consistent view."""

    def __init__(self, connect: Callable[[], Connection], count: int = READER_COUNT) -> None:
        """`connect` opens a connection that only reads."""
        self._connect = connect
        self._free: list[Connection] = []
        self._refusal: Unavailable | None = None
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="store-reader")

    def submit(self, work: Callable[[ReadTx], T]) -> Future[T]:
        """Runs `work` in a reader's thread. Its future raises Unavailable too."""
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
            connection = self._free.pop()  # used last, so it has its pages at hand
        except IndexError:
            connection = self._connect()
        try:
            return run_read(connection, work)
        finally:
            self._free.append(connection)


class CallerReader:
    """One connection for reads of a few microseconds in the caller's thread."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._use = threading.Lock()
        self._is_closed = False

    def read(self, work: Callable[[ReadTx], T]) -> T:
        """Runs `work` on one consistent view. Raises Unavailable, also once it is closed."""
        with self._use:
            if self._is_closed:
                raise _closing()
            return run_read(self._connection, work)

    def close(self) -> None:
        """Waits for a read in progress: SQLite ends the program if its connection is closed."""
        with self._use:
            self._is_closed = True
            self._connection.close()


def _closing() -> Unavailable:
    return Unavailable.saying("The program is closing. Try again in a moment.")


def _failed_future(error: Unavailable) -> Future[T]:
    failed: Future[T] = Future()
    failed.set_exception(error)
    return failed


def run_read(connection: Connection, work: Callable[[ReadTx], T]) -> T:
    """Runs `work` on one view, and ends the view. Raises what it raises, or Unavailable."""
    try:
        connection.begin_read()
        try:
            return work(ReadTx(connection))
        finally:
            connection.rollback()
    except Exception as error:
        if (fault := connection.to_unavailable(error)) is not None:
            raise fault from error
        raise
