"""XLSX workbooks: their sheets, and one sheet's rows as a stream (issue 5 points 1, 3 and 7).

Only cell values are read: a formula counts as the value it was saved with; macros, links and drawings are never opened.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from service.files.faults import FileBroken, FileTooLarge
from service.files.number_format import Show, date_shower, is_date_format, plain_number, shown_by
from service.files.package import Package, opened, safe_parser
from service.files.table import MAX_COLUMNS, DateCell, RawRow

_MAX_SHARED_CHARS = 128 * 1024 * 1024
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ROOT_RELS = "_rels/.rels"


def xlsx_sheets(path: Path) -> tuple[str, ...]:
    """The names of the worksheets, hidden ones last; FileBroken when damaged."""
    with opened(path) as package:
        return tuple(_Workbook(package).sheets)


def xlsx_rows(path: Path, sheet: str) -> Iterator[RawRow]:
    """One worksheet's rows with their row numbers; blank cells are "". FileBroken when damaged."""
    with opened(path) as package:
        book = _Workbook(package)
        part = book.sheets.get(sheet)
        if part is None:
            raise FileBroken(f"{path.name} has no sheet {sheet!r}. Choose one of: {', '.join(book.sheets)}.")
        reader = _SheetReader(_shared_texts(package, book.shared), _showers(package, book.styles, book.since_1904))
        parser = safe_parser(path.name, reader.start, reader.end, reader.text)
        with closing(package.parse(part, parser)) as pieces:
            try:
                for _ in pieces:
                    yield from reader.done
                    reader.done.clear()
            except (ValueError, IndexError, OverflowError) as error:
                raise package.damaged() from error


def local(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition(" ")[2]


class _Workbook:
    """The parts that a workbook's own list names, by what they are."""

    def __init__(self, package: Package) -> None:
        self.since_1904 = False
        self.shared: str | None = None
        self.styles: str | None = None
        self._named: list[tuple[str, str, bool]] = []
        main = next((part for kind, part in _relations(package, _ROOT_RELS, "").values() if kind == "officeDocument"), "xl/workbook.xml")
        _read_through(package, main, self._start)
        folder, name = posixpath.split(main)
        parts = _relations(package, f"{folder}/_rels/{name}.rels", folder)
        for kind, part in parts.values():
            if kind == "sharedStrings":
                self.shared = part
            elif kind == "styles":
                self.styles = part
        ordered = sorted(self._named, key=lambda entry: entry[2])
        self.sheets = {title: parts[key][1] for title, key, _ in ordered if key in parts and parts[key][0] == "worksheet"}
        if not self.sheets:
            raise package.damaged()

    def _start(self, name: str, attrs: dict[str, str]) -> None:
        kind = local(name)
        if kind == "workbookPr":
            self.since_1904 = attrs.get("date1904") in ("1", "true")
        elif kind == "sheet":
            key = next((value for attr, value in attrs.items() if local(attr) == "id" and " " in attr), "")
            self._named.append((attrs.get("name", ""), key, attrs.get("state", "visible") != "visible"))


def _relations(package: Package, part: str, folder: str) -> dict[str, tuple[str, str]]:
    """The kind and path of each part that a list of relations names; those outside the file are left out."""
    found: dict[str, tuple[str, str]] = {}

    def start(name: str, attrs: dict[str, str]) -> None:
        if local(name) == "Relationship" and attrs.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, attrs.get("Target", ""))).lstrip("/")
            found[attrs.get("Id", "")] = (attrs.get("Type", "").rpartition("/")[2], target)

    if part in package.parts:
        _read_through(package, part, start)
    return found


def _read_through(package: Package, part: str, start: object) -> None:
    assert callable(start)
    parser = safe_parser(package.name, start, lambda _: None, lambda _: None)
    for _ in package.parse(part, parser):
        pass


def _showers(package: Package, part: str | None, since_1904: bool) -> list[Show]:
    """For each cell style, how it shows a number."""
    codes: dict[int, str] = {1: "0"}
    numbers: list[int] = []
    inside = False

    def start(name: str, attrs: dict[str, str]) -> None:
        nonlocal inside
        kind = local(name)
        if kind == "numFmt":
            codes[int(attrs.get("numFmtId", "0"))] = attrs.get("formatCode", "")
        elif kind in ("cellXfs", "cellStyleXfs"):
            inside = kind == "cellXfs"
        elif kind == "xf" and inside:
            numbers.append(int(attrs.get("numFmtId", "0")))
        elif kind == "cellStyles":
            inside = False

    if part is not None and part in package.parts:
        try:
            _read_through(package, part, start)
        except ValueError as error:
            raise package.damaged() from error
    dates = date_shower(since_1904)
    return [dates if is_date_format(codes.get(number, ""), number) else shown_by(codes.get(number, "")) for number in numbers]


