"""XLSX workbooks: their sheets, and one sheet's rows as a stream.

Only cell values are read: a formula counts as the value it was saved with;
macros, links and drawings are never opened.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from service.files.file_errors import no_sheet
from service.files.formats.bounded_xml import BoundedParser, Start, local_name
from service.files.formats.number_format import FormatNumber, choose_formatter, make_date_formatter
from service.files.formats.package import Package, SheetMarks, open_package
from service.files.formats.xlsx_sheet import ColumnPlaces, SheetReader
from service.files.formats.xlsx_sheet_fast import PlainRows, PlainXml
from service.files.formats.xlsx_texts import shared_texts
from service.files.memo import FileMemo
from service.files.source import MAX_COLUMNS, MAX_ROWS, RawRow

_ROOT_RELS = "_rels/.rels"
_TEXTS: Final = FileMemo[list[str]]()
"""A set-up reads the head of a sheet, then all of it: its texts are read once."""

_HIDDEN = re.compile(rb"<(?:[\w.-]+:)?(?:(?P<row>row)|col)\s[^<>]*?hidden\s*=\s*[\"'](?:1|true)[\"'][^<>]*>")
_SPAN = re.compile(rb"\b(min|max)\s*=\s*[\"'](\d{1,5})")
_MERGED = re.compile(rb"<(?:[\w.-]+:)?mergeCell\s[^<>]*?ref\s*=\s*[\"']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})[\"']")
_LONGEST_TAG = 4096


class Marks(NamedTuple):
    """The first row, the column and the rows of cells that are merged over several rows, and what a
    sheet hides as `hidden_parts` tells it.
    """

    merged: list[tuple[int, int, int]]
    facts: tuple[str, ...]


_MARKS: Final = FileMemo[dict[str, Marks]]()
"""By part the marks of a sheet, which each reading of the sheet needs."""


def xlsx_sheets(path: Path) -> dict[str, bool]:
    """The worksheets, and whether each is hidden; FileBroken if damaged."""
    with open_package(path) as package:
        book = _Workbook(package)
        return {title: title in book.hidden for title in book.sheets}


def xlsx_rows(path: Path, sheet: str, marks: SheetMarks) -> Iterator[RawRow]:
    """One worksheet's rows with their row numbers; blank cells are "". FileBroken if damaged."""
    with open_package(path) as package:
        book = _Workbook(package)
        part = book.sheets.get(sheet)
        if part is None:
            raise no_sheet(path, sheet, book.sheets)
        texts = _TEXTS.find(path, lambda: shared_texts(package, book.shared))
        reader = SheetReader(texts, _showers(package, book.styles, book.since_1904))
        parser = BoundedParser(path.name, reader.start, reader.end, reader.text)
        plain = PlainXml(parser, PlainRows(reader).take)
        marks.merge(find_marks(path, package, part).merged)
        with closing(package.parse(part, plain.parse)) as pieces:
            for _ in pieces:
                for row in reader.done:
                    marks.end_row(row)
                    yield row
                reader.done.clear()


def xlsx_hidden(path: Path, sheet: str) -> tuple[str, ...]:
    """What a sheet hides and merges (`hidden_parts`)."""
    with open_package(path) as package:
        return find_marks(path, package, _Workbook(package).sheets.get(sheet, "")).facts


def find_marks(path: Path, package: Package, part: str) -> Marks:
    """The marks of the sheet in a part, which is looked through once."""
    known = _MARKS.find(path, dict)
    if part not in known:
        known[part] = _read_marks(package, part)
    return known[part]


