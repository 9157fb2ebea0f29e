"""What a write or a read can do with the database."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, Protocol, TypeVar

from service.domain.audit import PROGRAM_ORIGIN, Origin
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable

Values = Sequence[Any] | dict[str, Any]
T = TypeVar("T")
_ROWS_PER_INSERT = 50
_MAX_RESULTS = 64
"""Results per family. One list of orders can take 100 KB."""


class Cursor(Protocol):
    """The rows of a statement, or how many it changed."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def close(self) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...


class ForeignCommits(NamedTuple):
    """Whether other connections committed anything, and whether anything for every service."""

    any: bool
    of_all: bool


NO_COMMITS = ForeignCommits(any=False, of_all=False)


class Connection(Protocol):
    """One connection of an engine, used by one thread at a time. It raises the engine's own errors;
    `to_unavailable` tells those of the environment.
    """

    @property
    def in_transaction(self) -> bool:
        """Whether there is a transaction that can go on."""

    @property
    def total_changes(self) -> int:
        """How many rows it has written since it was opened."""

    @property
    def is_shared(self) -> bool:
        """Whether other services may write the same database."""

    def execute(self, sql: str, values: Values = ..., /) -> Cursor: ...
    def executemany(self, sql: str, rows: Iterable[Values], /) -> Cursor: ...

    def write_rows(self, sql: str, rows: Sequence[Sequence[Any]], /) -> int:
        """Runs an INSERT of VALUES or an UPDATE for each row; returns how many changed."""

    def insert(self, sql: str, values: Values) -> int:
        """Inserts one row and returns its id."""

    def begin_read(self) -> None:
        """Begins one consistent view."""

    def begin_write(self, shops: Sequence[int] | None = None) -> None:
        """Begins to write alone: anything, or what these ascending shops own; 0 is no shop."""

    def take_lock(self, name: str) -> None:
        """Has the lock from when no other has it to its own end. No transaction takes two."""

    def undo_savepoint(self, name: str) -> None:
        """Undoes what followed the savepoint, and the savepoint; nothing without a transaction."""

    def commit(self, *, of_all: bool = False) -> None:
        """Raises Unavailable only where it is not known whether that succeeded, or where the data
        was moved. `of_all` is a change that every service has to know of, as of a key.
        """

    def rollback(self) -> None:
        """Ends the transaction, if there is one."""

    def find_foreign_commits(self) -> ForeignCommits:
        """Whether another process committed since the last call. In a transaction: whether another
        connection did, to what it may write.
        """

    def confirm_term(self, term: int | None) -> None:
        """Raises Unavailable if another service leads, until the transaction ends."""

    def free_pages(self) -> bool:
        """Gives some room of deleted rows back to the disk; whether there may be more."""

    def to_unavailable(self, error: BaseException) -> Unavailable | None:
        """What the environment did, where the error is its fault; None for a bug."""

    def close(self) -> None: ...


class ReadCache:
    """Results of one writer's reads, used by its thread alone. It drops those that a commit of its
    own changes, and all when another connection wrote.
    """

    def __init__(self) -> None:
        self._results: dict[ChangeKind, dict[Hashable, Any]] = {}

    def get_or_read(self, family: ChangeKind, key: Hashable, read: Callable[[], T]) -> T:
        """The result of `read` for the key, read once until the family changes."""
        results = self._results.setdefault(family, {})
        if key in results:
            result: T = results[key]
            return result
        result = read()
        if len(results) >= _MAX_RESULTS:
            results.clear()
        results[key] = result
        return result

    def invalidate(self, families: Iterable[ChangeKind]) -> None:
        """Drops the results of those families."""
        for family in families:
            if family in self._results:
                self._results[family].clear()

    def clear(self) -> None:
        """Drops every result: anything may have changed, or was never committed."""
        self._results.clear()


class ReadTx:
    """One consistent view of the database."""

    def __init__(self, connection: Connection, cache: ReadCache | None = None) -> None:
        self._connection = connection
        self._cache = cache
        self.execute = connection.execute

    @property
    def is_shared(self) -> bool:
        """Whether other services may write the same database."""
        return self._connection.is_shared

    def to_unavailable(self, error: BaseException) -> Unavailable | None:
        """What the environment did, where the error is its fault; None for a bug."""
        return self._connection.to_unavailable(error)

    def all(self, sql: str, values: Values = ()) -> list[Any]:
        """Every row, as tuples."""
        return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Values = ()) -> Any:
        """The first row as a tuple, or None."""
        return self._connection.execute(sql, values).fetchone()

    def all_as(self, kind: Callable[..., T], sql: str, values: Values = ()) -> list[T]:
        """Every row as a `kind`, whose fields are the columns in their order."""
        return [kind(*row) for row in self.all(sql, values)]

    def one_as(self, kind: Callable[..., T], sql: str, values: Values = ()) -> T | None:
        """The first row as a `kind`, or None."""
        row = self.one(sql, values)
        return None if row is None else kind(*row)

    def column(self, sql: str, values: Values = ()) -> list[Any]:
        """The first column of every row."""
        return [row[0] for row in self.all(sql, values)]

    def scalar(self, sql: str, values: Values = ()) -> Any:
        """The first column of the first row, or None."""
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else row[0]

    def read_cached(self, family: ChangeKind, key: Hashable, read: Callable[[], T]) -> T:
        """The result of `read`, which depends on the rows of one family only. The writer caches it
        until they change. The key names the result for all callers that cache something of the
        family.
        """
        return read() if self._cache is None else self._cache.get_or_read(family, key, read)


class Tx(ReadTx):
    """A write: all of it is committed or nothing is. `mark_changed` says what it changed."""

    def __init__(
        self,
        connection: Connection,
        epoch: int = 0,
        cache: ReadCache | None = None,
        origin: Origin = PROGRAM_ORIGIN,
    ) -> None:
        """`epoch` and `cache` belong to the writer; `origin` is named in the audit. The epoch
        changes when keys, shops or branches change, and when another process writes.
        """
        super().__init__(connection, cache)
        self.epoch = epoch
        self.origin = origin
        self.deferred_writes: list[DeferredWrite] = []
        self._changed_kinds: set[ChangeKind] = set()

    def mark_changed(self, *families: ChangeKind) -> None:
        """Records what changed, for panes that display it."""
        self._changed_kinds.update(families)
        if self._cache is not None:
            self._cache.invalidate(families)

    @property
    def changes(self) -> Changes:
        return Changes(frozenset(self._changed_kinds))

    @property
    def total_changes(self) -> int:
        """How many rows the connection has written since it was opened."""
        return self._connection.total_changes

    def take_lock(self, name: str) -> None:
        """Waits for a lock of rows that no shop owns; take it before such rows are read."""
        self._connection.take_lock(name)

    def insert(self, sql: str, values: Values) -> int:
        """Inserts one row and returns its id."""
        return self._connection.insert(sql, values)

    def update(self, sql: str, values: Values = ()) -> int:
        """Runs one statement and returns the number of changed rows."""
        return self._connection.execute(sql, values).rowcount

    def many(self, sql: str, rows: Iterable[Values]) -> int:
        """Runs one statement for each row; returns the number of changed rows."""
        return self._connection.executemany(sql, rows).rowcount

    def write_rows(self, sql: str, rows: Sequence[Sequence[Any]]) -> int:
        """`many` for up to a thousand rows by their key: INSERT of VALUES, UPDATE with WHERE."""
        return self._connection.write_rows(sql, rows)

    def insert_rows(
        self, into: str, rows: Sequence[tuple[Any, ...]], *, shared: tuple[Any, ...] = (), on_conflict: str = ""
    ) -> None:
        """Inserts several rows with one statement, which is faster for narrow rows. `into` is the
        table with its columns. `shared` are the values of the first columns, which all rows share.
        """
        if self._connection.is_shared and len(rows) > _ROWS_PER_INSERT:
            sql = _make_insert(into, 0, len(shared) + len(rows[0]), 1, on_conflict)
            self._connection.write_rows(sql, [(*shared, *row) for row in rows])
            return
        for first in range(0, len(rows), _ROWS_PER_INSERT):
            some = rows[first : first + _ROWS_PER_INSERT]
            sql = _make_insert(into, len(shared), len(some[0]), len(some), on_conflict)
            self._connection.execute(sql, [*shared, *chain.from_iterable(some)])

    def confirm_term(self, term: int | None) -> None:
        """Raises Unavailable if another service leads now."""
        self._connection.confirm_term(term)

    def free_pages(self) -> bool:
        """Gives some room of deleted rows back to the disk; whether there may be more."""
        return self._connection.free_pages()

    def before_commit(self, work: Callable[[Tx, list[T]], object], item: T) -> None:
        """Adds an item for `work`, which is called before the commit with those of the group."""
        self.deferred_writes.append((work, item))

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """A savepoint: when the block raises, only its own changes are undone."""
        touched, left = set(self._changed_kinds), len(self.deferred_writes)
        self._connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            self._connection.undo_savepoint("part")
            self._changed_kinds = touched
            del self.deferred_writes[left:]
            if self._cache is not None:
                self._cache.clear()
            raise
        self._connection.execute("RELEASE part")


DeferredWrite = tuple[Callable[[Tx, list[Any]], object], Any]
"""Work for the end of a group, and one item for it."""


@lru_cache(maxsize=32)
def _make_insert(into: str, same: int, width: int, rows: int, clash: str) -> str:
    shared = [f"?{place}" for place in range(1, same + 1)]
    values = []
    for row in range(rows):
        first = same + 1 + row * width
        values.append(f"({', '.join([*shared, *(f'?{place}' for place in range(first, first + width))])})")
    return f"INSERT INTO {into} VALUES {', '.join(values)} {clash}".rstrip()
