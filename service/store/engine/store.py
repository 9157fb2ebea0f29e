"""The store: `await write(fn)`, `await read(fn)`, and a report of each change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from pathlib import Path
from typing import Any, Protocol, TypeVar

from filelock import FileLock, Timeout

from service.domain.audit import PROGRAM_ORIGIN, Origin
from service.domain.changes import Changes
from service.domain.errors import Unavailable
from service.store.engine.checkpoints import Checkpointer
from service.store.engine.connection import SqliteConnection, connect, open_database
from service.store.engine.file_watch import FileLoss, FileWatch
from service.store.engine.readers import WINDOW_READER_COUNT, CallerReader, ReaderPool
from service.store.engine.sqlite_errors import DAMAGE, as_unavailable
from service.store.engine.text_index import FILE_NAME as INDEX_FILE
from service.store.engine.text_index import TextIndex
from service.store.engine.transaction import Connection, ReadTx, Tx
from service.store.engine.writer import WriteJob, Writer

log = logging.getLogger(__name__)

T = TypeVar("T")
Listener = Callable[[Changes], None]


class Database(Protocol):
    """An open database of an engine."""

    @property
    def writers(self) -> Sequence[Connection]:
        """The connections that write, each in a thread of its own; the store closes them."""

    def open_reader(self) -> Connection:
        """A further connection that only reads; the store closes it."""

    @property
    def checkpoints(self) -> int:
        """How many checkpoints have ended."""

    @property
    def term(self) -> int | None:
        """The number of this service's leadership; None while another one leads."""

    def serve(self, on_term: Callable[[], None], on_foreign_write: Callable[[], None]) -> None:
        """Leads as soon as no other service of the database does. Both are called in any thread,
        when `term` has changed and when another service wrote; a further call does nothing.
        """

    def add_rows(self, rows: int, checkpoints_before: int) -> None:
        """Records that a commit wrote this many rows, and `checkpoints` as it began."""

    def find_loss(self) -> FileLoss | None:
        """Whether its files were deleted or replaced."""

    @property
    def damage(self) -> Unavailable | None:
        """Says that the database is damaged, once that was met."""

    def note_damage(self) -> None:
        """A look through the whole database has met damage."""

    def try_lock(self, name: str) -> AbstractContextManager[bool]:
        """Whether no other process has this lock; it ends with the process. Raises Unavailable."""

    def save_copy(self, target: Path) -> None:
        """Saves the contents of the open files. Raises Unavailable where that cannot be done."""

    def close(self) -> None: ...