def _read_marks(package: Package, part: str) -> Marks:
    """Looks for tags without a parser: few sheets have them, and every sheet is looked through."""
    rows, columns, merged, places = 0, list[str](), list[tuple[int, int, int]](), ColumnPlaces()
    rest = b""
    for chunk in package.chunks(part) if part in package else ():
        text = rest + chunk
        end = text.rfind(b">") + 1
        for tag in _HIDDEN.finditer(text, 0, end) if b"hidden" in text else ():
            if tag["row"]:
                rows += 1
            else:
                span = {name: int(number) for name, number in _SPAN.findall(tag[0])}
                columns += map(str, range(span.get(b"min", 1), min(span.get(b"max", 0), MAX_COLUMNS) + 1))
        for tag in _MERGED.finditer(text, 0, end) if b"mergeCell" in text and len(merged) < MAX_ROWS else ():
            if tag[3] != tag[2]:
                merged.append((int(tag[2]), places[tag[1].decode()], int(tag[3]) - int(tag[2]) + 1))
        rest = text[end:][-_LONGEST_TAG:]
    return Marks(merged, (str(rows), str(len(merged)), *columns))


class _Workbook:
    """The parts that a workbook's own list names, by their type."""

    def __init__(self, package: Package) -> None:
        self.since_1904 = False
        self.shared: str | None = None
        self.styles: str | None = None
        self._entries: list[tuple[str, str, bool]] = []
        main = next(
            (part for kind, part in _read_relations(package, _ROOT_RELS, "").values() if kind == "officeDocument"),
            "xl/workbook.xml",
        )
        _read_through(package, main, self._start)
        folder, name = posixpath.split(main)
        parts = _read_relations(package, f"{folder}/_rels/{name}.rels", folder)
        for kind, part in parts.values():
            if kind == "sharedStrings":
                self.shared = part
            elif kind == "styles":
                self.styles = part
        self.sheets = {
            title: parts[key][1] for title, key, _ in self._entries if key in parts and parts[key][0] == "worksheet"
        }
        self.hidden = {title for title, _, is_hidden in self._entries if is_hidden}
        if not self.sheets:
            raise package.damaged()

    def _start(self, name: str, attrs: dict[str, str]) -> None:
        kind = local_name(name)
        if kind == "workbookPr":
            self.since_1904 = attrs.get("date1904") in ("1", "true")
        elif kind == "sheet":
            key = next((value for attr, value in attrs.items() if local_name(attr) == "id" and " " in attr), "")
            self._entries.append((attrs.get("name", ""), key, attrs.get("state", "visible") != "visible"))


def _read_relations(package: Package, part: str, folder: str) -> dict[str, tuple[str, str]]:
    """Kind and path of each part in a list of relations; parts outside the file are left out."""
    relations: dict[str, tuple[str, str]] = {}

    def start(name: str, attrs: dict[str, str]) -> None:
        if local_name(name) == "Relationship" and attrs.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, attrs.get("Target", "").replace("\\", "/"))).lstrip(
                "/"
            )
            relations[attrs.get("Id", "")] = (attrs.get("Type", "").rpartition("/")[2], target)

    if part in package:
        _read_through(package, part, start)
    return relations


def _read_through(package: Package, part: str, start: Start) -> None:
    parser = BoundedParser(package.name, start, lambda _: None, lambda _: None)
    for _ in package.parse(part, parser.parse):
        pass


def _showers(package: Package, part: str | None, since_1904: bool) -> list[FormatNumber]:
    """For each cell style, how it shows a number."""
    codes: dict[int, str] = {1: "0", 2: "0.00"}
    numbers: list[int] = []
    inside = False

    def start(name: str, attrs: dict[str, str]) -> None:
        nonlocal inside
        kind = local_name(name)
        if kind == "numFmt":
            codes[int(attrs.get("numFmtId", "0"))] = attrs.get("formatCode", "")
        elif kind in ("cellXfs", "cellStyleXfs"):
            inside = kind == "cellXfs"
        elif kind == "xf" and inside:
            numbers.append(int(attrs.get("numFmtId", "0")))
        elif kind == "cellStyles":
            inside = False

    if part is not None and part in package:
        _read_through(package, part, start)
    dates = make_date_formatter(since_1904)
    return [choose_formatter(codes.get(number, ""), number, dates) for number in numbers]
