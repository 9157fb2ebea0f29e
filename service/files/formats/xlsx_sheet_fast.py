"""The fast path of `xlsx_sheet`: rows in the form in which programs write nearly all
(docs/decisions/0005).

The parser reads the beginning, up to the end of the first row. Every further row is offered as
text. Where it is taken, the parser does not see it: a whole element leaves the parser's state as
it was. All else goes to the parser, so broken XML is found as before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from xml.sax.saxutils import unescape

from service.files.formats.bounded_xml import BoundedParser
from service.files.formats.xlsx_sheet import Read, SheetReader
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
_LONGEST = 1 << 20
_AWAY = bytes(sign for sign in range(32) if sign not in b"\t\n")
"""Characters that no XML holds, and carriage returns, which a parser changes."""

_STRANGE = (
    (b"!", b"<!"),
    (b"?", b"<?"),
    (b"]", b"]]>"),
    (b"\xef", b"\xef\xbf\xbe"),
    (b"\xef", b"\xef\xbf\xbf"),
)
"""Comments and the like, and what no text may hold; each with a rare byte to look for first."""

_ENTITY = re.compile("&(amp|lt|gt|quot|apos);")
_QUOTES = {"&quot;": '"', "&apos;": "'"}

_CLOSE = "</row>"
_END = _CLOSE.encode()


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
        """Whether the cells are in read columns, ascending; most rows have the same ones."""
        if letters != self._letters:
            places = [self._reader.columns[each] for each in letters]
            if any(after <= before for before, after in pairwise(places)):
                return False
            if places and places[-1] >= MAX_COLUMNS:
                return False
            self._letters, self._places = letters, places
        return True

    def _readable(self, attributes: list[str]) -> bool:
        """Whether cells of such attributes can be read; most rows have the same ones."""
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


class PlainXml:
    """A filter before a parser; `take` gets a row's text without end tag, or else the parser."""

    def __init__(self, parser: BoundedParser, take: Callable[[str], bool]) -> None:
        self._parser = parser
        self._take = take
        self._start_run = False
        self._plain = True
        self._rest = b""
        parser.on_declaration(self._declared)

    def parse(self, data: bytes, final: bool) -> None:
        """Reads the next piece; raises the parser's exceptions."""
        if self._plain:
            data = self._rest + data
            end = data.rfind(_END) + len(_END) if _END in data else 0
            self._elements(data[:end])
            self._rest, data = b"", data[end:]
        if self._plain and not final and len(data) < _LONGEST:
            self._rest = data
            return
        self._plain = False
        self._parser.parse(data, final)

    def _declared(self, _version: str, encoding: str | None, _standalone: int) -> None:
        self._plain = self._plain and (encoding is None or encoding.lower() == "utf-8")

    def _elements(self, data: bytes) -> None:
        if not self._start_run and data:
            end = data.index(_END) + len(_END)
            head, data = data[:end], data[end:]
            self._parser.parse(head, False)
            self._start_run = True
            self._plain = self._plain and b"<!" not in head and head.count(b"<?") < 2
        text = _text(data) if self._plain else None
        if text is None:
            self._plain = False
            self._parser.parse(data, False)
            return
        for element in text.split(_CLOSE)[:-1]:
            if not self._take(element):
                self._parser.parse(f"{element}{_CLOSE}".encode(), False)


def _text(data: bytes) -> str | None:
    """The text of XML that has only elements and texts; None if it may have more."""
    if len(data.translate(None, _AWAY)) < len(data) or any(sign in data and part in data for sign, part in _STRANGE):
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def known_entities(text: str) -> bool:
    """Whether `decode_entities` knows every entity of a text."""
    return "&" not in text or len(_ENTITY.findall(text)) == text.count("&")


def decode_entities(text: str) -> str:
    """The text with the five entities of XML decoded."""
    return unescape(text, _QUOTES) if "&" in text else text
