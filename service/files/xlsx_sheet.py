"""The cells of an XLSX worksheet while its XML goes by: the one place where every cell of a large file costs time."""

from __future__ import annotations

from service.files.number_format import Show, plain_number
from service.files.package import endless_cell
from service.files.table import MAX_CELL_CHARS, MAX_COLUMNS, DateCell, RawRow
from service.files.xlsx_texts import unescaped

_LONGEST_COLUMN = 3


class SheetReader:
    """What a parser calls; each finished row is put into `done`. `shared` are the texts that cells name by number."""

    def __init__(self, shared: list[str], shows: list[Show]) -> None:
        self.done: list[RawRow] = []
        self._shared = shared
        self._shown = {str(place): show for place, show in enumerate(shows) if show is not plain_number}
        self._columns = _ColumnPlaces()
        self._tags = _Tags()
        self._line = 0
        self._cells: list[str] = []
        self._column = 0
        self._kind: str | None = None
        self._style: str | None = None
        self._value = ""
        self._taking = False
        self._phonetic = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        tag = self._tags[name]
        if tag == "c":
            self._value = ""
            self._kind = attrs.get("t")
            self._style = attrs.get("s")
            if "r" in attrs:
                self._column = self._columns[attrs["r"].rstrip("0123456789")]
        elif tag in {"v", "t"}:
            self._taking = not self._phonetic
        elif tag == "row":
            self._line = int(attrs["r"]) if "r" in attrs else self._line + 1
            self._cells = []
            self._column = 0
        elif tag == "rPh":
            self._phonetic = True

    def text(self, data: str) -> None:
        if self._taking:
            self._value += data
            if len(self._value) > MAX_CELL_CHARS:
                raise endless_cell()

    def end(self, name: str) -> None:
        self._taking = False
        tag = self._tags[name]
        if tag == "c":
            column, cells = self._column, self._cells
            if self._value and column < MAX_COLUMNS:
                if len(cells) < column:
                    cells.extend([""] * (column - len(cells)))
                # Cells come in the order of their columns; one that does not is no cell of a sound sheet.
                cells.insert(column, self._read())
            self._column = column + 1
        elif tag == "row":
            self.done.append(RawRow(self._line, self._cells))
        elif tag == "rPh":
            self._phonetic = False

    def _read(self) -> str:
        kind, value = self._kind, self._value
        if kind == "s":
            return self._shared[int(value)]
        if kind is None or kind == "n":
            show = self._shown.get(self._style) if self._style is not None else None
            return plain_number(value) if show is None else show(value)
        if kind == "b":
            return "true" if value.strip() == "1" else "false"
        return DateCell(value) if kind == "d" else unescaped(value)


class _Tags(dict[str, str]):
    """From a name with its namespace to the name alone."""

    def __missing__(self, name: str) -> str:
        self[name] = tag = name.rpartition(" ")[2]
        return tag


class _ColumnPlaces(dict[str, int]):
    """From a column's letters to its place, worked out once."""

    def __missing__(self, letters: str) -> int:
        if len(letters) > _LONGEST_COLUMN:
            return MAX_COLUMNS
        place = 0
        for letter in letters.upper():
            place = place * 26 + ord(letter) - 64
        self[letters] = found = max(place - 1, 0)
        return found
