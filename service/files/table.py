"""What an export file is made of: its source facts, its rows, its cells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

MAX_FILE_BYTES = 200 * 1024 * 1024
MAX_ROWS = 500_000
MAX_COLUMNS = 1_000
MAX_CELL_CHARS = 1_000_000
"""Bounds of issue 5 point 7; cells past the last column that is read are left out."""


class Kind(StrEnum):
    """The formats that are read."""

    DELIMITED = "delimited"
    XLSX = "xlsx"
    XLS = "xls"
    ODS = "ods"
    JSON = "json"
    JSON_LINES = "json_lines"


WORKBOOKS = frozenset({Kind.XLSX, Kind.XLS, Kind.ODS})


class NumberCell(str):
    """A cell that holds a number with a decimal point, whatever the file's own decimal sign is."""

    __slots__ = ()


class DateCell(str):
    """A workbook cell that holds a date, as ISO text."""

    __slots__ = ()


class NullCell(str):
    """A JSON null: the field is to be cleared, where a blank cell leaves it alone."""

    __slots__ = ()


NULL = NullCell("")


class RawRow(NamedTuple):
    """One row as the file has it; `line` counts from 1: file line, sheet row or place in a JSON array."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Choice:
    """What the owner has settled about a source; None is recognised anew in every file."""

    kind: Kind | None = None
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    header_row: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """How a file is to be read.

    `encoding` and `delimiter` say something of text files only, `sheet` of workbooks only. `header_row` is the
    line of the column names, 0 when there is none; `headers` are the columns by name.
    """

    kind: Kind
    encoding: str = "utf-8"
    delimiter: str = ","
    sheet: str = ""
    header_row: int = 1
    headers: tuple[str, ...] = ()
