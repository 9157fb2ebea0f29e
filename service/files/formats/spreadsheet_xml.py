"""Excel XML of 2003 (SpreadsheetML): its sheets, and one sheet's rows as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from service.files.file_errors import FileBroken, no_sheet
from service.files.formats.bounded_xml import BoundedParser, parse_file
from service.files.formats.number_format import FormatNumber, make_number_formatter, plain_number
from service.files.formats.package import SheetMarks, cell_too_long
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS, MAX_ROWS, NOT_CALCULATED, DateCell, RawRow

NAMESPACE: Final = "urn:schemas-microsoft-com:office:spreadsheet"
_SS: Final = NAMESPACE + " "
_CODES: Final = {"Percent": "0%"}
"""Formats that have a name, where it says what numbers mean."""

_HIDDEN_SHEETS: Final = ("SheetHidden", "SheetVeryHidden")


def spreadsheet_xml_rows(path: Path, sheet: str, marks: SheetMarks) -> Iterator[RawRow]:
    """One worksheet's rows with their row numbers, which `marks` sees; FileBroken if damaged."""
    reader = _SheetReader(sheet, marks)
    parser = BoundedParser(path.name, reader.start, reader.end, reader.text)
    with closing(parse_file(path, parser)) as pieces:
        for _ in pieces:
            yield from reader.done
            reader.done.clear()
    if not reader.found:
        raise no_sheet(path, sheet, spreadsheet_xml_sheets(path))


def spreadsheet_xml_sheets(path: Path) -> dict[str, bool]:
    """The worksheets, and whether each is hidden; FileBroken if there is none."""
    found: dict[str, bool] = {}
    inside = False
    name = ""

    def start(tag: str, attrs: dict[str, str]) -> None:
        nonlocal inside, name
        if tag == _SS + "Worksheet":
            name = attrs.get(_SS + "Name", "")
            found[name] = False
        inside = tag.endswith(" Visible")

    def text(data: str) -> None:
        if inside and data.strip() in _HIDDEN_SHEETS:
            found[name] = True

    for _ in parse_file(path, BoundedParser(path.name, start, lambda _: None, text)):
        pass
    if not found:
        raise FileBroken.saying("{file} holds no sheet. Save it again as a spreadsheet.", file=path.name)
    return found


class _SheetReader:
    """Collects the rows of one sheet in `done` as the XML is read."""

    def __init__(self, sheet: str, marks: SheetMarks) -> None:
        self.done: list[RawRow] = []
        self.found = False
        self._sheet = sheet
        self._inside = False
        self._formats: dict[str, FormatNumber] = {}
        self._style = ""
        self._line = 0
        self._row: list[str] = []
        self._cell: dict[str, str] | None = None
        self._kind = ""
        self._data: list[str] | None = None
        self._chars = 0
        self._in_comment = False
        self._marks = marks

    def start(self, name: str, attrs: dict[str, str]) -> None:
        if name == _SS + "Worksheet":
            self._inside = not self.found and attrs.get(_SS + "Name", "") == self._sheet
            self.found = self.found or self._inside
        elif name == _SS + "Style":
            self._style = attrs.get(_SS + "ID", "")
        elif name == _SS + "NumberFormat":
            code = attrs.get(_SS + "Format", "")
            self._formats[self._style] = make_number_formatter(_CODES.get(code, code))
        elif self._inside:
            self._start_inside(name, attrs)

    def _start_inside(self, name: str, attrs: dict[str, str]) -> None:
        if name == _SS + "Row":
            self._line = _index(attrs, self._line + 1, MAX_ROWS * 2)
            self._row = []
            self._marks.hides_row = attrs.get(_SS + "Hidden") == "1"
        elif name == _SS + "Column":
            first = _index(attrs, self._marks.last_column + 1, MAX_COLUMNS + 1)
            count = _index(attrs, 0, MAX_COLUMNS, "Span") + 1
            self._marks.add_columns(first, count, is_hidden=attrs.get(_SS + "Hidden") == "1")
        elif name == _SS + "Cell":
            place = _index(attrs, len(self._row) + 1, MAX_COLUMNS + 1) - 1
            self._row += [""] * (place - len(self._row))
            self._cell, self._data, self._kind = attrs, None, ""
        elif name == _SS + "Comment":
            self._in_comment = True
        elif name == _SS + "Data" and not self._in_comment:
            self._data, self._chars, self._kind = [], 0, attrs.get(_SS + "Type", "String")

    def text(self, data: str) -> None:
        if self._data is not None and self._cell is not None and not self._in_comment:
            self._chars += len(data)
            if self._chars > MAX_CELL_CHARS:
                raise cell_too_long()
            self._data.append(data)

    def end(self, name: str) -> None:
        if not self._inside:
            return
        if name == _SS + "Comment":
            self._in_comment = False
        elif name == _SS + "Cell" and self._cell is not None:
            if len(self._row) < MAX_COLUMNS:
                rows = _index(self._cell, 0, MAX_ROWS, "MergeDown") + 1
                self._row.append(self._value(self._cell))
                if rows > 1:
                    self._marks.cover(len(self._row) - 1, self._line, rows, self._row[-1])
            covered = _index(self._cell, 0, MAX_COLUMNS, "MergeAcross")
            self._row += [""] * min(covered, MAX_COLUMNS - len(self._row))
            self._cell = self._data = None
        elif name == _SS + "Row":
            row = RawRow(self._line, self._row)
            self._marks.end_row(row)
            self.done.append(row)
        elif name == _SS + "Worksheet":
            self._inside = False

    def _value(self, attrs: dict[str, str]) -> str:
        if self._data is None:
            return NOT_CALCULATED if _SS + "Formula" in attrs else ""
        text = "".join(self._data)
        if self._kind == "Number":
            return self._formats.get(attrs.get(_SS + "StyleID", "Default"), plain_number)(text.strip())
        if self._kind == "DateTime":
            return DateCell(text.strip())
        if self._kind == "Boolean":
            return "true" if text.strip() == "1" else "false"
        return text


def _index(attrs: dict[str, str], usual: int, most: int, name: str = "Index") -> int:
    """A place that an element says, at most `most`; the usual one if it says none."""
    text = attrs.get(_SS + name, "")
    return min(int(text[:9]), most) if text.isdecimal() else usual
