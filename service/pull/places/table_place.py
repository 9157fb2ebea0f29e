"""A table of a database as a file of JSON lines: from there on it is read like any export.

Numbers stay exact, times become texts of this computer's clock, NULL becomes a blank cell.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Protocol

import msgspec

from service.domain.sentences import message
from service.files.file_errors import FileBroken, FileError, FileTooLarge
from service.files.source import MAX_COLUMNS, MAX_ROWS
from service.pull.places.place_port import FoundFile

QUERY_S = 300.0
"""Seconds for which a query may run."""

ROWS_AT_ONCE = 1_000
"""Rows in memory at a time."""

_encode = msgspec.json.Encoder().encode


class TableSource(Protocol):
    """A connection to a database, in a read-only transaction. Every call raises FileError."""

    def select(self, query: str) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
        """The names of the columns, and the rows as they come."""
        ...

    def close(self) -> None:
        """Ends the transaction and the connection; never raises."""
        ...


class TablePlace:
    """Implements service.pull.places.place_port.Place for a checked query."""

    def __init__(self, source: TableSource, query: str, name: str) -> None:
        self._source = source
        self._query = query
        self._name = name

    def find(self) -> FoundFile:
        """The table has neither a size nor a time of change."""
        return FoundFile(f"{self._name}.jsonl", "")

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:  # noqa: ARG002 - never resumed
        selected, rows = self._source.select(self._query)
        names = [text_of(name) for name in selected]
        _check_names(names)
        lines: list[bytes] = []
        count = 0
        for row in rows:
            count += 1
            if count > MAX_ROWS:
                raise FileTooLarge(
                    message("The query gives more than {most:,} rows. Select fewer of them.", most=MAX_ROWS)
                )
            lines.append(_encode(dict(zip(names, map(cell_of, row), strict=True))))
            if len(lines) == ROWS_AT_ONCE:
                yield b"\n".join(lines) + b"\n"
                lines.clear()
        if not count:
            raise FileBroken(message("The query found no rows. Check it, and the database it asks."))
        if lines:
            yield b"\n".join(lines) + b"\n"

    def close(self) -> None:
        self._source.close()


def cell_of(value: object) -> object:
    """A value of a database as a value of JSON."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Decimal):
        return msgspec.Raw(format(value, "f").encode("ascii")) if value.is_finite() else ""
    if isinstance(value, datetime):
        local = value if value.tzinfo is None else value.astimezone()
        return local.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, date):
        return value.isoformat()
    return text_of(_write_other(value))


def _write_other(value: object) -> str:
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return str(value)


def text_of(value: str) -> str:
    """A text that can be written. Half of a character, as some drivers return, becomes a sign that
    a part number is refused for and other texts are noted for.
    """
    return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _check_names(names: Sequence[str]) -> None:
    if len(names) > MAX_COLUMNS:
        raise FileError(message("The query gives more than {most:,} columns. Select fewer of them.", most=MAX_COLUMNS))
    twice = next((name for place, name in enumerate(names) if not name or name in names[:place]), None)
    if twice is not None:
        raise FileError(
            message(
                "The query gives two columns with the name {name}, or one without a name. Name them with AS.",
                name=f"“{twice}”",
            )
        )
