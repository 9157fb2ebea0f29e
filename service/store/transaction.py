"""What a write or a read may do with the database while it has it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar

from service.domain.changes import Changes, Family
from service.store.kept import Kept

Values = Sequence[Any] | dict[str, Any]
T = TypeVar("T")
_ROWS_AT_ONCE = 50


class Reading:
    """One consistent view of the database."""

    def __init__(self, connection: sqlite3.Connection, kept: Kept | None = None) -> None:
        self._connection = connection
        self._kept = kept
        self.execute = connection.execute

    def all(self, sql: str, values: Values = ()) -> list[Any]:
        """Every row, as tuples."""
        return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Values = ()) -> Any:
        """The first row as a tuple, or None."""
        return self._connection.execute(sql, values).fetchone()

    def scalar(self, sql: str, values: Values = ()) -> Any:
        """The first column of the first row, or None."""
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else row[0]

    def keep(self, family: Family, key: Hashable, read: Callable[[], T]) -> T:
        """What `read` gives, which depends on the rows of one family alone; the writer reads it once until they change.

        The key says what is read, to all who keep something of the family.
        """
        return read() if self._kept is None else self._kept.get(family, key, read)


class Tx(Reading):
    """A write: everything in it is kept or nothing is; `touch` says what it changed."""

    def __init__(self, connection: sqlite3.Connection, epoch: int = 0, kept: Kept | None = None) -> None:
        """`epoch` and `kept` are the writer's.

        The epoch moves when keys, shops or branches change, and when another process writes.
        """
        super().__init__(connection, kept)
        self.epoch = epoch
        self.left: list[Left] = []
        self._touched: set[Family] = set()

    def touch(self, *families: Family) -> None:
        """Notes what changed, for those who show it."""
        self._touched.update(families)
        if self._kept is not None:
            self._kept.forget(families)

    @property
    def changes(self) -> Changes:
        return Changes(frozenset(self._touched))

    def insert(self, sql: str, values: Values) -> int:
        """Inserts one row and gives its id."""
        return self._connection.execute(sql, values).lastrowid or 0

    def update(self, sql: str, values: Values = ()) -> int:
        """Runs one statement and gives the number of rows it changed."""
        return self._connection.execute(sql, values).rowcount

    def many(self, sql: str, rows: Iterable[Values]) -> int:
        """Runs one statement for each row; gives the number of rows that they changed."""
        return self._connection.executemany(sql, rows).rowcount

    def insert_rows(
        self, into: str, rows: Sequence[tuple[Any, ...]], *, same: tuple[Any, ...] = (), clash: str = ""
    ) -> None:
        """Inserts many rows at a time, which narrow ones gain by; `into` is the table with its columns.

        `same` are the values of the first columns, which all rows share.
        """
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[first : first + _ROWS_AT_ONCE]
            sql = _insert_of(into, len(same), len(some[0]), len(some), clash)
            self._connection.execute(sql, [*same, *chain.from_iterable(some)])

    def at_end(self, work: Callable[[Tx, list[T]], object], item: T) -> None:
        """Leaves an item for `work`, which is called once before the commit with what the whole group left for it."""
        self.left.append((work, item))

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """What happens inside is undone alone when it raises."""
        touched, left = set(self._touched), len(self.left)
        self._connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO part")
                self._connection.execute("RELEASE part")
            self._touched = touched
            del self.left[left:]
            if self._kept is not None:
                self._kept.forget_all()
            raise
        self._connection.execute("RELEASE part")


Left = tuple[Callable[[Tx, list[Any]], object], Any]
"""Something to be done at the end of a group, and an item for it."""


@lru_cache(maxsize=32)
def _insert_of(into: str, same: int, width: int, rows: int, clash: str) -> str:
    shared = [f"?{place}" for place in range(1, same + 1)]
    values = []
    for row in range(rows):
        first = same + 1 + row * width
        values.append(f"({', '.join([*shared, *(f'?{place}' for place in range(first, first + width))])})")
    return f"INSERT INTO {into} VALUES {', '.join(values)} {clash}"
