"""A writer: a thread with a connection that writes. It commits waiting jobs in groups. SQLite has
one, PostgreSQL several.

Every job gets a savepoint in the group's transaction and one fsync serves all. A job that fails
does not affect the others. Where SQLite ends the whole transaction (a full disk, say) the group's
jobs run again one by one, so a job must do nothing but work on its transaction: it may run twice.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from service.domain.audit import PROGRAM_ORIGIN, Origin
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.store.engine.transaction import NO_COMMITS, Connection, DeferredWrite, ForeignCommits, ReadCache, Tx

log = logging.getLogger(__name__)

MAX_GROUP = 200
_NO_CHANGES = Changes()
_EPOCH_KINDS = frozenset((ChangeKind.KEYS, ChangeKind.SHOPS, ChangeKind.BRANCHES))
_KINDS_OF_ALL = _EPOCH_KINDS | {ChangeKind.SETTINGS}
_CHANGES_OF_SHOPS = Changes(Changes.make_all().kinds - _KINDS_OF_ALL)
BUSY_GROUP = 6
"""Jobs in a group after which the writer gathers the next one."""
GATHER_S = 0.0003
MAX_GATHERINGS = 3
EXTERNAL_CHECK_S = 0.4
"""Seconds. Another process's change takes effect within half a second (contract §8)."""


@dataclass(slots=True)
class WriteJob:
    """A write that waits: `work` runs in the writer's thread, `on_done` gets the finished jobs of a
    group.

    A job without `own_savepoint` undoes its own changes before it raises. `origin` is who wrote it.
    `shops` are those whose rows it may write, None where it may write any row.
    """

    work: Callable[[Tx], Any]
    on_done: Callable[[list[WriteJob]], None]
    large: bool = False
    own_savepoint: bool = True
    shops: Collection[int] | None = None
    origin: Origin = PROGRAM_ORIGIN
    result: Any = None
    error: BaseException | None = None
    changes: Changes = _NO_CHANGES
    future: Any = None

    def fail(self, error: BaseException) -> None:
        self.result, self.error, self.changes = None, error, _NO_CHANGES


