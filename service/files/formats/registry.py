"""The registry of formats: the rows of any source, within the bounds of size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from service.domain.sentences import message, os_reason
from service.files.cells import RawRow
from service.files.file_errors import FileTooLarge, FileUnavailable
from service.files.formats.delimited import delimited_rows
from service.files.formats.json_rows import json_rows
from service.files.formats.row_bounds import check_size
from service.files.formats.workbook import sheet_rows
from service.files.source import MAX_ROWS, WORKBOOKS, Kind, Source


def raw_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """Every row of the file, also title rows and the header; FileError if it cannot be read."""
    if source.kind is Kind.DELIMITED:
        return delimited_rows(path, source.encoding, source.delimiter)
    if source.kind in WORKBOOKS:
        return sheet_rows(path, source.kind, source.sheet, source.workbook_encoding)
    return check_size(json_rows(path, source.kind, source.encoding, source.headers), path.name)


def data_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """The rows below the header that are not blank; FileTooLarge above 500,000 of them."""
    header = 0 if source.kind in (Kind.JSON, Kind.JSON_LINES) else source.header_row
    count = 0
    try:
        for row in raw_rows(path, source):
            line, cells = row
            if line <= header or not any(cells):
                continue
            count += 1
            if count > MAX_ROWS:
                raise FileTooLarge(
                    message(
                        "{file} has more than 500,000 rows. Split it, or leave out what is not sold.", file=path.name
                    )
                )
            yield row
    except OSError as error:
        raise FileUnavailable(
            message("{file} stopped being readable: {reason}.", file=path.name, reason=os_reason(error))
        ) from error
