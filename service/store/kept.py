"""What the writer has read, kept until a commit or another process changes what it was read from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from service.domain.changes import Family

T = TypeVar("T")
_MOST = 64
"""Results per family; a list of orders among them may hold 100 KB."""


class Kept:
    """The writer's alone: as all that changes the database here passes it, it knows when to forget."""

    def __init__(self) -> None:
        self._results: dict[Family, dict[Hashable, Any]] = {}

    def get(self, family: Family, key: Hashable, read: Callable[[], T]) -> T:
        """What `read` gave for the key, read once until the family changes."""
        results = self._results.setdefault(family, {})
        if key in results:
            found: T = results[key]
            return found
        found = read()
        if len(results) >= _MOST:
            results.clear()
        results[key] = found
        return found

    def forget(self, families: Iterable[Family]) -> None:
        """Those families change."""
        for family in families:
            if family in self._results:
                self._results[family].clear()

    def forget_all(self) -> None:
        """Anything may have changed, or what was read may never have been committed."""
        self._results.clear()
