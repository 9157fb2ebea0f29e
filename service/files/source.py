"""A file to read: its kind, its bounds, its raw rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from service.files.file_errors import FileTooLarge

DEFAULT_ENCODING = "utf-8"
MAX_FILE_MB = 200
MAX_FILE_BYTES = MAX_FILE_MB * 1024 * 1024
MAX_ROWS = 500_000
MAX_COLUMNS = 1_000
MAX_CELL_CHARS = 1_000_000
"""The bounds of a file; cells after the last column are ignored."""

MAX_ROW_CHARS = 4_000_000
"""The texts of one row together."""

MAX_CELLS = 100_000_000
"""The cells of one sheet together, blank ones too."""

MAX_SHEETS = 1_000
MAX_SHEET_NAME_CHARS = 1_000
"""Further sheets, and sheets with longer names, are not offered."""

MAX_JSON_IN_PROCESS_BYTES = 2 * 1024 * 1024
"""A JSON array as large as an upload may be is read in this process."""


class NumberCell(str):
    """A cell with a number that has a decimal point, whatever the file's own decimal sign is."""

    __slots__ = ()


class DateCell(str):
    """A workbook cell with a date, as ISO text."""

    __slots__ = ()


class NullCell(str):
    """A JSON null: it clears the field, while a blank cell changes nothing."""

    __slots__ = ()


NULL = NullCell("")


NOT_CALCULATED = "#CALC!"
"""A formula that was saved without its value; no field accepts it."""


class RawRow(NamedTuple):
    """One row of a file. `line` counts from 1: file line, sheet row or index in a JSON array."""

    line: int
    cells: list[str]


class Kind(StrEnum):
    """The supported formats."""

    DELIMITED = "delimited"
    XLSX = "xlsx"
    XLS = "xls"
    ODS = "ods"
    JSON = "json"
    JSON_LINES = "json_lines"
    HTML = "html"
    SPREADSHEET_XML = "spreadsheet_xml"
    XML = "xml"
    DBF = "dbf"
    FIXED_WIDTH = "fixed_width"


RECORDS = frozenset({Kind.XML, Kind.DBF})
"""Formats that name their columns themselves; the names are the first row."""

WORKBOOKS = RECORDS | {Kind.XLSX, Kind.XLS, Kind.ODS, Kind.HTML, Kind.SPREADSHEET_XML}
"""Formats with sheets; a table of a web page and a list in XML count as one."""

TEXTS = frozenset({Kind.DELIMITED, Kind.FIXED_WIDTH, Kind.JSON, Kind.JSON_LINES, Kind.HTML})
"""Formats whose encoding the owner may choose, and that is compared each night."""

ENCODED = TEXTS | {Kind.DBF}
"""Formats whose encoding is recognised, and remembered by the set-up."""

_OWN_ENCODING = frozenset({Kind.XLS, Kind.HTML, Kind.DBF})


@dataclass(frozen=True, slots=True)
class SheetTable:
    """One of several sheets read as one list: `places` are its columns in the order of the list."""

    sheet: str
    header_row: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """How a file is read.

    `encoding` applies to TEXTS, and to an XLS workbook if the owner chose it. `delimiter`
    applies to text files only, `sheet` to workbooks and lists. `header_row` is the line of the
    column names, 0 if there is none; `headers` are the columns by name. With `tables` several
    sheets are read, and the last column has their names. `breaks` are the places at which the
    columns of a fixed-width text begin, without the first.
    """

    kind: Kind
    encoding: str = DEFAULT_ENCODING
    delimiter: str = ","
    sheet: str = ""
    header_row: int = 1
    headers: tuple[str, ...] = ()
    tables: tuple[SheetTable, ...] = ()
    breaks: tuple[int, ...] = ()

    @property
    def workbook_encoding(self) -> str | None:
        """The encoding of a workbook whose encoding may be chosen; None if it says its own."""
        return self.encoding if self.kind in _OWN_ENCODING and self.encoding != DEFAULT_ENCODING else None


def check_size(rows: Iterable[RawRow], file: str, most_cells: int = MAX_CELLS) -> Iterator[RawRow]:
    """The rows; FileTooLarge at a row above 4 million characters, or past 100 million cells."""
    left = most_cells
    for row in rows:
        cells = row.cells
        left -= len(cells)
        if left < 0:
            raise FileTooLarge.saying(
                "{file} has more than 100 million cells. Leave out the columns that are not needed.", file=file
            )
        if sum(map(len, cells)) > MAX_ROW_CHARS:
            raise row_too_long(file, row.line)
        yield row


def row_too_long(file: str, line: int) -> FileTooLarge:
    return FileTooLarge.saying(
        "{file}, line {line}: a row holds more than 4 million characters. Check that it is the export file.",
        file=file,
        line=line,
    )
