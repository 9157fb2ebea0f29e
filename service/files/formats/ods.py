"""ODS workbooks: their sheets, and one sheet's rows as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from service.files.file_errors import FileBroken, no_sheet, protected
from service.files.formats.bounded_xml import BoundedParser
from service.files.formats.number_format import number_as_shown, percent_text
from service.files.formats.package import Package, SheetMarks, cell_too_long, open_package
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS, MAX_ROWS, NOT_CALCULATED, DateCell, RawRow

_CONTENT = "content.xml"
_MANIFEST = "META-INF/manifest.xml"
_PROTECTED = b"encryption-data"
_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0 "
_STYLE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0 "
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0 "
_VISIBLE = "visible"

_CELLS = (_TABLE + "table-cell", _TABLE + "covered-table-cell")
_ASIDE = (_OFFICE + "annotation", _TABLE + "shapes", _TEXT + "ruby-text")
_NUMBERS = ("float", "currency")


def ods_sheets(path: Path) -> dict[str, bool]:
    """The sheets, and whether the style of each hides it; FileBroken if damaged or protected."""
    hidden: set[str] = set()
    tables: list[tuple[str, str]] = []
    style = ""

    def start(name: str, attrs: dict[str, str]) -> None:
        nonlocal style
        if name == _STYLE + "style":
            style = attrs.get(_STYLE + "name", "")
        elif name == _STYLE + "table-properties" and attrs.get(_TABLE + "display") == "false":
            hidden.add(style)
        elif name == _TABLE + "table":
            tables.append((attrs.get(_TABLE + "name", ""), attrs.get(_TABLE + "style-name", "")))

    with open_package(path) as package:
        _refuse_protected(package)
        for _ in package.parse(_CONTENT, BoundedParser(path.name, start, lambda _: None, lambda _: None).parse):
            pass
    if not tables:
        raise FileBroken.saying("{file} holds no sheet. Save it again as a spreadsheet.", file=path.name)
    return {name: own in hidden for name, own in tables}


def ods_rows(path: Path, sheet: str, marks: SheetMarks) -> Iterator[RawRow]:
    """One sheet's rows by number, which `marks` sees; blank cells are "". FileBroken if damaged."""
    reader = _SheetReader(sheet, marks)
    with open_package(path) as package:
        _refuse_protected(package)
        parser = BoundedParser(path.name, reader.start, reader.end, reader.text)
        with closing(package.parse(_CONTENT, parser.parse)) as pieces:
            for _ in pieces:
                for row, times in reader.done:
                    yield from _repeat_row(row, times)
                reader.done.clear()
        if not reader.found:
            raise no_sheet(path, sheet, ods_sheets(path))


def _refuse_protected(package: Package) -> None:
    before = b""
    for chunk in package.chunks(_MANIFEST) if _MANIFEST in package else ():
        if _PROTECTED in before + chunk:
            raise protected(package.name)
        before = chunk[-len(_PROTECTED) :]


def _repeat_row(row: RawRow, times: int) -> Iterator[RawRow]:
    if any(row.cells):
        for step in range(min(times, MAX_ROWS + 1)):
            yield RawRow(row.line + step, list(row.cells))


class _SheetReader:
    """Collects one sheet's rows in `done`, each with its number of repeats, as the XML is read."""

    def __init__(self, sheet: str, marks: SheetMarks) -> None:
        self.done: list[tuple[RawRow, int]] = []
        self.found = False
        self._sheet = sheet
        self._inside = False
        self._aside = 0
        self._line = 1
        self._row_times = 1
        self._cells: list[str] = []
        self._cell: dict[str, str] | None = None
        self._paragraphs: list[str] = []
        self._in_paragraph = 0
        self._marks = marks

    def start(self, name: str, attrs: dict[str, str]) -> None:
        if name == _TABLE + "table":
            self._inside = not self.found and attrs.get(_TABLE + "name", "") == self._sheet
            self.found = self.found or self._inside
        elif not self._inside:
            return
        elif name in _ASIDE:
            self._aside += 1
        elif self._aside:
            return
        elif name in _CELLS:
            self._cell, self._paragraphs = attrs, []
        elif name == _TABLE + "table-row":
            self._row_times = int(attrs.get(_TABLE + "number-rows-repeated", "1"))
            self._cells = []
            self._marks.hides_row = attrs.get(_TABLE + "visibility", _VISIBLE) != _VISIBLE
        elif name == _TABLE + "table-column":
            times = int(attrs.get(_TABLE + "number-columns-repeated", "1"))
            is_hidden = attrs.get(_TABLE + "visibility", _VISIBLE) != _VISIBLE
            self._marks.add_columns(self._marks.last_column + 1, times, is_hidden=is_hidden)
        else:
            self._start_text(name, attrs)

    def _start_text(self, name: str, attrs: dict[str, str]) -> None:
        if name in (_TEXT + "p", _TEXT + "h"):
            self._paragraphs.append("")
            self._in_paragraph += 1
        elif name == _TEXT + "s":
            self.text(" " * min(int(attrs.get(_TEXT + "c", "1")), 1000))
        elif name == _TEXT + "tab":
            self.text("\t")
        elif name == _TEXT + "line-break":
            self.text("\n")

    def text(self, data: str) -> None:
        if self._in_paragraph and not self._aside and self._paragraphs:
            self._paragraphs[-1] += data
            if len(self._paragraphs[-1]) > MAX_CELL_CHARS:
                raise cell_too_long()

    def end(self, name: str) -> None:
        if not self._inside:
            return
        if name in _ASIDE:
            self._aside -= 1
        elif self._aside:
            return
        elif name in (_TEXT + "p", _TEXT + "h"):
            self._in_paragraph -= 1
        elif name in _CELLS:
            self._end_cell()
        elif name == _TABLE + "table-row":
            row = RawRow(self._line, self._cells)
            self._marks.end_row(row, self._row_times)
            self.done.append((row, self._row_times))
            self._line += self._row_times
        elif name == _TABLE + "table":
            self._inside = False

    def _end_cell(self) -> None:
        attrs = self._cell or {}
        times = int(attrs.get(_TABLE + "number-columns-repeated", "1"))
        room = MAX_COLUMNS - len(self._cells)
        text = _read(attrs, "\n".join(self._paragraphs))
        rows = int(attrs.get(_TABLE + "number-rows-spanned", "1"))
        if rows > 1 and room > 0:
            self._marks.cover(len(self._cells), self._line, rows, text)
        self._cells.extend([text] * max(min(times, room), 0))
        self._cell = None


def _read(attrs: dict[str, str], displayed: str) -> str:
    """A cell's exact value; its displayed text if that only adds zeros and signs to an integer."""
    kind = attrs.get(_OFFICE + "value-type")
    if kind == "percentage":
        return percent_text(attrs.get(_OFFICE + "value", ""))
    if kind in _NUMBERS:
        return number_as_shown(attrs.get(_OFFICE + "value", ""), displayed)
    if kind == "date":
        return DateCell(attrs.get(_OFFICE + "date-value", displayed))
    if kind == "boolean":
        return attrs.get(_OFFICE + "boolean-value", displayed)
    text = displayed or attrs.get(_OFFICE + "string-value", "")
    return NOT_CALCULATED if not text and kind is None and _TABLE + "formula" in attrs else text
