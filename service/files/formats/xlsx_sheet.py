"""Collects an XLSX worksheet's cells as its XML is read. Of a large file every cell passes here."""

from __future__ import annotations

from collections.abc import Callable

from service.files.file_errors import FileBroken
from service.files.formats.bounded_xml import local_name
from service.files.formats.number_format import FormatNumber, plain_number
from service.files.formats.package import cell_too_long
from service.files.formats.xlsx_texts import unescape
from service.files.memo import Memo
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS, NOT_CALCULATED, DateCell, RawRow

_LONGEST_COLUMN = 3


Read = Callable[[str], str]
"""Turns a cell's content into its text."""


class SheetReader:
    """Adds finished rows to `done` as the parser goes; cells name `shared` texts by number."""

    def __init__(self, shared: list[str], shows: list[FormatNumber]) -> None:
        self.done: list[RawRow] = []
        self._shared = shared
        self._shown = {
            str(place): Memo(show).__getitem__ for place, show in enumerate(shows) if show is not plain_number
        }
        self.columns = ColumnPlaces()
        self._plain_number: Read = Memo(plain_number).__getitem__
        self._tags = Memo(local_name)
        self._line = 0
        self._cells: list[str] = []
        self._column = 0
        self._reference = ""
        self._kind: str | None = None
        self._style: str | None = None
        self._value = ""
        self._taking = False
        self._has_formula = False
        self.inside_phonetic = False

    def add(self, line: int, cells: list[str]) -> None:
        """Adds a row that was read without the parser."""
        self._line = line
        self.done.append(RawRow(line, cells))

    def start(self, name: str, attrs: dict[str, str]) -> None:
        tag = self._tags[name]
        if tag == "c":
            self._value = ""
            self._has_formula = False
            self._kind = attrs.get("t")
            self._style = attrs.get("s")
            if "r" in attrs:
                self._reference = attrs["r"]
                letters = self._reference.rstrip("0123456789")
                if not letters:
                    raise _bad_reference(self._reference)
                self._column = self.columns[letters]
        elif tag in {"v", "t"}:
            self._taking = not self.inside_phonetic
        elif tag == "row":
            self._line = int(attrs["r"]) if "r" in attrs else self._line + 1
            self._cells = []
            self._column = 0
        elif tag == "f":
            self._has_formula = True
        elif tag == "rPh":
            self.inside_phonetic = True

    def text(self, data: str) -> None:
        if self._taking:
            self._value += data
            if len(self._value) > MAX_CELL_CHARS:
                raise cell_too_long()

    def end(self, name: str) -> None:
        self._taking = False
        tag = self._tags[name]
        if tag == "c":
            column, cells = self._column, self._cells
            if self._has_formula and not self._value and self._kind in (None, "n"):
                self._kind, self._value = "e", NOT_CALCULATED
            if self._value and column < MAX_COLUMNS and len(cells) < MAX_COLUMNS:
                if len(cells) <= column:
                    cells.extend([""] * (column + 1 - len(cells)))
                if cells[column]:
                    raise _bad_reference(self._reference)
                cells[column] = self.how_to_read(self._kind, self._style)(self._value)
            self._column = column + 1
        elif tag == "row":
            self.done.append(RawRow(self._line, self._cells))
        elif tag == "rPh":
            self.inside_phonetic = False

    def how_to_read(self, kind: str | None, style: str | None) -> Read:
        """How the values of cells with a type and a style are read."""
        if kind == "s":
            return self._shared_text
        if kind is None or kind == "n":
            return self._shown.get(style, self._plain_number) if style is not None else self._plain_number
        if kind == "b":
            return _truth
        return DateCell if kind == "d" else unescape

    def _shared_text(self, value: str) -> str:
        return self._shared[int(value)]


def _truth(value: str) -> str:
    return "true" if value.strip() == "1" else "false"


def _bad_reference(reference: str) -> FileBroken:
    return FileBroken.saying(
        "The cell reference {reference} comes twice in its row, or is none. Open the file in Excel and save it.",
        reference=reference,
    )


class ColumnPlaces(dict[str, int]):
    """From a column's letters to its index, computed once."""

    def __missing__(self, letters: str) -> int:
        if len(letters) > _LONGEST_COLUMN:
            return MAX_COLUMNS
        place = 0
        for letter in letters.upper():
            place = place * 26 + ord(letter) - 64
        self[letters] = index = max(place - 1, 0)
        return index
