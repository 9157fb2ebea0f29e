"""Caches results of the writer's reads until a commit or another process changes their rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from service.domain.changes import ChangeKind

T = TypeVar("T")
_MAX_RESULTS = 64
"""Results per family. One list of orders can take 100 KB."""


class ReadCache:
    """Used by the writer's thread alone, which makes every change and so knows when
    to invalidate.
    """

    def __init__(self) -> None:
        self._results: dict[ChangeKind, dict[Hashable, Any]] = {}

    def get_or_read(self, family: ChangeKind, key: Hashable, read: Callable[[], T]) -> T:
        """The result of `read` for the key, read once until the family changes."""
        results = self._results.setdefault(family, {})
        if key in results:
            result: T = results[key]
            return result
        result = read()
        if len(results) >= _MAX_RESULTS:
            results.clear()
        results[key] = result
        return result

    def invalidate(self, families: Iterable[ChangeKind]) -> None:
        """Drops the results of those families."""
        for family in families:
            if family in self._results:
                self._results[family].clear()

    def clear(self) -> None:
        """Drops every result: anything may have changed, or a cached row may never have been
        committed.
        """
        self._results.clear()
