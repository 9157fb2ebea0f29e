"""Excel's binary workbooks (.xlsb): their sheets, and one sheet's rows as a stream.

Only cell values are read: a formula counts as the value it was saved with.
"""

from __future__ import annotations

import posixpath
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from service.domain.sentences import message
from service.files.cells import RawRow
from service.files.file_errors import FileBroken
from service.files.formats.binary.xlsb_records import packed_number, read_records, wide_text
from service.files.formats.number_format import (
    FormatNumber,
    choose_formatter,
    make_date_formatter,
    number_text,
)
from service.files.formats.package import Package, cell_too_long, list_sheets, open_package
from service.files.formats.xlsx import read_relations
from service.files.formats.xlsx_texts import MAX_TEXTS
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS

WORKBOOK: Final = "xl/workbook.bin"
_ROW, _BLANK, _PACKED, _ERROR, _BOOL, _REAL, _TEXT, _SHARED = 0, 1, 2, 3, 4, 5, 6, 7
_FORMULA_TEXT, _FORMULA_REAL, _FORMULA_BOOL, _FORMULA_ERROR, _RICH = 8, 9, 10, 11, 62
_SHARED_ITEM, _FORMAT, _STYLE, _PROPERTIES, _SHEET = 19, 44, 47, 153, 156
_STYLES_BEGIN, _STYLES_END = 617, 618
_CELL_HEAD: Final = 8
_MAX_CHARS: Final = 128 * 1024 * 1024
_ERRORS: Final = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}


def xlsb_sheets(path: Path) -> tuple[str, ...]:
    """The names of the worksheets, hidden ones last; FileBroken if damaged."""
    with _open(path) as book:
        return tuple(sorted(book.sheets, key=lambda name: book.sheets[name][1]))


def xlsb_visible(path: Path) -> tuple[str, ...]:
    """The names of the worksheets that are not hidden."""
    with _open(path) as book:
        return tuple(name for name, (_, hidden) in book.sheets.items() if not hidden)


def xlsb_rows(path: Path, sheet: str, _encoding: str | None = None) -> Iterator[RawRow]:
    """One worksheet's rows with their row numbers; blank cells are "". FileBroken if damaged."""
    with _open(path) as book:
        if sheet not in book.sheets:
            raise FileBroken(
                message(
                    "{file} has no sheet '{sheet}'. Choose one of: {sheets}.",
                    file=path.name,
                    sheet=sheet,
                    sheets=list_sheets(book.sheets),
                )
            )
        cells = _Cells(book.texts(), book.formatters())
        row: RawRow | None = None
        for number, data in book.records(book.sheets[sheet][0]):
            if number == _ROW:
                if row is not None:
                    yield row
                row = RawRow(struct.unpack_from("<I", data)[0] + 1, [])
            elif row is not None and number in cells.readers:
                cells.add(row.cells, number, data)
        if row is not None:
            yield row


@contextmanager
def _open(path: Path) -> Iterator[_Workbook]:
    """Opens a workbook; what damage raises in it becomes one FileBroken."""
    with open_package(path) as package:
        try:
            yield _Workbook(package)
        except (struct.error, ValueError, IndexError) as error:
            raise package.damaged() from error


class _Workbook:
    """The parts of a binary workbook."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._since_1904 = False
        folder, name = posixpath.split(WORKBOOK)
        self._parts = read_relations(package, f"{folder}/_rels/{name}.rels", folder)
        self.sheets: dict[str, tuple[str, bool]] = {}
        for number, data in self.records(WORKBOOK):
            if number == _PROPERTIES:
                self._since_1904 = bool(data[0] & 1)
            elif number == _SHEET:
                key, place = wide_text(data, 8)
                title, _ = wide_text(data, place)
                kind, part = self._parts.get(key, ("", ""))
                if kind == "worksheet":
                    self.sheets[title] = (part, bool(data[0]))
        if not self.sheets:
            raise package.damaged()

    def records(self, part: str) -> Iterator[tuple[int, bytes]]:
        return read_records(self._package.chunks(part), self._package.name)

    def _part(self, wanted: str) -> str | None:
        return next((part for kind, part in self._parts.values() if kind == wanted), None)

    def texts(self) -> list[str]:
        """The texts that cells name by number."""
        part = self._part("sharedStrings")
        found: list[str] = []
        total = 0
        for number, data in self.records(part) if part in self._package.parts else ():
            if number == _SHARED_ITEM:
                text = wide_text(data, 1)[0]
                total += len(text)
                if len(found) >= MAX_TEXTS or total > _MAX_CHARS:
                    raise cell_too_long()
                found.append(text)
        return found

    def formatters(self) -> list[FormatNumber]:
        """For each style of a cell, how it shows a number."""
        part = self._part("styles")
        codes: dict[int, str] = {1: "0"}
        numbers: list[int] = []
        inside = False
        for number, data in self.records(part) if part in self._package.parts else ():
            if number == _FORMAT:
                codes[struct.unpack_from("<H", data)[0]] = wide_text(data, 2)[0]
            elif number in (_STYLES_BEGIN, _STYLES_END):
                inside = number == _STYLES_BEGIN
            elif number == _STYLE and inside:
                numbers.append(struct.unpack_from("<H", data, 2)[0])
        dates = make_date_formatter(self._since_1904)
        return [choose_formatter(codes.get(number, ""), number, dates) for number in numbers]


class _Cells:
    """Reads the records of cells."""

    def __init__(self, texts: list[str], formatters: list[FormatNumber]) -> None:
        self._texts = texts
        self._formatters = formatters
        self._style = 0
        self.readers: dict[int, Callable[[bytes], str]] = {
            _BLANK: lambda _: "",
            _PACKED: lambda data: self._number(packed_number(data, _CELL_HEAD)),
            _REAL: lambda data: self._number(struct.unpack_from("<d", data, _CELL_HEAD)[0]),
            _FORMULA_REAL: lambda data: self._number(struct.unpack_from("<d", data, _CELL_HEAD)[0]),
            _TEXT: lambda data: wide_text(data, _CELL_HEAD)[0],
            _FORMULA_TEXT: lambda data: wide_text(data, _CELL_HEAD)[0],
            _RICH: lambda data: wide_text(data, _CELL_HEAD + 1)[0],
            _SHARED: lambda data: self._texts[struct.unpack_from("<I", data, _CELL_HEAD)[0]],
            _BOOL: _bool,
            _FORMULA_BOOL: _bool,
            _ERROR: _error,
            _FORMULA_ERROR: _error,
        }

    def add(self, cells: list[str], number: int, data: bytes) -> None:
        """Adds the cell of a record at its column."""
        column, style = struct.unpack_from("<II", data)
        if column >= MAX_COLUMNS:
            return
        cells.extend([""] * (column + 1 - len(cells)))
        self._style = style & 0xFFFFFF
        text = self.readers[number](data)
        if len(text) > MAX_CELL_CHARS:
            raise cell_too_long()
        cells[column] = text

    def _number(self, value: float) -> str:
        if self._style < len(self._formatters):
            return self._formatters[self._style](repr(value))
        return number_text(value)


def _bool(data: bytes) -> str:
    return "true" if data[_CELL_HEAD] else "false"


def _error(data: bytes) -> str:
    return _ERRORS.get(data[_CELL_HEAD], "#N/A")
