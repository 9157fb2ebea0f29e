"""What a write or a read may do with the database while it has it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from service.domain.changes import Changes, Family

Values = Sequence[Any] | dict[str, Any]


class Reading:
    """One consistent view of the database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
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


class Tx(Reading):
    """A write: everything in it is kept or nothing is; `touch` says what it changed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._touched: set[Family] = set()

    def touch(self, *families: Family) -> None:
        """Notes what changed, for those who show it."""
        self._touched.update(families)

    @property
    def changes(self) -> Changes:
        return Changes(frozenset(self._touched))

    def insert(self, sql: str, values: Values) -> int:
        """Inserts one row and gives its id."""
        return self._connection.execute(sql, values).lastrowid or 0

    def update(self, sql: str, values: Values = ()) -> int:
        """Runs one statement and gives the number of rows it changed."""
        return self._connection.execute(sql, values).rowcount

    def many(self, sql: str, rows: Iterable[Values]) -> None:
        """Runs one statement for each row."""
        self._connection.executemany(sql, rows)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """What happens inside is undone alone when it raises."""
        touched = set(self._touched)
        self._connection.execute("SAVEPOINT part")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK TO part")
                self._connection.execute("RELEASE part")
            self._touched = touched
            raise
        self._connection.execute("RELEASE part")