class Store:
    """One process's access to the database: writers and a few readers."""

    def __init__(self, path: Path, database: Database | None = None) -> None:
        """Opens the SQLite file `path`, which is made or upgraded first, or takes the `database` of
        another engine; then `path` only says where files next to it are. Raises Unavailable.
        """
        self._database = database or SqliteDatabase(path)
        self.path = path
        self._listeners: list[Listener] = []
        self._origin = PROGRAM_ORIGIN
        self._shops: Collection[int] | None = None
        self._read_term: Callable[[], int | None] | None = None
        self._loop_resolver: tuple[asyncio.AbstractEventLoop, Callable[[list[WriteJob]], None]] | None = None
        self._readers = ReaderPool(self._database.open_reader)
        self._window_readers = ReaderPool(self._database.open_reader, WINDOW_READER_COUNT)
        self._caller = CallerReader(self._database.open_reader())
        self._writers: list[Writer] = []
        for connection in self._database.writers:
            Writer(connection, lambda: self._database.checkpoints, self._on_commit, self._notify, writers=self._writers)
        self.text_index = TextIndex(path.with_name(INDEX_FILE))
        self.refusal: Unavailable | None = None

    def subscribe(self, listener: Listener) -> None:
        """Calls `listener` after each commit with a change, in a writer's thread: be quick. Two
        writers may call it at once.
        """
        self._listeners.append(listener)

    @property
    def epoch(self) -> int:
        """Changes with keys, shops, branches, and a foreign write: look such rows up again."""
        return self._writers[0].epoch

    def take_fault(self) -> Unavailable | None:
        """Why a write since the last call was not saved, as the disk or a program refused it."""
        faults = [writer.take_fault() for writer in self._writers]
        return next((fault for fault in faults if fault is not None), None)

    def set_origin(self, origin: Origin) -> None:
        """Names who submits writes from now on, for the audit."""
        self._origin = origin

    def for_origin(self, origin: Origin) -> Store:
        """The same open store; what is submitted through it has an origin of its own."""
        other = copy(self)
        other.set_origin(origin)
        return other

    def for_window(self, origin: Origin) -> Store:
        """The same for an attached window, whose reads take no reader from the calls of tills."""
        other = self.for_origin(origin)
        other._readers = self._window_readers  # noqa: SLF001 - of its own class
        return other

    def for_shop(self, shop_id: int) -> Store:
        """The same open store, whose writes may change rows of this shop alone."""
        other = copy(self)
        other._shops = (shop_id,)  # noqa: SLF001 - of its own class
        return other

    @property
    def is_shared(self) -> bool:
        """Whether other services may write the same database."""
        return self._database.writers[0].is_shared

    @property
    def term(self) -> int | None:
        """The number of this service's, or this store's, leadership; None while another leads."""
        return self._database.term if self._read_term is None else self._read_term()

    def serve(self, on_term: Callable[[], None]) -> None:
        """Leads as soon as no other service of the database does; then, and when that has ended,
        calls `on_term` in any thread. It blocks while it connects.
        """
        self._database.serve(on_term, self._writers[0].look_soon)

    def for_leader(self, read_term: Callable[[], int | None]) -> Store:
        """The same open store, for work that began in the term that `read_term` gives. What is
        submitted through it is refused as Unavailable if that is over when it is written.
        """
        other = copy(self)
        other._read_term = read_term  # noqa: SLF001 - of its own class
        return other

    def _name_term(self, work: Callable[[Tx], T]) -> Callable[[Tx], T]:
        if self._read_term is None:
            return work
        term = self._read_term()

        def work_in_term(tx: Tx) -> T:
            tx.confirm_term(term)
            return work(tx)

        return work_in_term

    async def write(
        self,
        work: Callable[[Tx], T],
        *,
        shops: Collection[int] | None = None,
        large: bool = False,
        own_savepoint: bool = True,
    ) -> T:
        """Runs `work` in a durable transaction and answers after the commit.

        `work` may run twice and must do nothing but use its transaction. It may change rows of the
        `shops` alone (0: of calls without a shop), and then waits for no write of other shops by
        another service; without them it may change any row, and waits for all. `large` marks one
        that takes its time (an upload): it waits for the small ones. Without `own_savepoint`
        it undoes its own changes before it raises. Raises what `work` raises, or Unavailable.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        resolve, named = self._get_resolver(loop), self._shops if shops is None else shops
        self._submit(WriteJob(self._name_term(work), resolve, large, own_savepoint, named, self._origin, future=future))
        return await future

    def _submit(self, job: WriteJob) -> None:
        """Writes that name one shop alone keep their order: one writer has them all."""
        shop = next(iter(job.shops)) if job.shops is not None and len(job.shops) == 1 else 0
        # Every second shop is a staging shop.
        self._writers[(shop >> 1) % len(self._writers)].submit(job)

    def _get_resolver(self, loop: asyncio.AbstractEventLoop) -> Callable[[list[WriteJob]], None]:
        """One call into the event loop settles a whole group with the same object."""
        if self._loop_resolver is None or self._loop_resolver[0] is not loop:

            def settle_in_loop(jobs: list[WriteJob]) -> None:
                try:
                    loop.call_soon_threadsafe(_resolve_futures, jobs)
                except RuntimeError:
                    log.info("%d writes were committed after their callers had gone", len(jobs))

            self._loop_resolver = (loop, settle_in_loop)
        return self._loop_resolver[1]

    def submit(
        self, work: Callable[[Tx], T], *, shops: Collection[int] | None = None, large: bool = False
    ) -> Future[T]:
        """`write` for a thread without an event loop; returns a future."""
        future: Future[T] = Future()
        named = self._shops if shops is None else shops
        self._submit(
            WriteJob(self._name_term(work), _resolve_futures, large, shops=named, origin=self._origin, future=future)
        )
        return future

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        """Runs `work` on one consistent view, in a reader's thread."""
        return await asyncio.wrap_future(self._readers.submit(work))

    def submit_read(self, work: Callable[[ReadTx], T]) -> Future[T]:
        """`read` for a thread without an event loop; returns a future."""
        return self._readers.submit(work)

    async def read_briefly(self, work: Callable[[ReadTx], T]) -> T:
        """Runs a read of microseconds in the event loop, unless it would wait for a server."""
        return await self.read(work) if self.is_shared else self.read_in_caller(work)

    def read_in_caller(self, work: Callable[[ReadTx], T]) -> T:
        """Runs a read of a few microseconds in the caller's thread, which has the event loop."""
        if self.refusal is not None:
            raise self.refusal
        return self._caller.read(work)

    def try_lock(self, name: str) -> AbstractContextManager[bool]:
        """Like the database's, for work of many writes. Raises Unavailable."""
        return self._database.try_lock(name)

    def find_file_loss(self) -> FileLoss | None:
        """Whether the files under this open database were deleted or replaced."""
        return self._database.find_loss()

    @property
    def damage(self) -> Unavailable | None:
        """Says that the database is damaged, from the first read or write that met it until the
        next start; what else is in it is read and written as before.
        """
        return self._database.damage

    def note_damage(self) -> None:
        """A look through the whole database has met damage."""
        self._database.note_damage()

    def save_and_refuse(self, target: Path, refusal: Unavailable) -> None:
        """Refuses all work from now on, then saves the contents of the open files, with every
        answered write, as `target`. Raises Unavailable where the copy cannot be written.
        """
        self.refusal = refusal
        for readers in (self._readers, self._window_readers):
            readers.refuse(refusal)
        for writer in self._writers:
            writer.refuse(refusal)
        self._database.save_copy(target)

    def close(self) -> None:
        """Commits the queued writes and closes every connection."""
        for writer in self._writers:
            writer.close()
        for readers in (self._readers, self._window_readers):
            readers.close()
        self._caller.close()
        self._database.close()
        self.text_index.close()

    def _on_commit(self, changes: Changes, rows: int, ended_before: int) -> None:
        self._database.add_rows(rows, ended_before)
        if changes:
            self._notify(changes)

    def _notify(self, changes: Changes) -> None:
        for listener in self._listeners:
            try:
                listener(changes)
            except Exception:
                # A listener that fails must not stop the others, nor the answer to the write.
                log.exception("A listener broke on %s", changes)


