"""The history of parts, and the undo of uploads."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.history.item_history import HistoryEntry
from service.domain.history.upload_rows import UploadRows
from service.domain.history.upload_undo import UploadUndo


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Newest first; `more` says whether there are older changes."""

    rows: tuple[HistoryEntry, ...]
    more: bool


class Histories(Protocol):
    """The requests about what changed parts."""

    def part(self, shop: int, sku: str, before: tuple[int, int] | None, limit: int) -> Future[HistoryPage]:
        """What changed a part; with `before` (id of the write and number of an entry) only what is
        older.
        """
        ...

    def rows(self, shop: int, call: int) -> Future[UploadRows]:
        """The rows of an upload: saved or rejected, with old and new values."""
        ...

    def plan_undo(self, shop: int, call: int) -> Future[UploadUndo]:
        """What the undo of an upload would do now."""
        ...

    def undo(self, shop: int, call: int) -> Future[UploadUndo]:
        """Undoes an upload; answers what it did."""
        ...
