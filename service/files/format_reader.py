"""The port through which formats that need much memory are read: in this process or in a child.

Inside `use_reader(reader)` each workbook and each JSON array that this thread opens is read by
`reader`. Outside it is read in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Final, Protocol

from service.files.source import MAX_JSON_IN_PROCESS_BYTES, WORKBOOKS, Kind, RawRow, Source


class Fact(StrEnum):
    """What is asked about a file apart from its rows."""

    KIND = "kind"
    SHEETS = "sheets"
    VISIBLE = "visible"
    HIDDEN = "hidden"
    LISTS = "lists"
    NESTED = "nested"
    HEADERS = "headers"


class FormatReader(Protocol):
    """Reads workbooks and JSON arrays; each method raises FileError."""

    def ask(self, fact: Fact, path: Path, source: Source) -> tuple[str, ...]: ...

    def rows(self, path: Path, source: Source) -> Iterator[RawRow]: ...


_current: ContextVar[FormatReader | None] = ContextVar("format_reader", default=None)


def isolated_reader(path: Path, source: Source) -> FormatReader | None:
    """The thread's reader of workbooks and large JSON; None where this process reads."""
    is_large = source.kind is Kind.JSON and path.stat().st_size > MAX_JSON_IN_PROCESS_BYTES
    return _current.get() if source.kind in WORKBOOKS or is_large else None


Look = Callable[[Path, Source], tuple[str, ...]]
LOOKS: Final[dict[Fact, Look]] = {}
"""What finds each fact in the process that reads."""


def finds(fact: Fact) -> Callable[[Look], Look]:
    """Makes of what finds a fact in this process a function that asks the reader of this thread."""

    def make(look: Look) -> Look:
        LOOKS[fact] = look

        @wraps(look)
        def ask(path: Path, source: Source) -> tuple[str, ...]:
            reader = isolated_reader(path, source)
            return look(path, source) if reader is None else reader.ask(fact, path, source)

        return ask

    return make


@contextmanager
def use_reader(reader: FormatReader) -> Iterator[None]:
    """Lets `reader` read such files for this thread, until the block ends."""
    before = _current.set(reader)
    try:
        yield
    finally:
        _current.reset(before)
