"""The rows of any source, within the bounds of issue 5 point 7."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from service.domain.sentences import say, why
from service.files.delimited import delimited_rows
from service.files.faults import FileAway, FileTooLarge
from service.files.jsonrows import json_rows
from service.files.table import MAX_ROWS, WORKBOOKS, Kind, RawRow, Source
from service.files.workbook import sheet_rows


def raw_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """Every row of the file as it stands, title rows and header too; FileFault when it cannot be read."""
    if source.kind is Kind.DELIMITED:
        return delimited_rows(path, source.encoding, source.delimiter)
    if source.kind in WORKBOOKS:
        return sheet_rows(path, source.kind, source.sheet)
    return json_rows(path, source.kind, source.encoding, source.headers)


def data_rows(path: Path, source: Source) -> Iterator[RawRow]:
    """The rows below the header that are not blank; FileTooLarge past 500,000 of them."""
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
                    say("{file} has more than 500,000 rows. Split it, or leave out what is not sold.", file=path.name)
                )
            yield row
    except OSError as error:
        raise FileAway(say("{file} stopped being readable: {reason}.", file=path.name, reason=why(error))) from error
