"""The one writer: a thread with the one connection that writes, committing what waits in groups.

Every job gets a savepoint in the group's transaction and one fsync serves all. A job that fails fails
alone. Where SQLite ended the whole transaction (a full disk, say) the group's jobs are run again one
by one, so a job must do nothing but work on its transaction: it may run twice.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.domain.changes import Changes, Family
from service.domain.errors import Unavailable
from service.domain.sentences import say
from service.store.database import connect
from service.store.faults import as_unavailable
from service.store.kept import Kept
from service.store.transaction import Left, Tx

log = logging.getLogger(__name__)

GROUP_LIMIT = 200
_NO_CHANGES = Changes()
_BRINGS_NEW_EPOCH = frozenset((Family.KEYS, Family.SHOPS, Family.BRANCHES))
LOOK_ELSEWHERE_S = 0.4
"""Half a second is promised for acting on it (CONTRACT.md section 8), so the look leaves some of that."""


@dataclass(slots=True)
class Job:
    """A write that waits: `work` runs in the writer's thread, `done` is told what came of it.

    One that is `guarded` has a savepoint of its own; another leaves nothing behind when it raises.
    """

    work: Callable[[Tx], Any]
    done: Callable[[list[Job]], None]
    large: bool = False
    guarded: bool = True
    result: Any = None
    error: BaseException | None = None
    changes: Changes = _NO_CHANGES
    future: Any = None

    def fail(self, error: BaseException) -> None:
        self.result, self.error, self.changes = None, error, _NO_CHANGES


class Writer:
    """Runs jobs in groups; `committed` is called after each commit, `elsewhere` when another process wrote."""

    def __init__(self, path: Path, committed: Callable[[Changes, int], None], elsewhere: Callable[[], None]) -> None:
        self._connection = connect(path, writes=True)
        self._committed = committed
        self._elsewhere = elsewhere
        self._small: deque[Job] = deque()
        self._large: deque[Job] = deque()
        self._lock = threading.Lock()
        self._wake = threading.Condition(self._lock)
        self._resting = False
        self._closing = False
        self._large_is_next = False
        self.epoch = 0
        self._kept = Kept()
        self._others_wrote = False
        self._seen_version = self._data_version()
        self._look_at = time.monotonic() + LOOK_ELSEWHERE_S
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Queues a job. Raises Unavailable once the writer is closing."""
        with self._lock:
            if self._closing:
                raise Unavailable(say("The program is closing. Nothing was changed; try again in a moment."))
            (self._large if job.large else self._small).append(job)
            if self._resting:
                self._wake.notify()

    def close(self) -> None:
        """Finishes what is queued, then closes the connection."""
        with self._lock:
            self._closing = True
            self._wake.notify()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while True:
            group = self._next_group()
            if group is None:
                return
            try:
                if group:
                    self._run_group(group)
                self._look_elsewhere()
            except Exception:
                # Whoever listens may be broken; without this thread nothing would ever be written again.
                log.exception("Telling of a commit did not go through")

    def _next_group(self) -> list[Job] | None:
        """What waits; empty when it is time to look around, None at the end.

        Small ones go together, and take turns with the large ones, each of which goes alone: in one group the
        small ones would be answered only when the large one is done.
        """
        with self._lock:
            if not (self._small or self._large or self._closing):
                self._resting = True
                self._wake.wait(max(0.0, self._look_at - time.monotonic()))
                self._resting = False
            if self._closing and not (self._small or self._large):
                return None
            if self._large and (self._large_is_next or not self._small):
                self._large_is_next = False
                return [self._large.popleft()]
            self._large_is_next = bool(self._large)
            return [self._small.popleft() for _ in range(min(len(self._small), GROUP_LIMIT))]

    def _queued(self) -> list[Job]:
        """All that waits: who has waited as long as the group fails with it, and need not wait in turn."""
        with self._lock:
            waiting = [*self._small, *self._large]
            self._small.clear()
            self._large.clear()
            return waiting

    def _run_group(self, group: list[Job]) -> None:
        before = self._connection.total_changes
        if not self._commit_together(group):
            for job in group:
                self._commit_alone(job)
            self._kept.forget_all()
        changes = Changes(frozenset().union(*[job.changes.families for job in group]))
        if changes.families & _BRINGS_NEW_EPOCH:
            self.epoch += 1
        for done in dict.fromkeys(job.done for job in group):
            done([job for job in group if job.done == done])
        self._committed(changes, self._connection.total_changes - before)

    def _commit_together(self, group: list[Job]) -> bool:
        """Runs the jobs in one transaction; False when they must be run again one by one."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            group += self._queued()
            for job in group:
                job.fail(as_unavailable(error) or error)
            return True
        try:
            self._notice_others()
            left: list[Left] = []
            for job in group:
                left += self._run_inside(job)
                if not self._connection.in_transaction:
                    return False
            self._finish(left, group)
            self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - it shows again for the one whose fault it is
            log.warning("The commit of %d writes did not go through: %s", len(group), error)
            self._roll_back()
            return False
        return True

    def _commit_alone(self, job: Job) -> None:
        self._kept.forget_all()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._notice_others()
            left = self._run_inside(job)
            if self._connection.in_transaction:
                self._finish(left, [job])
                self._connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - a job's fault is the job's own
            self._roll_back()
            job.fail(as_unavailable(error) or error)

    def _run_inside(self, job: Job) -> list[Left]:
        """Gives what the job left for the end."""
        tx = Tx(self._connection, self.epoch, self._kept)
        job.result, job.error = None, None
        try:
            if job.guarded:
                with tx.savepoint():
                    job.result = job.work(tx)
            else:
                job.result = job.work(tx)
            job.changes = tx.changes
        except Exception as error:  # noqa: BLE001 - a job's fault is the job's own, its neighbours go on
            job.fail(as_unavailable(error) or error)
            return []
        return tx.left

    def _finish(self, left: list[Left], group: list[Job]) -> None:
        """Does together what the jobs of a group left to be done."""
        if not left:
            return
        tx = Tx(self._connection, self.epoch, self._kept)
        for work in dict.fromkeys(work for work, _ in left):
            work(tx, [item for its, item in left if its == work])
        group[-1].changes |= tx.changes

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _look_elsewhere(self) -> None:
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + LOOK_ELSEWHERE_S
            self._notice_others()
        if self._others_wrote:
            self._others_wrote = False
            self._elsewhere()

    def _notice_others(self) -> None:
        """`data_version` moves only when another connection wrote, so what moves it is another process."""
        version = self._data_version()
        if version != self._seen_version:
            self._seen_version = version
            self._others_wrote = True
            self.epoch += 1
            self._kept.forget_all()

    def _data_version(self) -> int:
        try:
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error as error:
            log.warning("The database did not answer: %s", error)
            return self._seen_version
