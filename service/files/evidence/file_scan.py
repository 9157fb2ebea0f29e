"""One reading of a whole file: what each column holds, kept while the file stays the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from service.files.evidence.notable_rows import NotableRows
from service.files.evidence.signs import SignTally
from service.files.source import RawRow

MOST_DISTINCT = 200
_MOST_WORDS = 100
_LONGEST = 60
_SHORTEST_SERIAL = 5
_NUMBER = "0123456789٠١٢٣٤٥٦٧٨٩.,٫-+ "
_BLOCK = 2_000


class ColumnScan:
    """Counts the cells of a column: each text with how often it comes.

    A run counts a text once for each time that it is read, which is at least once.
    """

    __slots__ = ("_beside", "blanks", "distinct", "filled", "next_serial", "overflow", "signs", "words", "zeros")

    def __init__(self) -> None:
        self.signs = SignTally()
        self.blanks = 0
        self.filled = 0
        self.distinct: dict[str, int] = {}
        """The first 200 different texts, with their counts."""
        self.overflow = False
        """Whether there are more different texts."""
        self.words: dict[str, int] = {}
        """The first texts that are no numbers, and with words next to a number, with counts."""
        self._beside: set[str] = set()
        self.zeros = 0
        self.next_serial = 1
        """The next number in 1, 2, 3; 0 after any other text."""

    def add(self, text: str, times: int = 1) -> None:
        if not text or text.isspace():
            self.blanks += times
            return
        self.filled += times
        self.signs.add(text)
        if text[0] == "0" and not text.strip("0.,٫"):
            self.zeros += times
        if not text.isdigit():
            self._add_word(text, times)
        if text in self.distinct:
            self.distinct[text] += times
        elif len(self.distinct) < MOST_DISTINCT and len(text) <= _LONGEST:
            self.distinct[text] = times
        else:
            self.overflow = True

    def _add_word(self, text: str, times: int) -> None:
        if text in self.words:
            self.words[text] += times
        elif len(text) <= _LONGEST and not text.replace(".", "", 1).isdigit():
            beside = text.strip(_NUMBER)
            if len(self.words) < _MOST_WORDS or (beside not in self._beside and len(self._beside) < _MOST_WORDS):
                self._beside.add(beside)
                self.words[text] = times

    def follow(self, texts: Iterable[str]) -> None:
        """Checks whether the column continues 1, 2, 3."""
        for text in texts:
            if not self.next_serial:
                return
            if text:
                self.next_serial = self.next_serial + 1 if text == str(self.next_serial) else 0

    @property
    def is_serial(self) -> bool:
        """Whether the column numbers its rows."""
        return self.next_serial > _SHORTEST_SERIAL


@dataclass(frozen=True, slots=True)
class FileScan:
    """How many rows a file has, and by header what each column contains."""

    rows: int = 0
    columns: dict[str, ColumnScan] = field(default_factory=dict)
    notable: NotableRows | None = None
    """None while no column is the part number."""

    def column(self, header: str) -> ColumnScan:
        """What a column contains; an empty scan if there is no such column."""
        return self.columns.get(header) or ColumnScan()


def scan_rows(headers: tuple[str, ...], rows: Iterable[RawRow], notable: NotableRows | None = None) -> FileScan:
    """Scans all rows, which `notable` sees too. Raises FileError at damage or above the bounds."""
    scans = [ColumnScan() for _ in headers]
    width, count = len(headers), 0
    source = iter(rows)
    while block := list(islice(source, _BLOCK)):
        count += len(block)
        for row in block:
            if len(row.cells) < width:
                row.cells.extend([""] * (width - len(row.cells)))
        padded = [row.cells for row in block]
        for scan, texts in zip(scans, zip(*padded, strict=False), strict=False):
            scan.follow(texts)
            for text, times in _counts(texts):
                scan.add(text, times)
        if notable is not None:
            notable.see(block)
    return FileScan(count, dict(zip(headers, scans, strict=True)), notable)


def _counts(texts: tuple[str, ...]) -> Iterable[tuple[str, int]]:
    """Each different text with its count; number cells equal texts, but are none."""
    if set(map(type, texts)) == {str}:
        return Counter(texts).items()
    return ((text, 1) for text in texts)
