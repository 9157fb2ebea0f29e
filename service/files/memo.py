"""A bounded cache, because the cells of a list repeat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")

_ROOM = 1_000_000
_LONGEST = 1_000
_COST_OF_ONE = 100
"""The overhead of one entry, in characters."""


class Memo(dict[str, Result], Generic[Result]):
    """A cache from a text to the result of `find`. It is cleared when it has a
    million characters.
    """

    def __init__(self, find: Callable[[str], Result]) -> None:
        self._find = find
        self._room = _ROOM

    def __missing__(self, text: str) -> Result:
        value = self._find(text)
        if len(text) <= _LONGEST and self.keeps(value):
            self._room -= len(text) + _COST_OF_ONE
            if self._room < 0:
                self.clear()
                self._room = _ROOM
            self[text] = value
        return value

    def keeps(self, _: Result) -> bool:
        """Whether this result is cached."""
        return True
