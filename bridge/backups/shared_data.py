"""The data on PostgreSQL, as backups read it and a restore replaces it: by way of a file of SQLite.

So a backup of either engine is the same file, and one code encrypts, checks and restores it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from service.domain.server_health import ServerHealth
from service.store.engine.connection import connect
from service.store.engine.moved_mark import check_not_moved
from service.store.engine.readers import run_read
from service.store.engine.sqlite_errors import as_unavailable
from service.store.engine.transaction import Connection, ReadTx
from service.store.postgres.database import PostgresDatabase
from service.store.postgres.session import END_LEADER
from service.store.recovery.copies import CopyStopped, OnProgress, ShouldStop, delete_database
from service.store.recovery.engine_copy import fill_file, fill_postgres, has_shops

T = TypeVar("T")


class SharedData:
    """One database; each call has a connection of its own."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database

    def read_health(self) -> ServerHealth:
        """What the server says about itself. Raises Unavailable."""
        return self._database.read_health()

    def read(self, work: Callable[[ReadTx], T]) -> T:
        """Runs `work` on one consistent view. Raises Unavailable."""
        with closing(self._database.open_reader()) as connection:
            return run_read(connection, work)

    def open(self) -> Connection:
        """A connection for a short write; the caller closes it."""
        return self._database.open_writer()

    def make_schema(self) -> None:
        """Makes what an empty database has, where there is nothing. Raises Unavailable."""
        self.read(lambda _: None)

    def save(self, file: Path, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Saves all commits while services go on. Raises Unavailable, CopyStopped: then no file."""

        def go_on(done: int, total: int) -> None:
            if should_stop():
                raise CopyStopped
            on_progress(done, total)

        with as_unavailable(), self._database.open_snapshot() as raw:
            fill_file(raw, file, go_on, lambda _: None)

    @contextmanager
    def hold(self, file: Path, on_progress: OnProgress) -> Iterator[Callable[[Path], None]]:
        """Refuses the writes of all services, and saves the data to `file`; gives what replaces it
        by that of another file. Without an end by that, `file` is removed. Raises Unavailable.
        """
        is_replaced = False

        def replace(new: Path) -> None:
            nonlocal is_replaced
            with closing(connect(new, writes=True)) as source, raw.transaction():
                self._database.prepare(raw)
                fill_postgres(source, raw, on_progress)
                raw.execute("UPDATE epochs SET commits = commits + 1")
            is_replaced = True
            raw.execute(END_LEADER)

        with as_unavailable(), self._database.open_alone() as raw:
            if has_shops(raw):
                check_not_moved(raw.execute)
                with raw.transaction():
                    fill_file(raw, file, on_progress, lambda _: None)
            try:
                yield replace
            finally:
                if not is_replaced:
                    delete_database(file)
