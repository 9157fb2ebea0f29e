"""SQLite as the engine of a store: a file, its checkpoints, and the watch over its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from service.domain.errors import Unavailable
from service.store.engine.checkpoints import Checkpointer
from service.store.engine.connection import SqliteConnection, connect, open_database
from service.store.engine.file_watch import FileLoss, FileWatch
from service.store.engine.sqlite_errors import DAMAGE, as_unavailable


class SqliteDatabase:
    """The open file; a thread moves what was committed into it."""

    def __init__(self, path: Path) -> None:
        """Creates or upgrades the file first. Raises Unavailable."""
        self._path = path
        self.damage: Unavailable | None = None
        self.writer = open_database(path)
        self.writer.on_damage = self.note_damage
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
