"""The tables of web pages, which many systems save with the name .xls.

Tables are named by their number in the file. A table in a cell of another one is a table of its
own. A cell over several rows counts in each of them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from service.files.file_errors import FileBroken, cut_off, endless_tag, no_sheet, too_deep
from service.files.formats.number_format import number_as_shown
from service.files.formats.package import cell_too_long
from service.files.formats.text_encoding import declared_encoding, open_text
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS, MAX_ROWS, RawRow

MAX_TAG_CHARS: Final = 256 * 1024
"""One tag with its attributes."""

_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_NAME = re.compile(r"/?[A-Za-z][^\s/>]*")
_RAW_ENDS = {
    name: re.compile(f"</{name}[^>]{{0,100}}>", re.IGNORECASE) for name in ("style", "script", "textarea", "title")
}
"""Elements whose content is no HTML."""

_COMMENT_END = re.compile("-->")
_LONGEST_END: Final = 128
_DECLARATION: Final = "!?"

OnTag = Callable[[str, str], None]
"""Gets a tag's name in small letters, with `/` before an end tag's, and its attributes as text."""

OnText = Callable[[str], None]
"""Receives a piece of text whose entities are not decoded."""
MAX_DEPTH: Final = 256
_CHUNK: Final = 1 << 16
_TITLE: Final = "Table {}"
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_SPACES: Final = frozenset({"br", "p", "div", "li", "/p", "/div", "/li", "hr"})
_RAISED: Final = frozenset({"sup", "sub", "/sup", "/sub"})
_MAY_BE_HIDDEN: Final = frozenset(
    ("span", "div", "p", "b", "i", "u", "a", "small", "font", "strong", "em", "label", "ul")
)
_NUMBER_VALUES: Final = ("x:num", "sdval")
"""Where Excel and LibreOffice write a cell's exact number."""

_FEWEST_CELLS: Final = 2


class TagSplitter:
    """Calls `on_tag` and `on_text`. Comments, declarations, scripts and styles are left out."""

    def __init__(self, file: str, on_tag: OnTag, on_text: OnText) -> None:
        self._file = file
        self._on_tag = on_tag
        self._on_text = on_text
        self._rest = ""
        self._skipped_to: re.Pattern[str] | None = None

    def feed(self, data: str) -> None:
        """Reads the next piece; FileTooLarge at a tag that does not end."""
        text = self._rest + data
        place = 0
        while 0 <= place < len(text):
            ahead = self._skip(text, place) if self._skipped_to is not None else self._step(text, place)
            if ahead < 0:
                break
            place = ahead
        self._rest = text[place:]
        if len(self._rest) > MAX_TAG_CHARS:
            raise endless_tag(self._file)

    def _skip(self, text: str, place: int) -> int:
        """The place after a part that is left out; what is before its end is dropped."""
        end = self._skipped_to.search(text, place) if self._skipped_to is not None else None
        if end is None:
            kept = max(place, len(text) - _LONGEST_END)
            return kept if kept > place else -1
        self._skipped_to = None
        return end.end()

    def _step(self, text: str, place: int) -> int:
        """Reads a text or a tag; -1 if its end is not there yet."""
        start = text.find("<", place)
        if start != place:
            end = len(text) if start < 0 else start
            self._on_text(text[place:end])
            return end
        if len(text) - place < len("<!--"):
            return -1
        if text.startswith("<!--", place):
            self._skipped_to = _COMMENT_END
            return place + len("<!--")
        if text[place + 1] in _DECLARATION:
            return text.find(">", place) + 1 or -1
        name = _NAME.match(text, place + 1)
        if name is None:
            self._on_text("<")
            return place + 1
        end = _tag_end(text, name.end())
        if end < 0:
            return -1
        tag = name[0].lower()
        self._skipped_to = _RAW_ENDS.get(tag)
        self._on_tag(tag, text[name.end() : end])
        return end + 1


def _tag_end(text: str, start: int) -> int:
    """The place of the `>` of a tag, which is in no quotes; -1 if it is not there yet."""
    end, quotes, ticks = start, 0, 0
    while (found := text.find(">", end)) >= 0:
        quotes += text.count('"', end, found)
        ticks += text.count("'", end, found)
        if not quotes % 2 and (not ticks % 2 or quotes):
            return found
        end = found + 1
    return -1


def read_attributes(text: str) -> dict[str, str]:
    """The attributes of a tag by their names in small letters; one without a value has ""."""
    if not text or text.isspace():
        return {}
    return {
        match[1].lower(): html.unescape(match[2] or match[3] or match[4] or "") for match in _ATTRIBUTE.finditer(text)
    }


def html_sheets(path: Path) -> dict[str, bool]:
    """Tables of two columns or more, and whether each is hidden; FileBroken if there is none."""
    reader = _TableReader(path.name, None)
    for piece in _page_texts(path, None):
        reader.feed(piece)
    reader.close()
    if not reader.lists:
        raise FileBroken.saying(
            "{file} is a web page without a table of parts. Save the list as a file.", file=path.name
        )
    return {_TITLE.format(number): hidden for number, hidden in sorted(reader.lists.items())}


def html_rows(path: Path, sheet: str, encoding: str | None = None) -> Iterator[RawRow]:
    """The rows of one table with their numbers; FileBroken if there is no such table."""
    reader = _TableReader(path.name, sheet)
    with closing(_page_texts(path, encoding)) as pieces:
        for piece in pieces:
            reader.feed(piece)
            yield from reader.done
            reader.done.clear()
            if reader.ended:
                return
    if not reader.found:
        raise no_sheet(path, sheet, html_sheets(path))
    raise cut_off(path.name)


def _page_texts(path: Path, encoding: str | None) -> Generator[str]:
    with open_text(path, encoding or declared_encoding(path)) as file:
        while piece := file.read(_CHUNK):
            yield piece


