"""Finds rows whose cells moved one column to the right, as after a comma that is not in quotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from service.files.folding import DIGITS

_NUMBER = re.compile(r"[-+(]?[\d.,٫٬\s]*\d[\d.,٫٬\s]*\)?")
_BROKEN = re.compile(r"\d+[.,٫]\d*[1-9]\d*")
_RARELY = 10
_LEARNED_ROWS = 200
_MOST_STATUSES = 20


class ShiftedRows:
    """Knows the columns of numbers, and what the first rows have in the column after the last one.

    `places` are the columns of prices and quantities, `is_value(place, text)` says whether a text
    can be read there.
    """

    def __init__(
        self, places: Sequence[int], quantities: Sequence[int], width: int, is_value: Callable[[int, str], bool]
    ) -> None:
        self._places = sorted(set(places))
        self._quantities = set(quantities)
        self._after = self._places[-1] + 1 if self._places else width
        self._width = width
        self._is_value = is_value
        self._is_clear = False
        self._statuses: set[str] = set()
        self._whole: set[int] = set()

    def learn(self, rows: Sequence[Sequence[str]]) -> None:
        """Takes the first rows of a file: a number after the last column of numbers is unusual
        only if these rows have none there.
        """
        sound = [cells for cells in rows[:_LEARNED_ROWS] if self._is_sound(cells)]
        numbers = sum(_is_number(_cell(cells, self._after)) for cells in sound)
        self._is_clear = bool(sound) and self._after < self._width and numbers * _RARELY < len(sound)
        self._whole = {
            place
            for place in self._quantities
            if sound and not any(_BROKEN.fullmatch(_cell(cells, place)) for cells in sound)
        }

    def _is_sound(self, cells: Sequence[str]) -> bool:
        texts = [_cell(cells, place) for place in self._places]
        return any(texts) and all(not text or _is_number(text) for text in texts)

    def find_text(self, cells: Sequence[str]) -> int | None:
        """The first place of a price or quantity that has a text instead; None if none has."""
        return next((place for place in self._places if self._is_text(place, cells)), None)

    def is_misplaced(self, cells: Sequence[str], place: int) -> bool:
        """Whether the text at `place` belongs elsewhere. In a column of quantities a few texts,
        such as "In stock", come again and again.
        """
        if place not in self._quantities:
            return True
        if len(self._statuses) < _MOST_STATUSES:
            self._statuses.add(_cell(cells, place))
        return _cell(cells, place) not in self._statuses

    def is_shifted(self, cells: Sequence[str], first: int) -> bool:
        """Whether each number after the text at `first` is one column further."""
        following = first + 1
        if following in self._whole and _BROKEN.fullmatch(_cell(cells, following)):
            # A price where the quantities are whole: the moved quantity itself is blank.
            return True
        moved = [place + 1 for place in self._places if place >= first]
        return self._is_clear and all(_is_number(_cell(cells, place)) for place in moved)

    def _is_text(self, place: int, cells: Sequence[str]) -> bool:
        text = _cell(cells, place)
        return any(map(str.isalpha, text)) and not self._is_value(place, text)


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place].strip() if place < len(cells) else ""


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text.translate(DIGITS)))
