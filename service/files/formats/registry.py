"""The registry of formats: the rows of any source, within the bounds of size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from service.domain.sentences import message, os_reason
from service.files.cells import RawRow
from service.files.file_errors import FileTooLarge, FileUnavailable
from service.files.formats.delimited import delimited_rows
from service.files.formats.fixed_width import fixed_rows
from service.files.formats.json_rows import json_rows
from service.files.formats.row_bounds import check_size
from service.files.formats.workbook import sheet_rows
from service.files.source import MAX_ROWS, WORKBOOKS, Kind, SheetTable, Source


def raw_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """Every row of the file, also title rows and the header; FileError if it cannot be read."""
    if source.kind is Kind.DELIMITED:
        return delimited_rows(path, source.encoding, source.delimiter)
    if source.kind is Kind.FIXED_WIDTH:
        return fixed_rows(path, source.encoding, source.breaks)
    if source.kind in WORKBOOKS:
        return sheet_rows(path, source.kind, source.sheet, source.workbook_encoding)
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
    """The rows of one sheet with the columns of the list, and the sheet's name; blank ones are left
    out.
    """
    for line, cells in rows:
        own = [cells[place] if place < len(cells) else "" for place in table.places]
        if any(own):
            yield RawRow(line, [*own, table.sheet])


def _too_many(path: Path) -> FileTooLarge:
    return FileTooLarge(
        message("{file} has more than 500,000 rows. Split it, or leave out what is not sold.", file=path.name)
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
        raise FileUnavailable(
            message("{file} stopped being readable: {reason}.", file=path.name, reason=os_reason(error))
        ) from error
