"""Remembering what has been found, within bounds: a list says the same things again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Found = TypeVar("Found")

_ROOM = 1_000_000
_LONGEST = 1_000
_COST_OF_ONE = 100
"""What remembering a text takes besides its characters, counted as characters."""


class Memo(dict[str, Found], Generic[Found]):
    """From a text to what `find` finds in it; begins anew when it has taken up a million characters."""

    def __init__(self, find: Callable[[str], Found]) -> None:
        self._find = find
        self._room = _ROOM

    def __missing__(self, text: str) -> Found:
        found = self._find(text)
        if len(text) <= _LONGEST and self.keeps(found):
            self._room -= len(text) + _COST_OF_ONE
            if self._room < 0:
                self.clear()
                self._room = _ROOM
            self[text] = found
        return found

    def keeps(self, _: Found) -> bool:
        """Whether this is to be remembered."""
        return True
