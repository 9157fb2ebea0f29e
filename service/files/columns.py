"""A column of a file that feeds a field: its cells read one by one, or many at once where nothing is to be said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic

from msgspec import UNSET

from service.files.mapping import CLEARABLE
from service.files.memo import Found, Memo
from service.files.table import NULL
from service.files.values import Read, Reading

_UNIQUE_CODES = frozenset({"sku", "oem_number"})
_UNIQUE_TEXTS = frozenset({"name", "name_ar"})
_HARMLESS_IN_CODES = str.maketrans("", "", "-/_ ")
_REMARKABLE_IN_TEXTS = ("\ufffd", "#", "=", "Err:")


ODD: Final = object()
"""Stands for a value of which there is something to say: its row is to be read cell by cell."""


class _Values(Memo[object]):
    def keeps(self, found: object) -> bool:
        return found is not ODD


class _ByKind(dict[type[str], Memo[Found]], Generic[Found]):
    """A memo for each kind of cell: a number cell is equal to the text with its digits, but may be read otherwise."""

    def __init__(self, make: Callable[[], Memo[Found]]) -> None:
        self._make = make

    def __missing__(self, kind: type[str]) -> Memo[Found]:
        self[kind] = memo = self._make()
        return memo


class Column:
    """Where in a row a field is, and how its cells are read."""

    __slots__ = ("_met_odd", "_readings", "_values", "field", "known", "place", "read")

    def __init__(self, place: int, field: str, read: Read) -> None:
        self.place = place
        self.field = field
        self._readings: _ByKind[Reading] = _ByKind(lambda: Memo(read))
        self._values: _ByKind[object] = _ByKind(lambda: _Values(self._value))
        self._met_odd = False
        unique = field in _UNIQUE_CODES or field in _UNIQUE_TEXTS
        self.known = None if unique else self._values[str]
        """The values of cells that are plain texts, UNSET or ODD among them; None where no two texts are the same."""
        self.read: Read = read if unique else self._remembered
        """Gives what a cell that is not blank holds, with what there is to say about it."""

    def _remembered(self, text: str) -> Reading:
        return self._readings[type(text)][text]

    def values(self, texts: Sequence[str], odd: set[int]) -> Sequence[object]:
        """The value of each cell, UNSET where it leaves the field alone; the places of odd ones are added to `odd`."""
        self._met_odd = False
        plain = set(map(type, texts)) == {str}
        if self.field in _UNIQUE_CODES:
            found = _codes(texts) if plain else None
        elif self.field in _UNIQUE_TEXTS:
            found = _texts(texts) if plain else None
        elif plain and self.known is not None:
            found = list(map(self.known.__getitem__, texts))
        else:
            found = [self._values[type(text)][text] for text in texts]
        if found is None:
            found = [self._value(text) for text in texts]
        if self._met_odd:
            odd.update(place for place, value in enumerate(found) if value is ODD)
        return found

    def _value(self, text: str) -> object:
        if not text:
            return None if text is NULL and self.field in CLEARABLE else UNSET
        value, note, fault = self.read(text)
        if fault is not None or (note is not None and not text.isspace()):
            self._met_odd = True
            return ODD
        return UNSET if value is None else value


def _codes(texts: Sequence[str]) -> list[object] | None:
    """Codes of which `read_sku` would say nothing, all looked at in one go; None when there may be another."""
    joined = "".join(texts)
    if joined.isascii() and joined.translate(_HARMLESS_IN_CODES).isalnum():
        return [text.strip() or UNSET for text in texts]
    return None


def _texts(texts: Sequence[str]) -> list[object] | None:
    """Texts of which `read_text` would say nothing, all looked at in one go; None when there may be another."""
    joined = "\n".join(texts)
    if any(sign in joined for sign in _REMARKABLE_IN_TEXTS):
        return None
    return [text.strip() or UNSET for text in texts]
