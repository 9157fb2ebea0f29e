"""What every step of a run needs (PullContext), and what a run is asked to do (PullRequest)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from service.domain.errors import Refused
from service.domain.pull.place_address import is_remote, parse_place
from service.domain.pull.pulls import PullSetup, Run, RunState
from service.domain.sentences import Sentence, join_sentences, message, replace_unencodable
from service.domain.times import Clock
from service.pull.places.place_port import NoPlaces, Places
from service.store import pulls
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx

T = TypeVar("T")


class Access(Protocol):
    """Reads and writes the database in short pieces, each finished when the call returns."""

    @property
    def folder(self) -> Path: ...

    def read(self, work: Callable[[ReadTx], T]) -> T:
        """Runs `work` on one consistent view."""
        ...

    def start_read(self, work: Callable[[ReadTx], T]) -> Future[T]:
        """Begins a read that runs at the same time as the caller."""
        ...

    def write(self, work: Callable[[Tx], T]) -> T:
        """Runs `work` in a durable transaction; it may run twice."""
        ...

    def start_write(self, work: Callable[[Tx], T]) -> Future[T]:
        """Begins such a write while the caller goes on."""
        ...

    def try_lock(self, name: str) -> AbstractContextManager[bool]:
        """As that of a Store."""
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
        return self.start_write(work).result()

    def start_write(self, work: Callable[[Tx], T]) -> Future[T]:
        return self._store.submit(work, large=True)

    def try_lock(self, name: str) -> AbstractContextManager[bool]:
        return self._store.try_lock(name)


@contextmanager
def lock_shop(access: Access, shop_id: int) -> Iterator[None]:
    """Locks a shop's pull among all processes. Raises Refused `pull_running`, Unavailable."""
    with access.try_lock(f"pull-{shop_id}") as is_mine:
        if not is_mine:
            raise Refused.saying("pull_running", "A pull of this shop is running. Wait for it to end, then try again.")
        yield


"""Who starts the nightly run."""

OnRows = Callable[[int, int | None], None]
"""Called with the rows done and the number of rows (None while the file is read the first time)."""


def _no_rows(_done: int, _total: int | None) -> None:
    return None


def _never() -> bool:
    return False


_NO_PLACES = NoPlaces()


@dataclass(frozen=True, slots=True)
class PullContext:
    """The database, the clock and the caller; `is_stopped` is called between short
    pieces of work, `wait` takes seconds. `places` fetches files of addresses.
    """

    access: Access
    clock: Clock
    on_progress: OnRows = _no_rows
    is_stopped: Callable[[], bool] = _never
    wait: Callable[[float], None] = time.sleep
    places: Places = _NO_PLACES


@dataclass(frozen=True, slots=True)
class PullRequest:
    """What to run and how.

    `as_first`: check the values as in the first run of a source, even if it is not.
    `raise_unavailable`: raise FileUnavailable or Unavailable if there is no file now, instead of
    recording a failed run. `held_run`: the run that waited for approval and is approved now.
    """

    setup: PullSetup
    by: str
    even_if_unchanged: bool = False
    approved: bool = False
    raise_unavailable: bool = False
    held_run: Run | None = None
    as_first: bool = False

    @property
    def ignores_known(self) -> bool:
        """Whether a file is read even if the last run read the same one."""
        return self.even_if_unchanged or self.approved


def make_run(shop_id: int, request: PullRequest, file: str, clock: Clock) -> Run:
    """A run that begins now, not recorded yet."""
    return Run(0, shop_id, clock.now(), RunState.RUNNING, replace_unencodable(file), request.by, request.setup)


def record_failed_run(context: PullContext, shop_id: int, request: PullRequest, fault: Sentence) -> Run:
    """Records a run that never began, with the reason."""
    run = make_run(shop_id, request, request.setup.pattern or name_of(request.setup.path), context.clock)

    def keep(tx: Tx) -> Run:
        run_id = pulls.add_run(tx, run)
        pulls.end_run(tx, run_id, RunState.FAILED, duration_ms=0, fault=fault)
        return pulls.get_run(tx, shop_id, run_id)

    return context.access.write(keep)


def name_of(path: str) -> str:
    """The file's name in a path, or in an address."""
    return parse_place(path).name if is_remote(path) else Path(path).name


def millis_since(clock: Clock, began: float) -> int:
    """Milliseconds since a moment of the monotonic clock."""
    return round((clock.monotonic() - began) * 1000)


def say_done_before(fault: Sentence, rows: int) -> Sentence:
    """The fault of work in several writes, and how many rows the earlier ones dealt with."""
    if not rows:
        return fault
    said = message("{n:,} rows were worked through before that.", one="1 row was worked through before that.", n=rows)
    return join_sentences((fault, said), " ")
