"""The database as a pull uses it, and the lock that allows one run per shop at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from filelock import FileLock, Timeout

from service.domain.errors import Refused
from service.domain.sentences import message
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx

T = TypeVar("T")


class Access(Protocol):
    """Reads and writes the database in short pieces, each finished when the call returns."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        ...

    def read(self, work: Callable[[ReadTx], T]) -> T:
        """Runs `work` on one consistent view."""
        ...

    def start_read(self, work: Callable[[ReadTx], T]) -> Future[T]:
        """Begins a read that runs at the same time as the caller."""
        ...

    def write(self, work: Callable[[Tx], T]) -> T:
        """Runs `work` in a durable transaction; it may run twice."""
        ...


class StoreAccess:
    """The open store for a worker's thread. Calls of the API go before batches."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def folder(self) -> Path:
        return self._store.path.parent

    def read(self, work: Callable[[ReadTx], T]) -> T:
        return self._store.submit_read(work).result()

    def start_read(self, work: Callable[[ReadTx], T]) -> Future[T]:
        return self._store.submit_read(work)

    def write(self, work: Callable[[Tx], T]) -> T:
        return self._store.submit(work, large=True).result()


@contextmanager
def lock_shop(folder: Path, shop_id: int) -> Iterator[None]:
    """Locks a shop's pull among all processes; the lock ends with its process. Raises Refused
    `pull_running`.
    """
    lock = FileLock(folder / f"pull-{shop_id}.lock", timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout as error:
        raise Refused(
            "pull_running", message("A pull of this shop is running. Wait for it to end, then try again.")
        ) from error
    try:
        yield
    finally:
        lock.release()
