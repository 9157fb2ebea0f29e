"""A bounded cache, because the cells of a list repeat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

Found = TypeVar("Found")
Result = TypeVar("Result")

_ROOM = 1_000_000
_LONGEST = 1_000
_COST_OF_ONE = 100
"""The overhead of one entry, in characters."""


class FileMemo(Generic[Found]):
    """One result, by the path, the size, the time of the last change and a part of the file."""

    def __init__(self) -> None:
        self._last: tuple[tuple[object, ...], Found] | None = None

    def find(self, path: Path, look: Callable[[], Found], part: str = "") -> Found:
        """The result for a file; `look` reads it. Raises what `look` raises, or OSError."""
        facts = path.stat()
        key = (path.absolute(), facts.st_size, facts.st_mtime_ns, facts.st_ino, part)
        last = self._last
        if last is not None and last[0] == key:
            return last[1]
        found = look()
        self._last = (key, found)
        return found


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
