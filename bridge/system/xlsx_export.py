"""XLSX that leaves the program: numbers are numbers, texts stay texts, whatever they look like."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import BinaryIO

from xlsxwriter import Workbook  # type: ignore[import-untyped, unused-ignore]
from xlsxwriter.exceptions import FileCreateError  # type: ignore[import-untyped, unused-ignore]
from xlsxwriter.worksheet import Worksheet  # type: ignore[import-untyped, unused-ignore]

from service.domain.export_table import Cell, CellKind, Column, ExportTable, to_naive_local
from service.domain.quantity import MILLI
from service.domain.texts import drop_steering

_LAST_ROW = 1_048_575
"""Excel's last row, counted from 0."""

_NUMBER_FORMATS = {
    CellKind.MONEY: "#,##0.000",
    CellKind.QUANTITY: "#,##0",
    CellKind.COUNT: "#,##0",
    CellKind.TIME: "yyyy-mm-dd hh:mm",
    CellKind.TEXT: "@",
}
_FRACTION_FORMAT = "#,##0.###"
"""For quantities that are not whole: a whole one would show its point, as in "12."."""

_FILS = 1000

_WriteCell = Callable[[int, int, Cell], object]


def write_xlsx(out: BinaryIO, table: ExportTable, folder: str | None = None, *, last_row: int = _LAST_ROW) -> int:
    """Writes a workbook and returns its number of rows; what does not fit on a sheet goes on the
    next one.

    The memory needed does not grow with the rows: they wait in temporary files in `folder`, which
    the caller removes. Raises OSError.
    """
    target = _Target(out)
    book = Workbook(target, {"constant_memory": True, "tmpdir": folder})
    book.use_zip64()
    try:
        count = _SheetWriter(book, table, last_row).write_rows()
        book.close()
    except FileCreateError as error:
        target.ended = True
        raise error.args[0] from error
    except BaseException:
        target.ended = True
        raise
    finally:
        _close_row_files(book)
    return count


class _SheetWriter:
    """Writes rows on one sheet after the other."""

    def __init__(self, book: Workbook, table: ExportTable, last_row: int) -> None:
        self._book, self._table, self._last_row = book, table, last_row
        self._bold = book.add_format({"bold": True, "bottom": 1})
        self._formats = {kind: book.add_format({"num_format": code}) for kind, code in _NUMBER_FORMATS.items()}
        self._fraction = book.add_format({"num_format": _FRACTION_FORMAT})

    def write_rows(self) -> int:
        """Returns how many there are."""
        count, row, writers = 0, 0, self._add_sheet(1)
        sheets = 1
        for cells in self._table.rows:
            if row == self._last_row:
                sheets += 1
                row, writers = 0, self._add_sheet(sheets)
            row += 1
            self._write_row(writers, row, cells)
            count += 1
        return count

    @staticmethod
    def _write_row(writers: Sequence[_WriteCell], row: int, cells: Sequence[Cell]) -> None:
        for place, (write_cell, cell) in enumerate(zip(writers, cells, strict=True)):
            if cell is not None:
                write_cell(row, place, cell)

    def _add_sheet(self, number: int) -> list[_WriteCell]:
        """Returns what writes a cell of each column."""
        title = self._table.title
        sheet = self._book.add_worksheet(title if number == 1 else f"{title} {number}")
        sheet.freeze_panes(1, 0)
        if self._table.rtl:
            sheet.right_to_left()
        columns = self._table.columns
        for place, column in enumerate(columns):
            sheet.set_column(place, place, column.width)
            sheet.write_string(0, place, column.name, self._bold)
        return [self._make_writer(sheet, column) for column in columns]

    def _make_writer(self, sheet: Worksheet, column: Column) -> _WriteCell:
        style, zone = self._formats.get(column.kind), self._table.zone
        match column.kind:
            case CellKind.MONEY:
                return lambda row, place, cell: sheet.write_number(row, place, int(cell or 0) / _FILS, style)
            case CellKind.QUANTITY:
                return lambda row, place, cell: sheet.write_number(
                    row, place, int(cell or 0) / MILLI, self._fraction if int(cell or 0) % MILLI else style
                )
            case CellKind.TIME:
                return lambda row, place, cell: sheet.write_datetime(
                    row, place, to_naive_local(int(cell or 0), zone), style
                )
            case CellKind.SWITCH:
                return lambda row, place, cell: sheet.write_boolean(row, place, bool(cell))
            case CellKind.COUNT:
                return lambda row, place, cell: sheet.write_number(row, place, cell, style)
            case CellKind.TEXT:
                return lambda row, place, cell: sheet.write_string(row, place, drop_steering(str(cell)), style)


class _Target:
    """Nothing after `ended`: the zip writer that a failure leaves would still write its end."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._place = 0
        self.ended = False

    def write(self, data: bytes) -> int:
        return len(data) if self.ended else self._out.write(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return 0 if self.ended else self._out.seek(offset, whence)

    def tell(self) -> int:
        if not self.ended:
            self._place = self._out.tell()
        return self._place

    def flush(self) -> None:
        if not self.ended:
            self._out.flush()


def _close_row_files(book: Workbook) -> None:
    """Closes the files of the rows also after a failure: Windows removes no open file."""
    for sheet in book.worksheets():
        with suppress(OSError):
            sheet.row_data_fh.close()
