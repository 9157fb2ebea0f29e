"""What the cells of one column show, counted in constant memory."""

from __future__ import annotations

from service.files.evidence.sign_tally import SignTally

_MOST_DISTINCT = 200
_LONGEST = 60


class ColumnScan:
    """Takes the cells of a column, each text with how often it comes.

    A run counts a text once for each time that it is read, which is at least once.
    """

    __slots__ = ("blanks", "distinct", "filled", "overflow", "signs")

    def __init__(self) -> None:
        self.signs = SignTally()
        self.blanks = 0
        self.filled = 0
        self.distinct: dict[str, int] = {}
        """The first 200 different texts, with their counts."""
        self.overflow = False
        """Whether there are more different texts."""

    def add(self, text: str, times: int = 1) -> None:
        """Counts a cell."""
        if not text or text.isspace():
            self.blanks += times
            return
        self.filled += times
        self.signs.add(text)
        if text in self.distinct:
            self.distinct[text] += times
        elif len(self.distinct) < _MOST_DISTINCT and len(text) <= _LONGEST:
            self.distinct[text] = times
        else:
            self.overflow = True