def _resolve_futures(jobs: list[WriteJob]) -> None:
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
            log.info("A write was settled just as its caller went away")


class SqliteDatabase:
    """The open file; a thread moves what was committed into it."""

    def __init__(self, path: Path) -> None:
        """Creates or upgrades the file first. Raises Unavailable."""
        self._path = path
        self.damage: Unavailable | None = None
        self.writers = (open_database(path),)
        self.writers[0].on_damage = self.note_damage
        self._checkpoints = Checkpointer(path)
        self._watch = FileWatch(path)

    @property
    def term(self) -> int:
        """The file has one service, which leads."""
        return 1

    def serve(self, on_term: Callable[[], None], on_foreign_write: Callable[[], None]) -> None:
        """Nothing tells of other processes; the writer looks."""

    def open_reader(self) -> SqliteConnection:
        """Raises Unavailable."""
        with as_unavailable():
            reader = connect(self._path, writes=False)
        reader.on_damage = self.note_damage
        return reader

    def note_damage(self) -> None:
        self.damage = DAMAGE

    @property
    def checkpoints(self) -> int:
        return self._checkpoints.ended

    def add_rows(self, rows: int, checkpoints_before: int) -> None:
        self._checkpoints.add_rows(rows, checkpoints_before)

    def find_loss(self) -> FileLoss | None:
        return self._watch.check()

    @contextmanager
    def try_lock(self, name: str) -> Iterator[bool]:
        lock = FileLock(self._path.with_name(f"{name}.lock"), timeout=0, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def save_copy(self, target: Path) -> None:
        self._checkpoints.save_copy(target)

    def close(self) -> None:
        self._checkpoints.close()
