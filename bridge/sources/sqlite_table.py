"""A table of an SQLite file on this computer, opened for reading only."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bridge.sources.table_faults import database_unavailable, query_refused, query_too_slow
from service.domain.pull.place_address import PlaceAddress
from service.pull.places.table_place import QUERY_S, ROWS_AT_ONCE

_LOCK_S = 10.0
_STEPS = 10_000
"""Steps of SQLite's machine between two looks at the time."""

_READING = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, getattr(sqlite3, "SQLITE_RECURSIVE", 33)}
)


class SqliteTable:
    """Implements service.pull.places.table_place.TableSource."""

    def __init__(self, address: PlaceAddress) -> None:
        self._path = Path(address.path)
        self._connection: sqlite3.Connection | None = None
        self._ends = 0.0

    def select(self, query: str) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
        try:
            self._connection = sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True, timeout=_LOCK_S)
            self._connection.text_factory = _text
            self._connection.set_authorizer(_allow_reading)
            self._ends = time.monotonic() + QUERY_S
            self._connection.set_progress_handler(lambda: time.monotonic() > self._ends, _STEPS)
            cursor = self._connection.execute(query)
        except sqlite3.Error as error:
            raise self._fault(error) from error
        return [column[0] for column in cursor.description or ()], self._rows(cursor)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _rows(self, cursor: sqlite3.Cursor) -> Iterator[Sequence[object]]:
        try:
            while rows := cursor.fetchmany(ROWS_AT_ONCE):
                yield from rows
        except sqlite3.Error as error:
            raise self._fault(error) from error

    def _fault(self, error: sqlite3.Error) -> Exception:
        name, text = self._path.name, str(error)
        if text == "interrupted":
            return query_too_slow(name, QUERY_S)
        if not self._path.exists() or "unable to open" in text or "locked" in text or "not a database" in text:
            return database_unavailable(name, text, "")
        return query_refused(name, text, "")


def _text(raw: bytes) -> str:
    """Old programs store other encodings than UTF-8; their letters must not end the query."""
    return raw.decode("utf-8", "replace")


def _allow_reading(action: int, *_what: str | None) -> int:
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY
