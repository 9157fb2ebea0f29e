"""An index of words in a file next to the database: derived data, which can always be built again.

It has its own file, so that an upload pays nothing for it and a backup does not grow. What it holds
lags behind the database; a reader looks at what changed since in the database itself. The index
knows documents of an owner by number and term, and no table of the database.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

from service.store.engine.index_view import TERM_INSTANCES, IndexFault, IndexView, index_faults
from service.store.engine.sqlite_errors import is_corruption

log = logging.getLogger(__name__)

T = TypeVar("T")
FILE_NAME = "search.index"
INDEX_VERSION = 3
"""Raised when the rule of folding or of the terms changes: then the index is built again."""

_BUSY_S = 3.0
_CACHE_KIB = 4 * 1024
_STEPS_PER_CHECK = 10_000
_MIN_WASTE, _MAX_WASTE = 20_000, 3
"""From so many numbers on, at most so many for each document."""

_SCRIPT = """
CREATE TABLE identity (name TEXT NOT NULL);
CREATE TABLE owners (owner INTEGER PRIMARY KEY, revision INTEGER NOT NULL);
CREATE TABLE documents
    (number INTEGER PRIMARY KEY AUTOINCREMENT, subject INTEGER NOT NULL UNIQUE, digest INTEGER NOT NULL);
CREATE TABLE words (owner INTEGER NOT NULL, word TEXT NOT NULL, backwards TEXT NOT NULL, PRIMARY KEY (owner, word))
    WITHOUT ROWID;
CREATE INDEX words_backwards ON words (owner, backwards);
CREATE VIRTUAL TABLE terms USING fts5 (text, content='', detail=none, columnsize=0, tokenize='ascii');
"""


class Document(NamedTuple):
    """A subject, a digest of its texts, its terms, and the words that errors are corrected to."""

    subject: int
    digest: int
    terms: Iterable[str]
    words: Iterable[str]


class TextIndex:
    """The file, opened when it is first needed. A damaged one is removed and begins empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._free: list[sqlite3.Connection] = []
        self._generation = 0
        self._is_faulty = False

    def read(self, work: Callable[[IndexView], T], otherwise: T, stop: Callable[[], bool] = lambda: False) -> T:
        """Runs `work` on one view; gives `otherwise` where the index cannot be read or `stop` ends
        it. What the index lacks is found in the database. Raises what else `work` raises.
        """
        try:
            with self._view(stop) as view:
                return work(view)
        except IndexFault as fault:
            self._on_error(fault.error)
            return otherwise

    @contextmanager
    def _view(self, stop: Callable[[], bool]) -> Iterator[IndexView]:
        with self._use() as connection:
            with index_faults():
                connection.set_progress_handler(stop, _STEPS_PER_CHECK)
                connection.execute("BEGIN")
            try:
                yield IndexView(connection)
            finally:
                with index_faults():
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")

    @contextmanager
    def _use(self) -> Iterator[sqlite3.Connection]:
        """A connection that nobody else uses meanwhile: the last used one, with its cache."""
        with self._lock, index_faults():
            generation = self._generation
            connection = self._free.pop() if self._free else _open(self.path)
        try:
            yield connection
        finally:
            with self._lock:
                if generation == self._generation:
                    self._free.append(connection)
                else:
                    _close(connection)

    def write(self, identity: str, owner: int, revision: int, documents: Iterable[Document]) -> None:
        """Files documents, again where they are, and up to which revision the owner is filed."""
        try:
            with self._use() as connection, index_faults():
                _write(connection, identity, owner, revision, documents)
            self._is_faulty = False
        except IndexFault as fault:
            self._on_error(fault.error)

    def close(self) -> None:
        """Closes every connection, those in use when that ends; the next call opens it again."""
        with self._lock:
            self._close_all()

    def _close_all(self) -> None:
        self._generation += 1
        while self._free:
            _close(self._free.pop())

    def _on_error(self, error: sqlite3.Error) -> None:
        """Damage is no loss: the file goes, and is built again. A fault that lasts (a full disk) is
        logged once, until something can be filed again.
        """
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_INTERRUPT:
            return
        if not self._is_faulty:
            log.warning("The search index could not be used: %s", error)
        self._is_faulty = True
        if is_corruption(error):
            with self._lock:  # no thread opens a file that is removed
                self._close_all()
                for suffix in ("", "-wal", "-shm"):
                    with suppress(OSError):
                        self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        if connection.execute("PRAGMA user_version").fetchone()[0] != INDEX_VERSION:
            _create(connection)
        connection.execute(TERM_INSTANCES)
        connection.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        connection.close()
        raise
    return connection