class Writer:
    """Runs jobs in groups on a connection that it closes at the end.

    `count_checkpoints` is called before each group; `on_commit` after it, with what changed, the
    rows written and that count; `on_external_change` when another process wrote, with what may be
    different.
    """

    def __init__(
        self,
        connection: Connection,
        count_checkpoints: Callable[[], int],
        on_commit: Callable[[Changes, int, int], None],
        on_external_change: Callable[[Changes], None],
        sleep: Callable[[float], None] = time.sleep,
        writers: list[Writer] | None = None,
    ) -> None:
        """Adds itself to `writers`, those of the database in this process: the first of them looks
        for writes of others.
        """
        self._writers = [] if writers is None else writers
        self._writers.append(self)
        self._connection = connection
        self._count_checkpoints = count_checkpoints
        self._on_commit = on_commit
        self._on_external_change = on_external_change
        self._small: deque[WriteJob] = deque()
        self._large: deque[WriteJob] = deque()
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._is_idle = False
        self._group_size = 0
        self._sleep = sleep
        self._closing = False
        self._refusal: Unavailable | None = None
        self._fault: Unavailable | None = None
        self._large_is_next = False
        self.own_epoch = 0
        self._cache = ReadCache()
        self._external = NO_COMMITS
        self._answers = True
        self._next_check_at: float = threading.TIMEOUT_MAX
        if self._writers[0] is self:
            self._look_for_commits()
            self._next_check_at = time.monotonic() + EXTERNAL_CHECK_S
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, job: WriteJob) -> None:
        """Queues a job. Raises Unavailable once the writer is closing."""
        with self._lock:
            if self._refusal is not None:
                raise self._refusal
            if self._closing:
                raise Unavailable.saying("The program is closing. Nothing was changed; try again in a moment.")
            (self._large if job.large else self._small).append(job)
            if self._is_idle:
                self._wake.notify()

    @property
    def epoch(self) -> int:
        """Changes when keys, shops or branches do, and when another process writes them."""
        return sum([writer.own_epoch for writer in self._writers])

    def take_fault(self) -> Unavailable | None:
        """Why a write since the last call was not saved, where the environment did not let it."""
        fault, self._fault = self._fault, None
        return fault

    def look_soon(self) -> None:
        """Looks now for writes of other processes."""
        with self._lock:
            self._next_check_at = 0.0
            self._wake.notify()

    def refuse(self, refusal: Unavailable) -> None:
        """Fails what waits and what comes with `refusal`; returns after the job under way."""
        with self._lock:
            self._refusal, self._closing = refusal, True
            self._wake.notify()
        waiting = self._take_all()
        for job in waiting:
            job.fail(refusal)
        _report_done(waiting)
        self._thread.join()

    def close(self) -> None:
        """Finishes the queued jobs, then closes the connection."""
        with self._lock:
            self._closing = True
            self._wake.notify()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while True:
            self._gather()
            group = self._next_group()
            if group is None:
                return
            self._group_size = len(group)
            try:
                if group:
                    self._run_group(group)
                self._check_external_writes()
            except Exception:
                # A listener may fail, and without this thread there would be no more writes.
                log.exception("Telling of a commit did not go through")

    def _gather(self) -> None:
        """Gives many callers a moment to call again, as long as more of them do: each group costs
        a commit, and each job that comes while one runs a change of threads.
        """
        seen = -1
        for _ in range(MAX_GATHERINGS if self._group_size >= BUSY_GROUP else 0):
            waiting = len(self._small)
            if waiting <= seen or self._closing:
                return
            seen = waiting
            self._sleep(GATHER_S)

    def _next_group(self) -> list[WriteJob] | None:
        """The waiting jobs; empty when it is time to check for other processes, None at the end.

        Small jobs share a group and take turns with the large ones, each of which runs alone. In
        one group the small ones would be answered only when the large one is done.
        """
        with self._lock:
            if not (self._small or self._large or self._closing):
                self._is_idle = True
                self._wake.wait(max(0.0, self._next_check_at - time.monotonic()))
                self._is_idle = False
            if self._closing and not (self._small or self._large):
                return None
            if self._large and (self._large_is_next or not self._small):
                self._large_is_next = False
                return [self._large.popleft()]
            self._large_is_next = bool(self._large)
            return [self._small.popleft() for _ in range(min(len(self._small), MAX_GROUP))]

    def _take_all(self) -> list[WriteJob]:
        """All waiting jobs. They fail together with the group, without waiting for their turn."""
        with self._lock:
            waiting = [*self._small, *self._large]
            self._small.clear()
            self._large.clear()
            return waiting

    def _run_group(self, group: list[WriteJob]) -> None:
        before, checkpoints = self._connection.total_changes, self._count_checkpoints()
        if not self._commit_together(group):
            self._fault = None
            for job in group:
                self._commit_alone(job)
            self._cache.clear()
        changes = Changes(frozenset().union(*[job.changes.kinds for job in group]))
        if changes.kinds & _EPOCH_KINDS:
            self.own_epoch += 1
        _report_done(group)
        self._on_commit(changes, self._connection.total_changes - before, checkpoints)

    def _commit_together(self, group: list[WriteJob]) -> bool:
        """Runs the jobs in one transaction; False when they must be run again one by one."""
        try:
            self._connection.begin_write(self._name_shops(group))
        except Exception as error:  # noqa: BLE001 - every job gets it
            group += self._take_all()
            fault = self._explain(error)
            for job in group:
                job.fail(fault)
            return True
        try:
            self._detect_external_write()
            left: list[DeferredWrite] = []
            for job in group:
                left += self._run_job(job)
                if not self._connection.in_transaction:
                    return False
            self._run_deferred(left, group)
            self._connection.commit(of_all=_is_of_all(group))
        except Unavailable as fault:
            # It is not known whether the commit succeeded: a second one could do everything twice.
            self._connection.rollback()
            self._fault = fault
            for job in group:
                job.fail(fault)
        except Exception as error:  # noqa: BLE001 - it shows again for the one whose fault it is
            log.warning("The commit of %d writes did not go through: %s", len(group), error)
            self._connection.rollback()
            return False
        return True

    def _name_shops(self, group: list[WriteJob]) -> Sequence[int] | None:
        """The shops that a group may write, ascending; None for all, or without other writers."""
        shops: set[int] = set()
        for job in group if self._connection.is_shared else ():
            if job.shops is None:
                return None
            shops.update(job.shops)
        return sorted(shops) or None

    def _commit_alone(self, job: WriteJob) -> None:
        self._cache.clear()
        try:
            self._connection.begin_write(self._name_shops([job]))
            self._detect_external_write()
            left = self._run_job(job)
            if self._connection.in_transaction:
                self._run_deferred(left, [job])
                self._connection.commit(of_all=_is_of_all([job]))
        except Exception as error:  # noqa: BLE001 - a job's fault is the job's own
            job.fail(self._explain(error))
        finally:
            self._connection.rollback()

    def _run_job(self, job: WriteJob) -> list[DeferredWrite]:
        """Runs one job and returns its deferred writes."""
        tx = Tx(self._connection, self.epoch, self._cache, job.origin)
        job.result, job.error = None, None
        try:
            if job.own_savepoint:
                with tx.savepoint():
                    job.result = job.work(tx)
            else:
                job.result = job.work(tx)
            job.changes = tx.changes
        except Exception as error:  # noqa: BLE001 - a job's fault is the job's own, its neighbours go on
            job.fail(self._explain(error))
            return []
        return tx.deferred_writes

    def _explain(self, error: Exception) -> Exception:
        """What the caller gets for an error; a fault of the environment is kept."""
        fault = self._connection.to_unavailable(error)
        if fault is not None:
            self._fault = fault
        return fault or error

    def _run_deferred(self, deferred: list[DeferredWrite], group: list[WriteJob]) -> None:
        """Runs the deferred writes of a group's jobs together."""
        if not deferred:
            return
        tx = Tx(self._connection, self.epoch, self._cache)
        for work in dict.fromkeys(work for work, _ in deferred):
            work(tx, [item for its, item in deferred if its == work])
        group[-1].changes |= tx.changes

    def _check_external_writes(self) -> None:
        if time.monotonic() >= self._next_check_at:
            self._next_check_at = time.monotonic() + EXTERNAL_CHECK_S
            self._detect_external_write()
        if self._external.any:
            seen, self._external = self._external, NO_COMMITS
            self._on_external_change(Changes.make_all() if seen.of_all else _CHANGES_OF_SHOPS)

    def _detect_external_write(self) -> None:
        """Whether another connection wrote. In a transaction nothing changes after that."""
        found = self._look_for_commits()
        self.own_epoch += found.of_all
        if not found.any:
            return
        self._cache.clear()
        if self._connection.is_shared and self._connection.in_transaction:
            self._writers[0].look_soon()  # it may have been another writer of this process
        else:
            self._external = ForeignCommits(any=True, of_all=self._external.of_all or found.of_all)

    def _look_for_commits(self) -> ForeignCommits:
        try:
            found = self._connection.find_foreign_commits()
        except Exception as error:  # noqa: BLE001 - one that stays shows with the next write
            if self._answers:
                log.warning("The database did not answer: %s", error)
            self._answers = False
            return NO_COMMITS
        self._answers = True
        return found


def _is_of_all(group: list[WriteJob]) -> bool:
    """Whether a group changed what every service has to know of."""
    return not all(job.changes.kinds.isdisjoint(_KINDS_OF_ALL) for job in group)


def _report_done(group: list[WriteJob]) -> None:
    """Makes one call for all jobs that share a listener."""
    for done in dict.fromkeys(job.on_done for job in group):
        done([job for job in group if job.on_done == done])
