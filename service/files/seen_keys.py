"""Remembers which keys came before, in twelve bytes each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

_FIRST_SIZE, _NEXT_SIZE = 1 << 10, 1 << 16
"""Room for a preview in 12 kB, then for the rows of most shops in 800 kB."""


class SeenKeys:
    """The last line of each key. Two keys share a slot with a chance of 2^-64 a pair."""

    def __init__(self) -> None:
        self._make(_FIRST_SIZE)

    def _make(self, size: int) -> None:
        self._mask = size - 1
        self._room = size * 3 // 4
        self._keys = array("q", bytes(8 * size))
        self._lines = array("I", bytes(4 * size))

    def line_of(self, key: tuple[str, str]) -> int:
        """The last line with this key, or 0."""
        mark = hash(key) or 1
        place = mark & self._mask
        while held := self._keys[place]:
            if held == mark:
                return self._lines[place]
            place = (place + 1) & self._mask
        return 0

    def put(self, key: tuple[str, str], line: int) -> int:
        """Stores `line` for this key; returns the line before, or 0."""
        return self.put_all((key,), (line,))[0]

    def put_all(self, new: Iterable[tuple[str, str]], new_lines: Iterable[int]) -> list[int]:
        """The same for many keys at once."""
        keys, lines, mask = self._keys, self._lines, self._mask
        earlier: list[int] = []
        for key, line in zip(new, new_lines, strict=False):
            mark = hash(key) or 1
            place = mark & mask
            while (held := keys[place]) and held != mark:
                place = (place + 1) & mask
            earlier.append(lines[place])
            lines[place] = line
            if not held:
                keys[place] = mark
                self._room -= 1
                if not self._room:
                    self._grow()
                    keys, lines, mask = self._keys, self._lines, self._mask
        return earlier

    def _grow(self) -> None:
        keys, lines = self._keys, self._lines
        self._make(max(len(keys) * 2, _NEXT_SIZE))
        for mark, line in zip(keys, lines, strict=True):
            if not mark:
                continue
            place = mark & self._mask
            while self._keys[place]:
                place = (place + 1) & self._mask
            self._keys[place] = mark
            self._lines[place] = line
            self._room -= 1
