"""The fast path of `xlsx_sheet`: rows in the form in which programs write nearly all
(docs/decisions/0005).
"""

from __future__ import annotations

import re
from itertools import pairwise

from service.files.formats.xlsx_sheet import Read, SheetReader
from service.files.formats.xml_fast import decode_entities, known_entities
from service.files.memo import Memo
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS

_ROW = re.compile(r'<row r="([0-9]{1,9})"([^<>&/]*)>')
_CELL = re.compile(
    r'<c r="([A-Z]{1,3})[0-9]{1,9}"([^<>&/]*)(?:/>|>(?:<f>[^<]*</f>)?'
    r'(?:<v>([^<]*)</v>|<is><t(?: xml:space="preserve")?>([^<]*)</t></is>)</c>)'
)
_PARTS = _CELL.groups + 1
_ATTRIBUTES = re.compile(r'(?: s="([0-9]+)")?(?: t="([a-zA-Z]+)")?')
_MOST_HEADS = 1_000


class PlainRows:
    """Reads plain rows for a sheet reader; the parser reads all others."""

    def __init__(self, reader: SheetReader) -> None:
        self._reader = reader
        self._heads: set[str] = set()
        self._reads = Memo(self._how_to_read)
        self._attributes: list[str] = []
        self._how: list[Read | None] = []
        self._letters: list[str] = []
        self._places: list[int] = []

    def take(self, row: str) -> bool:
        """Reads a row, or leaves it to the parser."""
        head = _ROW.match(row)
        if (
            head is None
            or len(row) > MAX_CELL_CHARS
            or "</f><v></v>" in row
            or self._reader.inside_phonetic
            or not known_entities(row)
        ):
            return False
        # Between the parts of cells there is nothing; other text means more than cells.
        parts = _CELL.split(row[head.end() :])
        letters, attributes = parts[1::_PARTS], parts[2::_PARTS]
        if any(parts[::_PARTS]) or not (
            self._known(head[2]) and self._in_order(letters) and self._readable(attributes)
        ):
            return False
        values = [value or text or "" for value, text in zip(parts[3::_PARTS], parts[4::_PARTS], strict=True)]
        while values and not values[-1]:
            values.pop()
        if "&" in row:
            values = [decode_entities(value) for value in values]
        cells = [read(value) if value and read else "" for read, value in zip(self._how, values, strict=False)]
        self._reader.add(int(head[1]), self._spread(cells))
        return True

    def _known(self, attributes: str) -> bool:
        """Whether the parser has read a row with such attributes before."""
        if attributes in self._heads:
            return True
        if len(self._heads) >= _MOST_HEADS:
            self._heads.clear()
        self._heads.add(attributes)
        return False

    def _in_order(self, letters: list[str]) -> bool:
        """Whether the cells are in columns that are read, in ascending order; most rows have the
        same ones.
        """
        if letters != self._letters:
            places = [self._reader.columns[each] for each in letters]
            if any(after <= before for before, after in pairwise(places)):
                return False
            if places and places[-1] >= MAX_COLUMNS:
                return False
            self._letters, self._places = letters, places
        return True

    def _readable(self, attributes: list[str]) -> bool:
        """Whether it is known how cells of such attributes are read;
        most rows have the same ones.
        """
        if attributes != self._attributes:
            self._attributes, self._how = attributes, [self._reads[each] for each in attributes]
        return None not in self._how

    def _how_to_read(self, attributes: str) -> Read | None:
        match = _ATTRIBUTES.fullmatch(attributes)
        return None if match is None else self._reader.how_to_read(match[2], match[1])

    def _spread(self, cells: list[str]) -> list[str]:
        """The cells at the indexes of their columns."""
        if not cells or self._places[len(cells) - 1] == len(cells) - 1:
            return cells
        spread = [""] * (self._places[len(cells) - 1] + 1)
        for place, cell in zip(self._places, cells, strict=False):
            spread[place] = cell
        return spread
