"""XLS workbooks of Excel 97 to 2003, read with xlrd. Macros and links are not opened."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from service.files.file_errors import FileError, cannot_read, damaged, no_sheet, protected
from service.files.formats.number_format import (
    FormatNumber,
    choose_formatter,
    make_date_formatter,
    number_text,
)
from service.files.formats.package import SheetMarks
from service.files.source import RawRow

if TYPE_CHECKING:
    import xlrd

_EMPTY, _TEXT, _NUMBER, _DATE, _BOOLEAN, _ERROR = range(6)


def xls_sheets(path: Path) -> dict[str, bool]:
    """The worksheets, and whether each is hidden; FileBroken if damaged or protected."""
    with _open_book(path) as book:
        from xlrd.sheet import Sheet  # noqa: PLC0415 - as below

        # The book would read the cells of each sheet first.
        return {
            str(name): bool(Sheet(book, 0, name, place).visibility) for place, name in enumerate(book.sheet_names())
        }


def xls_rows(path: Path, sheet: str, marks: SheetMarks, encoding: str | None = None) -> Iterator[RawRow]:
    """One worksheet's rows with their row numbers, which `marks` sees; blank cells are "".
    FileBroken if damaged.

    `encoding` replaces the one that a workbook before Excel 97 names, or names not. Sheets keep the
    names that they have without it.
    """
    with _open_book(path, encoding) as book:
        names = tuple(book.sheet_names()) if encoding is None else tuple(xls_sheets(path))
        if sheet not in names:
            raise no_sheet(path, sheet, names)
        table = book.sheet_by_index(names.index(sheet))
        show = _number_shower(book)
        marks.merge((top + 1, left, below - top) for top, below, left, _ in table.merged_cells if below - top > 1)
        for place, info in table.colinfo_map.items():
            marks.add_columns(place + 1, 1, is_hidden=bool(info.hidden) and place < table.ncols)
        for place in range(table.nrows):
            cells = zip(table.row_types(place), table.row_values(place), strict=True)
            row = RawRow(
                place + 1,
                [
                    _read(kind, value, table.cell_xf_index(place, column), show)
                    for column, (kind, value) in enumerate(cells)
                ],
            )
            described = table.rowinfo_map.get(place)
            marks.hides_row = described is not None and bool(described.hidden)
            marks.end_row(row)
            yield row


@contextmanager
def _open_book(path: Path, encoding: str | None = None) -> Iterator[xlrd.Book]:
    """Opens a workbook. Damage makes xlrd raise nearly any exception: it becomes one FileBroken."""
    import xlrd  # noqa: PLC0415 - the child process of every file would import it, and few are XLS

    book = None
    try:
        book = xlrd.open_workbook(
            str(path),
            logfile=io.StringIO(),
            on_demand=True,
            formatting_info=True,
            ragged_rows=True,
            encoding_override=encoding,
        )
        yield book
    except (FileError, GeneratorExit, MemoryError):
        raise
    except OSError as error:
        raise cannot_read(path, error) from error
    except Exception as error:
        if "encrypted" in str(error).lower():
            raise protected(path.name) from error
        raise damaged(path.name) from error
    finally:
        if book is not None:
            book.release_resources()


def _number_shower(book: xlrd.Book) -> Callable[[float, int], str]:
    """A formatter by cell style; each style's format is parsed once."""
    shows: dict[int, FormatNumber | None] = {}
    dates = make_date_formatter(book.datemode == 1)

    def find(style: int) -> FormatNumber | None:
        number = book.xf_list[style].format_key if 0 <= style < len(book.xf_list) else 0
        form = book.format_map.get(number)
        code = form.format_str if form is not None else ""
        return choose_formatter(code, number, dates)

    def show(value: float, style: int) -> str:
        if style not in shows:
            shows[style] = find(style)
        chosen = shows[style]
        return chosen(repr(value)) if chosen is not None else number_text(value)

    return show


def _read(kind: int, value: object, style: int, show: Callable[[float, int], str]) -> str:
    if isinstance(value, float):
        # Old workbooks store some numbers as texts.
        return show(value, style)
    if kind == _TEXT:
        return str(value)
    if kind == _BOOLEAN:
        return "true" if value else "false"
    if kind == _ERROR and isinstance(value, int):
        from xlrd.biffh import error_text_from_code  # noqa: PLC0415 - as above

        return error_text_from_code.get(value, "#N/A")
    return ""
