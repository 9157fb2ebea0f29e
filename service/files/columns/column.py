"""How a column's cells become values of an item, the columns of its cars included."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Generic

from msgspec import UNSET

from service.domain.catalogue.row_types import ITEM_FIELDS
from service.domain.pull.pull_choices import AS_ONE
from service.domain.sentences import Sentence, message, prefix_field
from service.files.columns.mapping import FitRule, Mapping
from service.files.folding import DIGITS, UNITS, count_pieces, fold_text
from service.files.memo import Memo, Result
from service.files.source import NULL
from service.files.values.cell_readers import DATE_CODE, NO_CODES, NOTHING, Read, Reading, quote_cell
from service.files.values.fit_text import MAKE_WORDS, Car, read_cars, read_years
from service.files.values.options import CLEARABLE, Options

ReadFit = Callable[[Sequence[str]], tuple[list[Car] | None, Sentence | None]]
"""From a row's cells to its cars (None leaves the stored fit), and a remark."""


_INCOMPLETE_CAR = prefix_field("fit", message("make or model is blank, the held fit stays"))
UNIQUE_CODES = frozenset(name for name, field in ITEM_FIELDS.items() if field.about.is_code)
_UNIQUE_TEXTS = frozenset({"name", "name_ar"})
_HAS_SIGN = re.compile(r"[^\W_]|^\s*$").search
"""A letter or a digit, or a blank cell."""

_HARMLESS_IN_CODES = str.maketrans("", "", "-/_ ")
_REMARKABLE_IN_TEXTS = ("\ufffd", "#", "=", "Err:")


SPECIAL: Final = object()
"""Marks a value that needs a remark: its row is read cell by cell."""


def fit_reader(rule: FitRule, places: dict[str, int]) -> ReadFit:
    """Makes a reader of fit; `places` maps columns to their indexes."""

    def cell(cells: Sequence[str], column: str | None) -> str:
        return cells[places[column]].strip() if column is not None else ""

    def from_text(cells: Sequence[str]) -> tuple[list[Car] | None, Sentence | None]:
        text = cell(cells, rule.text)
        cars = read_cars(text, _make(cell(cells, rule.make)) or rule.fixed_make)
        if cars or not text:
            return cars or None, None
        return None, prefix_field(
            "fit", message("no car was recognised in {cell}, the held fit stays", cell=quote_cell(text))
        )

    def from_columns(cells: Sequence[str]) -> tuple[list[Car] | None, Sentence | None]:
        make = _make(cell(cells, rule.make)) or rule.fixed_make
        model = cell(cells, rule.model)
        if not make or not model:
            return None, _INCOMPLETE_CAR if cell(cells, rule.make) or model else None
        first, last = _span(cell(cells, rule.year_from), cell(cells, rule.year_to), rule)
        car: Car = {"make": make, "model": model}
        return [car | ({"year_from": first} if first else {}) | ({"year_to": last} if last else {})], None

    return from_text if rule.text is not None else from_columns


def _make(text: str) -> str:
    return MAKE_WORDS.get(fold_text(text), text)


def _span(first: str, last: str, rule: FitRule) -> tuple[int | None, int | None]:
    """The years of two columns, or of one that contains a span."""
    if rule.year_to is None:
        return read_years(first)
    return _one(first), _one(last)


def _one(text: str) -> int | None:
    digits = text.translate(DIGITS)
    return int(digits) if digits.isdigit() and digits.isascii() and len(digits) == 4 else None


class ValueMemo(Memo[object]):
    """A memo that finds special values again each time."""

    def keeps(self, value: object) -> bool:
        return value is not SPECIAL


class MemoByCellType(dict[type[str], Memo[Result]], Generic[Result]):
    """A memo for each type of cell: a number cell equals its text, but may be read differently."""

    def __init__(self, make: Callable[[], Memo[Result]]) -> None:
        self._make = make

    def __missing__(self, kind: type[str]) -> Memo[Result]:
        self[kind] = memo = self._make()
        return memo


