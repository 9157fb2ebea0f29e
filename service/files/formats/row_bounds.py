"""The bounds of a row, and of all rows of a sheet together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from service.domain.sentences import message
from service.files.cells import RawRow
from service.files.file_errors import FileTooLarge
from service.files.source import MAX_CELLS, MAX_ROW_CHARS


def check_size(rows: Iterable[RawRow], file: str, most_cells: int = MAX_CELLS) -> Iterator[RawRow]:
    """The same rows; FileTooLarge at a row of more than 4 million characters,
    and past 100 million cells.
    """
    left = most_cells
    for row in rows:
        cells = row.cells
        left -= len(cells)
        if left < 0:
            raise FileTooLarge(
                message("{file} has more than 100 million cells. Leave out the columns that are not needed.", file=file)
            )
        if sum(map(len, cells)) > MAX_ROW_CHARS:
            raise row_too_long(file, row.line)
        yield row


def row_too_long(file: str, line: int) -> FileTooLarge:
    """For a row that does not end."""
    return FileTooLarge(
        message(
            "{file}, line {line}: a row holds more than 4 million characters. Check that it is the export file.",
            file=file,
            line=line,
        )
    )
