"""The store: `await write(fn)`, `await read(fn)`, and word of what changed."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from pathlib import Path
from typing import Any, TypeVar

from service.domain.changes import Changes
from service.store.checkpoints import Checkpoints
from service.store.database import connect, prepare
from service.store.faults import as_unavailable
from service.store.readers import Readers, read_on
from service.store.transaction import Reading, Tx
from service.store.writer import Job, Writer

log = logging.getLogger(__name__)

T = TypeVar("T")
Listener = Callable[[Changes], None]


class Store:
    """One process's access to the database: a writer, a few readers, a checkpointer."""

    def __init__(self, path: Path) -> None:
        """Opens the database, making or upgrading it first. Raises Unavailable."""
        prepare(path)
        self.path = path
        self._listeners: list[Listener] = []
        self._settle_in: tuple[asyncio.AbstractEventLoop, Callable[[list[Job]], None]] | None = None
        self._checkpoints = Checkpoints(path)
        self._readers = Readers(path)
        self._here = connect(path, writes=False)
        self._writer = Writer(path, self._committed, self._changed_elsewhere)

    def subscribe(self, listener: Listener) -> None:
        """Calls `listener` after each commit that touched something, in the writer's thread: be brief."""
        self._listeners.append(listener)

    @property
    def epoch(self) -> int:
        """Moves when keys, shops or branches change, and when another process writes: look such things up again."""
        return self._writer.epoch

    async def write(self, work: Callable[[Tx], T], *, large: bool = False, guarded: bool = True) -> T:
        """Runs `work` in a durable transaction and answers after the commit.

        `work` may run twice and must do nothing but use its transaction. `large` marks one that takes its
        time (an upload): it waits for the small ones. One that is not `guarded` undoes itself what it did before
        it raises. Raises what `work` raises, or Unavailable.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._writer.submit(Job(work, self._settler(loop), large, guarded, future=future))
        return await future

    def _settler(self, loop: asyncio.AbstractEventLoop) -> Callable[[list[Job]], None]:
        """One call into the loop settles a whole group, so it is the same object for the same loop."""
        if self._settle_in is None or self._settle_in[0] is not loop:

            def settle_in_loop(jobs: list[Job]) -> None:
                try:
                    loop.call_soon_threadsafe(_settle, jobs)
                except RuntimeError:
                    log.info("%d writes were committed after whoever asked for them had gone", len(jobs))

            self._settle_in = (loop, settle_in_loop)
        return self._settle_in[1]

    def submit(self, work: Callable[[Tx], T], *, large: bool = False) -> Future[T]:
        """The same for a thread that has no event loop."""
        future: Future[T] = Future()
        self._writer.submit(Job(work, _settle, large, future=future))
        return future

    async def read(self, work: Callable[[Reading], T]) -> T:
        """Runs `work` on one consistent view, in a reader's thread."""
        return await asyncio.wrap_future(self._readers.submit(work))

    def submit_read(self, work: Callable[[Reading], T]) -> Future[T]:
        """The same for a thread that has no event loop."""
        return self._readers.submit(work)

    def read_here(self, work: Callable[[Reading], T]) -> T:
        """Runs a read of a few microseconds in the caller's thread; for one thread only, the event loop's."""
        try:
            return read_on(self._here, work)
        except sqlite3.Error as error:
            raise as_unavailable(error) or error from error

    def close(self) -> None:
        """Commits what is queued and closes every connection."""
        self._writer.close()
        self._readers.close()
        self._here.close()
        self._checkpoints.close()

    def _committed(self, changes: Changes, rows: int) -> None:
        self._checkpoints.wrote(rows)
        if changes:
            self._tell(changes)

    def _changed_elsewhere(self) -> None:
        self._tell(Changes.everything())

    def _tell(self, changes: Changes) -> None:
        for listener in self._listeners:
            try:
                listener(changes)
            except Exception:
                # One that is broken keeps no other from hearing, and no write from being answered.
                log.exception("A listener broke on %s", changes)


def _settle(jobs: list[Job]) -> None:
    for job in jobs:
        future: Any = job.future
        if future.cancelled():
            continue
        try:
            if job.error is None:
                future.set_result(job.result)
            else:
                future.set_exception(job.error)
        except (asyncio.InvalidStateError, InvalidStateError):
            log.info("A write was settled just as whoever asked for it went away")
