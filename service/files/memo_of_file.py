"""Remembers what was found in the file that was read last, as long as it stays the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

Found = TypeVar("Found")


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
