"""Rows that are no items: totals, the head of a second table, rows that slipped a column."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from service.domain.sentences import Sentence, message
from service.files.columns.column import Column
from service.files.columns.headers import known_names
from service.files.columns.layouts import ANY_NAMES
from service.files.columns.repeated_rows import cell_of
from service.files.folding import DIGITS, fold_name, fold_text
from service.files.values.options import PRICES

_HEADER_AGAIN: Final = message("the column names again, left out")
_FEWEST_NAMES: Final = 2
_WORDS = re.compile(
    r"(?:grand |sub |page |report |overall )?(?:total|totals|subtotal|sum)(?: \w+){0,2}|total general|suma(?: total)?|"
    r"(?:ال)?(?:اجمالي|مجموع)(?: \S+){0,3}"
)
TOTAL_NAMES = frozenset(
    {"total", "total:", "totals", "sub total", "sub total:", "subtotal", "subtotal:", "sub-total", "grand total"}
    | {f"{article}{word}" for article in ("", "ال") for word in ("إجمالي", "اجمالي", "مجموع")}
)
"""Names, in lower case, of rows that add up others, also where they have a part number."""

_TOTALS = frozenset(map(fold_text, TOTAL_NAMES))
"""With a count in place of a name, a row of one of these is no item."""

_TOTAL_WORDS = (
    r"(?:grand|sub|page|report|overall|total|sum|print|prepared|generated|export|created|end of|"
    r"(?:ال)?(?:اجمالي|إجمالي|مجموع)|طبع|صفح|تاريخ|نهاي|التاريخ)"
)
_LINE_BEGINNING = re.compile(rf"^(?:[\W_]|\Z|{_TOTAL_WORDS})", re.IGNORECASE | re.MULTILINE)
_FOOTER = re.compile(
    r"(?:printed|prepared|generated|exported|created|report|page \d+|page no|end of)\b.*|"
    r"(?:طبع|طبعت|صفحه|تاريخ الطباعه|نهايه|التاريخ)(?: .*)?"
)
_FEW_CELLS = 3
_NUMBER = re.compile(r"[-+(]?[\d.,٫٬\s]*\d[\d.,٫٬\s]*\)?")
_BROKEN = re.compile(r"\d+[.,٫]\d*[1-9]\d*")
_RARELY = 10
_LEARNED_ROWS = 200
_MOST_STATUSES = 20


class SecondTables:
    """Looks at the cells where `columns` have prices and quantities."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._numbers = [column for column in columns if column.field == "quantity" or column.field in PRICES]
        self.other_order: list[int] = []
        """The lines of column names in another order: the rows below them are read wrongly."""

    def is_header(self, cells: Sequence[str]) -> bool:
        """Whether a row has words instead of all numbers, and most of its cells are known names."""
        said = [cells[column.place] for column in self._numbers if cells[column.place]]
        if not said or any(any(map(str.isdigit, text)) for text in said):
            return False
        known = known_names(cells)
        return known >= _FEWEST_NAMES and known * 2 >= sum(1 for cell in cells if cell)

    def note_header(self, line: int, cells: Sequence[str]) -> Sentence:
        """Notes the order of column names, and says why they are no item."""
        for column in self._numbers:
            name = fold_name(cells[column.place])
            fields = [field for field, names in ANY_NAMES.items() if name in names]
            if fields and column.field not in fields:
                self.other_order.append(line)
                break
        return _HEADER_AGAIN


def may_be_totals(skus: str) -> bool:
    """Whether any of many part numbers, a line each, is blank or begins with a sign or like a
    totals row; fast, because every row is checked.
    """
    return _LINE_BEGINNING.search(skus) is not None


def is_rule(cells: Sequence[str]) -> bool:
    """Whether a row is a line that is drawn with signs: `-----`, `=====`."""
    drawn = [cell.strip() for cell in cells if cell and not cell.isspace()]
    return bool(drawn) and all(len(set(cell)) == 1 and cell[0] in "-=_*~—–─" for cell in drawn)


def is_footer(cells: Sequence[str], sku: str) -> bool:
    """Whether a row says who printed the list, and when: few cells, the first of which says so."""
    filled = sum(1 for cell in cells if cell and not cell.isspace())
    return filled <= min(_FEW_CELLS, len(cells) // 2) and bool(_FOOTER.fullmatch(fold_text(sku)))


def is_totals(cells: Sequence[str], sku: str, name: str) -> bool:
    """Whether a row is a total: its part number says so, or it has only numbers."""
    filled = [cell.strip() for cell in cells if cell and not cell.isspace()]
    if not filled:
        return False
    first = filled[0]
    folded = fold_text(first)
    says = bool(_WORDS.fullmatch(folded)) and sku.strip() in ("", first)
    if says and (name.strip() in ("", first) or (folded in _TOTALS and name.strip()[:1].isdigit())):
        return True
    return not sku.strip() and not name.strip() and all(map(_is_number, filled))


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
        """Takes the first rows; a number past the last number column is odd if they have none."""
        sound = [cells for cells in rows[:_LEARNED_ROWS] if self._is_sound(cells)]
        numbers = sum(_is_number(cell_of(cells, self._after)) for cells in sound)
        self._is_clear = bool(sound) and self._after < self._width and numbers * _RARELY < len(sound)
        self._whole = {
            place
            for place in self._quantities
            if sound and not any(_BROKEN.fullmatch(cell_of(cells, place)) for cells in sound)
        }

    def _is_sound(self, cells: Sequence[str]) -> bool:
        texts = [cell_of(cells, place) for place in self._places]
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
            self._statuses.add(cell_of(cells, place))
        return cell_of(cells, place) not in self._statuses

    def is_shifted(self, cells: Sequence[str], first: int) -> bool:
        """Whether each number after the text at `first` is one column further."""
        following = first + 1
        if following in self._whole and _BROKEN.fullmatch(cell_of(cells, following)):
            # A price where the quantities are whole: the moved quantity itself is blank.
            return True
        moved = [place + 1 for place in self._places if place >= first]
        return self._is_clear and all(_is_number(cell_of(cells, place)) for place in moved)

    def _is_text(self, place: int, cells: Sequence[str]) -> bool:
        text = cell_of(cells, place)
        return any(map(str.isalpha, text)) and not self._is_value(place, text)


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text.translate(DIGITS)))
