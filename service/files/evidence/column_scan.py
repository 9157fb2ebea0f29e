"""What the cells of one column contain, counted in constant memory."""

from __future__ import annotations

from collections.abc import Iterable

from service.files.evidence.sign_tally import SignTally

_MOST_DISTINCT = 200
_MOST_WORDS = 100
_LONGEST = 60
_SHORTEST_SERIAL = 5


class ColumnScan:
    """Counts the cells of a column: each text with how often it comes.

    A run counts a text once for each time that it is read, which is at least once.
    """

    __slots__ = ("blanks", "distinct", "filled", "next_serial", "overflow", "signs", "words", "zeros")

    def __init__(self) -> None:
        self.signs = SignTally()
        self.blanks = 0
        self.filled = 0
        self.distinct: dict[str, int] = {}
        """The first 200 different texts, with their counts."""
        self.overflow = False
        """Whether there are more different texts."""
        self.words: dict[str, int] = {}
        """The first texts that are not plain numbers, with their counts."""
        self.zeros = 0
        self.next_serial = 1
        """The next number in 1, 2, 3; 0 after any other text."""

    def add(self, text: str, times: int = 1) -> None:
        """Counts a cell."""
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
        elif len(self.distinct) < _MOST_DISTINCT and len(text) <= _LONGEST:
            self.distinct[text] = times
        else:
            self.overflow = True

    def _add_word(self, text: str, times: int) -> None:
        if text in self.words:
            self.words[text] += times
        elif len(self.words) < _MOST_WORDS and len(text) <= _LONGEST and not text.replace(".", "", 1).isdigit():
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