def _shared_texts(package: Package, part: str | None) -> list[str]:
    """The texts that cells refer to by number; FileTooLarge past 128 million characters."""
    texts: list[str] = []
    if part is None or part not in package.parts:
        return texts
    pieces: list[str] = []
    taking = phonetic = False
    total = 0

    def start(name: str, _: dict[str, str]) -> None:
        nonlocal taking, phonetic
        kind = local(name)
        phonetic = phonetic or kind == "rPh"
        taking = kind == "t" and not phonetic

    def end(name: str) -> None:
        nonlocal taking, phonetic, total
        taking = False
        kind = local(name)
        if kind == "si":
            texts.append(unescaped("".join(pieces)))
            total += len(texts[-1])
            pieces.clear()
            if total > _MAX_SHARED_CHARS:
                raise FileTooLarge(f"{package.name} holds more text than can be read. Save it with fewer columns, or as CSV.")
        elif kind == "rPh":
            phonetic = False

    def text(data: str) -> None:
        if taking:
            pieces.append(data)

    for _ in package.parse(part, safe_parser(package.name, start, end, text)):
        pass
    return texts


def unescaped(text: str) -> str:
    """The text with `_x000D_` and its like read as the characters that they stand for."""
    return _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), text) if "_x" in text else text


class _SheetReader:
    """Collects the rows of a sheet in `done` while its XML goes by."""

    def __init__(self, shared: list[str], shows: list[Show]) -> None:
        self.done: list[RawRow] = []
        self._shared = shared
        self._shows = {str(place): show for place, show in enumerate(shows) if show is not plain_number}
        self._columns: dict[str, int] = {}
        self._line = 0
        self._cells: list[str] = []
        self._next = 0
        self._kind: str | None = None
        self._style: str | None = None
        self._value = ""
        self._taking = False
        self._phonetic = False
        self._prefix: str | None = None
        self._names = ("", "", "", "", "")

    def start(self, name: str, attrs: dict[str, str]) -> None:
        row, cell, value, inline, phonetic = self._names
        if name == value or name == inline:
            self._taking = not self._phonetic
        elif name == cell:
            self._start_cell(attrs)
        elif name == row:
            self._line = int(attrs["r"]) if "r" in attrs else self._line + 1
            self._cells, self._next = [], 0
        elif name == phonetic:
            self._phonetic = True
        elif self._prefix is None:
            self._prefix = name[: -len(local(name))]
            self._names = tuple(self._prefix + kind for kind in ("row", "c", "v", "t", "rPh"))  # type: ignore[assignment]

    def _start_cell(self, attrs: dict[str, str]) -> None:
        place = attrs.get("r")
        if place is not None:
            letters = place.rstrip("0123456789")
            column = self._columns.get(letters)
            self._next = self._column(letters) if column is None else column
        self._kind = attrs.get("t")
        self._style = attrs.get("s")
        self._value = ""

    def _column(self, letters: str) -> int:
        column = 0
        for letter in letters.upper():
            column = column * 26 + ord(letter) - 64
        self._columns[letters] = max(column - 1, 0)
        return self._columns[letters]

    def text(self, data: str) -> None:
        if self._taking:
            self._value += data

    def end(self, name: str) -> None:
        row, cell, _, _, phonetic = self._names
        self._taking = False
        if name == cell:
            if self._value and self._next < MAX_COLUMNS:
                self._put(self._read())
            self._next += 1
        elif name == row:
            self.done.append(RawRow(self._line, self._cells))
        elif name == phonetic:
            self._phonetic = False

    def _put(self, text: str) -> None:
        cells = self._cells
        missing = self._next - len(cells)
        if missing == 0:
            cells.append(text)
        elif missing > 0:
            cells.extend([""] * missing)
            cells.append(text)
        else:
            cells[self._next] = text

    def _read(self) -> str:
        kind, value = self._kind, self._value
        if kind == "s":
            return self._shared[int(value)]
        if kind is None or kind == "n":
            show = self._shows.get(self._style) if self._style is not None else None
            return plain_number(value) if show is None else show(value)
        if kind == "b":
            return "true" if value.strip() == "1" else "false"
        return DateCell(value) if kind == "d" else unescaped(value)
