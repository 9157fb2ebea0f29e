"""The port through which formats that need much memory are read: in this process or in a child.

Inside `use_reader(reader)` each workbook and each JSON array that this thread opens is read by
`reader`. Outside it is read in this process.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from service.files.source import RawRow, Source


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


def isolated_reader() -> FormatReader | None:
    """What reads such files for this thread; None where this process does."""
    return _current.get()


@contextmanager
def use_reader(reader: FormatReader) -> Iterator[None]:
    """Lets `reader` read such files for this thread, until the block ends."""
    before = _current.set(reader)
    try:
        yield
    finally:
        _current.reset(before)
