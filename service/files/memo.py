"""A bounded cache, because the cells of a list repeat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

Found = TypeVar("Found")
Result = TypeVar("Result")

_ROOM = 1_000_000
_LONGEST = 1_000
_SETTLED_NS = 2_000_000_000
_COST_OF_ONE = 100
"""The overhead of one entry, in characters."""


class FileMemo(Generic[Found]):
    """One result, by the path, the size, the time of the last change and a part of the file.

    With `now_ns`, that of a file which changed less than two seconds ago is not kept: it may change
    again within one tick of its clock. Two threads may both look at first.
    """

    def __init__(self, now_ns: Callable[[], int] | None = None) -> None:
        self._now_ns = now_ns
        self._last: tuple[tuple[object, ...], Found] | None = None

    def find(self, path: Path, look: Callable[[], Found], part: object = "") -> Found:
        """The result for a file; `look` reads it. Raises what `look` raises, or OSError."""
        key, last = self._read_key(path, part), self._last
        if last is not None and last[0] == key:
            return last[1]
        found = look()
        if key and key == self._read_key(path, part):
            self._last = (key, found)
        return found

    def _read_key(self, path: Path, part: object) -> tuple[object, ...]:
        """() if it cannot tell two contents apart."""
        facts = path.stat()
        if self._now_ns is not None and self._now_ns() - facts.st_mtime_ns < _SETTLED_NS:
            return ()
        return path.absolute(), facts.st_size, facts.st_mtime_ns, facts.st_ino, part


class Memo(dict[str, Result], Generic[Result]):
    """A cache from a text to the result of `find`; cleared when it has a million characters."""

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
