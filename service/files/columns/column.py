"""A column that feeds a field: its cells are read one by one, or many at once if none needs a
remark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic

from msgspec import UNSET

from service.files.cells import NULL
from service.files.memo import Memo, Result
from service.files.values.cell_readers import Read, Reading
from service.files.values.upload_fields import CLEARABLE

_UNIQUE_CODES = frozenset({"sku", "oem_number"})
_UNIQUE_TEXTS = frozenset({"name", "name_ar"})
_HARMLESS_IN_CODES = str.maketrans("", "", "-/_ ")
_REMARKABLE_IN_TEXTS = ("\ufffd", "#", "=", "Err:")


SPECIAL: Final = object()
"""Marks a value that needs a remark: its row is read cell by cell."""


class ValueMemo(Memo[object]):
    """A memo that finds special values again each time."""

    def keeps(self, value: object) -> bool:
        return value is not SPECIAL


class MemoByCellType(dict[type[str], Memo[Result]], Generic[Result]):
    """A memo for each type of cell: a number cell equals the text with its digits, but may be read
    differently.
    """

    def __init__(self, make: Callable[[], Memo[Result]]) -> None:
        self._make = make

    def __missing__(self, kind: type[str]) -> Memo[Result]:
        self[kind] = memo = self._make()
        return memo


class Column:
    """The index of a field's column in a row, and how its cells are read."""

    __slots__ = ("_met_odd", "_readings", "blank", "field", "known", "place", "read")

    def __init__(self, place: int, field: str, read: Read, blank: object = UNSET) -> None:
        self.place = place
        self.field = field
        self._readings: MemoByCellType[Reading] = MemoByCellType(lambda: Memo(read))
        self._met_odd = False
        self.blank = blank
        """The value of a blank cell, UNSET if it changes nothing."""
        unique = field in _UNIQUE_CODES or field in _UNIQUE_TEXTS
        self.known = None if unique else ValueMemo(self.value)
        """The values of plain text cells, also UNSET and SPECIAL; None if texts do not repeat."""
        self.read: Read = read if unique else self._remembered
        """Reads a cell that is not blank; returns the value with its remark."""

    def _remembered(self, text: str) -> Reading:
        return self._readings[type(text)][text]

    def values(self, texts: Sequence[str], odd: set[int]) -> Sequence[object]:
        """The value of each cell of a column whose texts do not repeat, UNSET where the field
        stays; adds the indexes of special ones to `odd`.
        """
        self._met_odd = False
        read = _codes if self.field in _UNIQUE_CODES else _texts
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


def _codes(texts: Sequence[str]) -> list[object] | None:
    """Codes without a remark, checked all at once; None if one may need a remark."""
    joined = "".join(texts)
    if joined.isascii() and joined.translate(_HARMLESS_IN_CODES).isalnum():
        return [text.strip() or UNSET for text in texts]
    return None


def _texts(texts: Sequence[str]) -> list[object] | None:
    """Texts without a remark, checked all at once; None if one may need a remark."""
    joined = "\n".join(texts)
    if any(sign in joined for sign in _REMARKABLE_IN_TEXTS):
        return None
    return [text.strip() or UNSET for text in texts]