class Column:
    """The index of a field's column in a row, and how its cells are read."""

    __slots__ = ("_met_odd", "_readings", "blank", "field", "is_unique", "place", "read")

    def __init__(self, place: int, field: str, read: Read, blank: object = UNSET) -> None:
        self.place = place
        self.field = field
        self._readings: MemoByCellType[Reading] = MemoByCellType(lambda: Memo(read))
        self._met_odd = False
        self.blank = blank
        """The value of a blank cell, UNSET if it changes nothing."""
        self.is_unique = field in UNIQUE_CODES or field in _UNIQUE_TEXTS
        self.read: Read = read if self.is_unique else self._remembered
        """Reads a cell that is not blank; returns the value with its remark."""

    def _remembered(self, text: str) -> Reading:
        return self._readings[type(text)][text]

    def values(self, texts: Sequence[str], odd: set[int]) -> Sequence[object]:
        """The value of each cell of a column whose texts do not repeat, UNSET where the field
        stays; adds the indexes of special ones to `odd`.
        """
        self._met_odd = False
        read = _codes if self.field in UNIQUE_CODES else _texts
        values = read(texts) if set(map(type, texts)) == {str} else None
        if values is None:
            values = [self.value(text) for text in texts]
        if self._met_odd:
            odd.update(place for place, value in enumerate(values) if value is SPECIAL)
        return values

    def value(self, text: str) -> object:
        """The value of a cell, UNSET where the field stays, SPECIAL if it needs a remark."""
        if not text:
            return None if text is NULL and self.field in CLEARABLE else self.blank
        value, note, fault = self.read(text)
        if fault is not None or (note is not None and not text.isspace()):
            self._met_odd = True
            return SPECIAL
        return UNSET if value is None else value


class PackUnits:
    """How many pieces one of a quantity is, by the column of units or the name of its own column,
    where it matters.
    """

    def __init__(self, headers: Sequence[str], mapping: Mapping, options: Options) -> None:
        at = {header: place for place, header in enumerate(headers)}
        counts = [bound.column for bound in mapping.columns if bound.field == "quantity"]
        counts += [branch.column for branch in mapping.branches]
        self._unit = at.get(mapping.unit or "", -1)
        self._counts = {at[header]: unit_in_name(header) for header in counts}
        self.matter = options.packs != AS_ONE and (self._unit >= 0 or any(self._counts.values()))
        """Whether a row may count packs."""

    def count(self, cells: Sequence[str]) -> dict[int, int]:
        """The pieces of one of the quantities of a row that count packs, by the index of the cell;
        0 of boxes of any size. The row may be short.
        """
        if not self.matter:
            return {}
        said = cells[self._unit].strip() if 0 <= self._unit < len(cells) else ""
        pieces = {place: count_pieces(said or unit) for place, unit in self._counts.items()}
        return {place: number for place, number in pieces.items() if number != 1}


def unit_in_name(header: str) -> str:
    """The unit of several pieces that the name of a column of quantities says: `Qty (Doz)`."""
    return next((word for word in fold_text(header).split() if word in UNITS and count_pieces(word) != 1), "")


def _codes(texts: Sequence[str]) -> list[object] | None:
    """Codes without a remark, checked all at once; None if one may need a remark."""
    joined = "".join(texts)
    sound = joined.isascii() and joined.translate(_HARMLESS_IN_CODES).isalnum() and NO_CODES.isdisjoint(texts)
    if sound and all(map(_HAS_SIGN, texts)) and not DATE_CODE.search("\n".join(texts)):
        return [text.strip() or UNSET for text in texts]
    return None


def _texts(texts: Sequence[str]) -> list[object] | None:
    """Texts without a remark, checked all at once; None if one may need a remark."""
    joined = "\n".join(texts)
    if any(sign in joined for sign in _REMARKABLE_IN_TEXTS) or not NOTHING.isdisjoint(texts):
        return None
    if not all(map(_HAS_SIGN, texts)):
        return None
    return [text.strip() or UNSET for text in texts]
