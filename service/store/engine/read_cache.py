"""What the writer has read, kept until a commit or another process
changes what it was read from.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from service.domain.changes import ChangeKind

T = TypeVar("T")
_MAX_RESULTS = 64
"""Results per family; a list of orders among them may hold 100 KB."""


class ReadCache:
    """The writer's alone: as all that changes the database here passes it,
    it knows when to forget.
    """

    def __init__(self) -> None:
        self._results: dict[ChangeKind, dict[Hashable, Any]] = {}

    def get_or_read(self, family: ChangeKind, key: Hashable, read: Callable[[], T]) -> T:
        """What `read` gave for the key, read once until the family changes."""
        results = self._results.setdefault(family, {})
        if key in results:
            found: T = results[key]
            return found
        found = read()
        if len(results) >= _MAX_RESULTS:
            results.clear()
        results[key] = found
        return found

    def invalidate(self, families: Iterable[ChangeKind]) -> None:
        """Those families change."""
        for family in families:
            if family in self._results:
                self._results[family].clear()

    def clear(self) -> None:
        """Anything may have changed, or what was read may never have been committed."""
        self._results.clear()