@dataclass(slots=True)
class _Table:
    """An open table: its row so far, and the cells of earlier rows that go on below."""

    number: int
    hidden: bool
    line: int = 0
    row: list[str] | None = None
    cell: list[str] | None = None
    chars: int = 0
    attributes: dict[str, str] = field(default_factory=dict)
    skipped: str = ""
    """The name of an element of the cell that the page hides, such as a key to sort by."""

    skipped_depth: int = 0
    is_raised: bool = False
    """Whether the next text is raised or lowered: `12<sup>50</sup>` is not the number 1250."""

    below: dict[int, tuple[int, str]] = field(default_factory=dict)
    """By column: how many more rows a cell covers, and its text."""


class _TableReader:
    """Collects in `done` the rows of the table with the name `sheet`, and in `lists` by number
    whether a table of two columns or more is hidden.
    """

    def __init__(self, file: str, sheet: str | None) -> None:
        self.done: list[RawRow] = []
        self.lists: dict[int, bool] = {}
        self.found = self.ended = False
        self._file = file
        self._sheet = sheet
        self._count = 0
        self._open: list[_Table] = []
        self._splitter = TagSplitter(file, self._tag, self._text)
        self.feed = self._splitter.feed

    def close(self) -> None:
        """Ends the tables that the file left open."""
        while self._open:
            self._end_table()

    def _text(self, text: str) -> None:
        table = self._open[-1] if self._open else None
        if table is None or table.cell is None or table.skipped:
            return
        table.chars += len(text)
        if table.chars > MAX_CELL_CHARS:
            raise cell_too_long()
        if table.is_raised and table.cell and table.cell[-1][-1:].isdigit() and text[:1].isdigit():
            table.cell.append("^")
        table.is_raised = False
        table.cell.append(text)

    def _tag(self, name: str, attributes: str) -> None:
        if name == "table":
            self._start_table(read_attributes(attributes))
        elif not self._open:
            return
        elif name in ("td", "th"):
            self._start_cell(read_attributes(attributes))
        elif name in ("/td", "/th"):
            self._end_cell()
        elif name == "tr":
            self._end_row()
            self._open[-1].row = []
        elif name in ("/tr", "/thead", "/tbody", "/tfoot"):
            self._end_row()
        elif name == "/table":
            self._end_table()
        else:
            self._tag_in_cell(self._open[-1], name, attributes)

    def _tag_in_cell(self, table: _Table, name: str, attributes: str) -> None:
        if table.skipped:
            table.skipped_depth += (name == table.skipped) - (name == f"/{table.skipped}")
            table.skipped = table.skipped if table.skipped_depth else ""
        elif name in _SPACES:
            self._text(" ")
        elif name in _RAISED:
            table.is_raised = True
        if not table.skipped and name in _MAY_BE_HIDDEN and "style" in attributes.lower():
            hidden = _HIDDEN.search(read_attributes(attributes).get("style", ""))
            table.skipped, table.skipped_depth = (name, 1) if hidden else ("", 0)

    def _start_table(self, attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise too_deep(self._file)
        self._count += 1
        hidden = bool(_HIDDEN.search(attributes.get("style", ""))) or any(table.hidden for table in self._open)
        self._open.append(_Table(self._count, hidden))
        self.found = self.found or self._is_wanted(self._open[-1])

    def _is_wanted(self, table: _Table) -> bool:
        return _TITLE.format(table.number) == self._sheet

    def _start_cell(self, attributes: dict[str, str]) -> None:
        self._end_cell()
        table = self._open[-1]
        if table.row is None:
            table.row = []
        table.cell, table.chars, table.attributes, table.skipped = [], 0, attributes, ""
        table.is_raised = False

    def _end_cell(self) -> None:
        table = self._open[-1]
        if table.cell is None or table.row is None:
            return
        shown = " ".join(html.unescape("".join(table.cell)).split())
        value = next((table.attributes[name] for name in _NUMBER_VALUES if table.attributes.get(name)), None)
        text = shown if value is None else number_as_shown(value, shown)
        self._fill_from_above(table)
        width, height = (_span(table.attributes.get(name)) for name in ("colspan", "rowspan"))
        for step in range(min(width, MAX_COLUMNS - len(table.row))):
            if height > 1:
                table.below[len(table.row)] = (height - 1, "" if step else text)
            table.row.append("" if step else text)
        table.cell = None

    def _fill_from_above(self, table: _Table) -> None:
        """Adds the cells of rows above that cover the next columns."""
        while table.row is not None and len(table.row) in table.below:
            place = len(table.row)
            rows, text = table.below[place]
            if rows > 1:
                table.below[place] = (rows - 1, text)
            else:
                del table.below[place]
            table.row.append(text)

    def _end_row(self) -> None:
        self._end_cell()
        table = self._open[-1]
        if table.row is None:
            return
        self._fill_from_above(table)
        for place in sorted(table.below):
            # A row that ends early: else its cells from above would move the next row's values.
            table.row.extend([""] * (place - len(table.row)))
            self._fill_from_above(table)
        table.line += 1
        if len(table.row) >= _FEWEST_CELLS:
            self.lists.setdefault(table.number, table.hidden)
        if self._is_wanted(table):
            self.done.append(RawRow(table.line, table.row))
        table.row = None

    def _end_table(self) -> None:
        self._end_row()
        self.ended = self.ended or self._is_wanted(self._open[-1])
        self._open.pop()


def _span(text: str | None) -> int:
    """How many columns or rows a cell covers; rowspan 0 is to the end of the table."""
    if text is None or not text.strip().isdecimal():
        return 1
    return min(int(text.strip()[:7]), MAX_ROWS) or MAX_ROWS