def _close(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        connection.close()


def _create(connection: sqlite3.Connection) -> None:
    """Makes the tables; another version's are dropped first."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute("PRAGMA user_version").fetchone()[0] != INDEX_VERSION:
            for table in ("terms", "words", "documents", "owners", "identity"):
                connection.execute(f"DROP TABLE IF EXISTS {table}")
            for statement in filter(str.strip, _SCRIPT.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {INDEX_VERSION}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _write(
    connection: sqlite3.Connection, identity: str, owner: int, revision: int, documents: Iterable[Document]
) -> None:
    """One transaction of `TextIndex.write`."""
    connection.set_progress_handler(None, 0)
    connection.execute("BEGIN IMMEDIATE")
    try:
        _begin_identity(connection, identity)
        _file(connection, owner, documents)
        if _is_wasteful(connection):
            _clear(connection)
        else:
            connection.execute(
                "INSERT INTO owners (owner, revision) VALUES (?, ?) "
                "ON CONFLICT (owner) DO UPDATE SET revision = excluded.revision",
                (owner, revision),
            )
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _begin_identity(connection: sqlite3.Connection, identity: str) -> None:
    """Where the database was replaced, what is filed is of other data."""
    if connection.execute("SELECT 1 FROM identity WHERE name = ?", (identity,)).fetchone():
        return
    _clear(connection)
    connection.execute("INSERT INTO identity (name) VALUES (?)", (identity,))


def _clear(connection: sqlite3.Connection) -> None:
    for table in ("words", "documents", "owners", "identity"):
        connection.execute(f"DELETE FROM {table}")
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'documents'")
    connection.execute("INSERT INTO terms (terms) VALUES ('delete-all')")


def _file(connection: sqlite3.Connection, owner: int, documents: Iterable[Document]) -> None:
    filed = list(documents)
    if not filed:
        return
    connection.executemany("DELETE FROM documents WHERE subject = ?", [(one.subject,) for one in filed])
    prefix = str(owner)
    numbers = enumerate(filed, _read_last_number(connection) + 1)
    rows = [(number, " ".join([prefix + term for term in one.terms]), one) for number, one in numbers]
    connection.executemany("INSERT INTO terms (rowid, text) VALUES (?, ?)", [row[:2] for row in rows])
    connection.executemany(
        "INSERT INTO documents (number, subject, digest) VALUES (?, ?, ?)",
        [(number, one.subject, one.digest) for number, _, one in rows],
    )
    words = {word for one in filed for word in one.words}
    connection.executemany(
        "INSERT OR IGNORE INTO words (owner, word, backwards) VALUES (?, ?, ?)",
        [(owner, word, word[::-1]) for word in words],
    )


def _read_last_number(connection: sqlite3.Connection) -> int:
    """The largest number ever used: the terms of a removed document still have its number."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'documents'").fetchone()
    return row[0] if row else 0


def _is_wasteful(connection: sqlite3.Connection) -> bool:
    """Whether most terms lead nowhere: then all is filed again, from the first revision on."""
    last = _read_last_number(connection)
    if last < _MIN_WASTE:
        return False
    filed = int(connection.execute("SELECT count(*) FROM documents").fetchone()[0])
    return last > _MAX_WASTE * filed
