"""The registry of formats: the sheets and the rows of any source, within the bounds of size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from service.files.file_errors import FileTooLarge, cannot_read
from service.files.format_reader import Fact, finds, isolated_reader
from service.files.formats.dbf import dbf_rows, dbf_sheets
from service.files.formats.delimited import delimited_rows
from service.files.formats.fixed_width import fixed_rows
from service.files.formats.html_tables import html_rows, html_sheets
from service.files.formats.json_rows import json_rows
from service.files.formats.ods import ods_rows, ods_sheets
from service.files.formats.package import SheetMarks
from service.files.formats.spreadsheet_xml import spreadsheet_xml_rows, spreadsheet_xml_sheets
from service.files.formats.xls import xls_rows, xls_sheets
from service.files.formats.xlsx import xlsx_hidden, xlsx_rows, xlsx_sheets
from service.files.formats.xml_lists import xml_lists, xml_rows
from service.files.memo import FileMemo
from service.files.source import (
    MAX_ROWS,
    MAX_SHEET_NAME_CHARS,
    MAX_SHEETS,
    WORKBOOKS,
    Kind,
    RawRow,
    SheetTable,
    Source,
    check_size,
)


class _Sheets(NamedTuple):
    """How a format is read: sheets, and whether hidden; a sheet's rows, in a chosen encoding."""

    sheets: Callable[[Path], dict[str, bool]]
    rows: Callable[[Path, str, SheetMarks, str | None], Iterator[RawRow]]


_READERS: Final = {
    Kind.XLSX: _Sheets(xlsx_sheets, lambda path, sheet, marks, _: xlsx_rows(path, sheet, marks)),
    Kind.XLS: _Sheets(xls_sheets, xls_rows),
    Kind.ODS: _Sheets(ods_sheets, lambda path, sheet, marks, _: ods_rows(path, sheet, marks)),
    Kind.HTML: _Sheets(html_sheets, lambda path, sheet, _, encoding: html_rows(path, sheet, encoding)),
    Kind.DBF: _Sheets(dbf_sheets, lambda path, sheet, _, encoding: dbf_rows(path, sheet, encoding)),
    Kind.XML: _Sheets(xml_lists, lambda path, sheet, _marks, _encoding: xml_rows(path, sheet)),
    Kind.SPREADSHEET_XML: _Sheets(
        spreadsheet_xml_sheets, lambda path, sheet, marks, _: spreadsheet_xml_rows(path, sheet, marks)
    ),
}
_HIDDEN: Final = FileMemo[dict[str, tuple[str, ...]]]()
"""By sheet what is hidden of a file: a set-up reads the rows, then asks for it."""


@finds(Fact.SHEETS)
def sheet_names(path: Path, source: Source) -> tuple[str, ...]:
    """A workbook's sheets, 1,000 at most, hidden ones last, in the order of trying them."""
    sheets = _READERS[source.kind].sheets(path)
    return _within_bounds(sorted(sheets, key=lambda name: sheets[name]))


@finds(Fact.VISIBLE)
def visible_sheets(path: Path, source: Source) -> tuple[str, ...]:
    """The sheets that a person sees in the workbook's own program; 1,000 at most."""
    return _within_bounds(name for name, is_hidden in _READERS[source.kind].sheets(path).items() if not is_hidden)


@finds(Fact.HIDDEN)
def hidden_parts(path: Path, source: Source) -> tuple[str, ...]:
    """Of a sheet how many rows a workbook hides, how many cells go over several rows, and the
    numbers of the columns that it hides; () for formats of which that is not known.
    """
    if source.kind is Kind.XLSX:
        return xlsx_hidden(path, source.sheet)
    known = _HIDDEN.find(path, dict)
    for _ in () if source.kind not in WORKBOOKS or source.sheet in known else _sheet_rows(path, source):
        pass
    return known.get(source.sheet, ())


def _sheet_rows(path: Path, source: Source) -> Iterator[RawRow]:
    marks = SheetMarks()
    yield from _READERS[source.kind].rows(path, source.sheet, marks, source.workbook_encoding)
    _HIDDEN.find(path, dict)[source.sheet] = marks.facts


def _within_bounds(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(islice((name for name in names if len(name) <= MAX_SHEET_NAME_CHARS), MAX_SHEETS))


def raw_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """Every row of the file or of a sheet, also title rows and the header, as a stream except for
    XLS; FileError if it cannot be read, FileTooLarge past the bounds of a row and a sheet.
    """
    if source.kind is Kind.DELIMITED:
        return delimited_rows(path, source.encoding, source.delimiter)
    if source.kind is Kind.FIXED_WIDTH:
        return fixed_rows(path, source.encoding, source.breaks)
    reader = isolated_reader(path, source)
    if reader is not None:
        return reader.rows(path, source)
    if source.kind in WORKBOOKS:
        return check_size(_sheet_rows(path, source), path.name)
    return check_size(json_rows(path, source), path.name)


def data_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """The rows below the header that are not blank; FileTooLarge above 500,000 of them."""
    if not source.tables:
        return _table_rows(path, source)
    return _joined_rows(path, source)


def _joined_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """The rows of several sheets, one sheet after the other."""
    count = 0
    for table in source.tables:
        sheet = replace(source, sheet=table.sheet, header_row=table.header_row, tables=())
        for row in join_rows(table, _table_rows(path, sheet)):
            count += 1
            if count > MAX_ROWS:
                raise _too_many(path)
            yield row


def join_rows(table: SheetTable, rows: Iterable[RawRow]) -> Iterator[RawRow]:
    """One sheet's rows with the list's columns, and the sheet's name; blank ones are left out."""
    for line, cells in rows:
        own = [cells[place] if place < len(cells) else "" for place in table.places]
        if any(own):
            yield RawRow(line, [*own, table.sheet])


def _too_many(path: Path) -> FileTooLarge:
    return FileTooLarge.saying(
        "{file} has more than {most} rows. Split it, or leave out what is not sold.",
        file=path.name,
        most=f"{MAX_ROWS:,}",
    )


def _table_rows(path: Path, source: Source) -> Iterator[RawRow]:
    header = 0 if source.kind in (Kind.JSON, Kind.JSON_LINES) else source.header_row
    count = 0
    try:
        for row in raw_rows(path, source):
            line, cells = row
            if line <= header or not any(cells):
                continue
            count += 1
            if count > MAX_ROWS:
                raise _too_many(path)
            yield row
    except OSError as error:
        raise cannot_read(path, error) from error
