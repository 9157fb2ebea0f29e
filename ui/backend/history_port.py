"""The history of items: pages of writes and entries, and the lines of their tables."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.history import (
    Cursor,
    HistoryEntry,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    UploadRows,
    UploadUndo,
    ValueChange,
)
from service.domain.times import Millis
from ui.backend.access import Access, needs


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One value of a change; none for creation and removal of the part. `place` counts values."""

    entry: HistoryEntry
    place: int
    change: ValueChange | None

    @property
    def key(self) -> tuple[int, str, int]:
        """What tells it from other lines."""
        return self.entry.write.id, self.entry.sku, self.place


def make_history_rows(entries: Iterable[HistoryEntry]) -> list[HistoryRow]:
    """The lines of some entries, in their order."""
    rows: list[HistoryRow] = []
    for entry in entries:
        changes: list[ValueChange | None] = [*entry.changes]
        if entry.created or entry.removed:
            changes.append(None)
        rows += [HistoryRow(entry, place, change) for place, change in enumerate(changes)]
    return rows


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Newest first; `more` says whether there are older changes."""

    rows: tuple[HistoryEntry, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class WritePage:
    """Writes, newest first; `since` is the time of the oldest one that is stored, of any kind.

    `resume` is where the next page begins, None at the end; `start` the first line that was read,
    None if there was none. With a filter on one part a page may have fewer rows than asked, or
    none, and still others after it.
    """

    rows: tuple[HistoryLine, ...]
    resume: Cursor | None
    start: Cursor | None
    since: Millis | None = None


@dataclass(frozen=True, slots=True)
class EntryPage:
    """What a write did to some of its parts; `next_offset` is where the next ones begin."""

    rows: tuple[HistoryEntry, ...]
    next_offset: int | None = None


class Histories(Protocol):
    """The requests about what changed parts."""

    @needs(Access.READ)
    def find(self, shop: int, text: str) -> Future[HistorySubject]:
        """The part, order or call that a typed text names."""
        ...

    @needs(Access.READ)
    def writes(self, shop: int, query: HistoryQuery, before: Cursor | None, limit: int) -> Future[WritePage]:
        """The writes of a shop, or of one part, order, call or run."""
        ...

    @needs(Access.READ)
    def entries(self, shop: int, write: int, offset: int, limit: int) -> Future[EntryPage]:
        """What a write changed, part by part."""
        ...

    @needs(Access.READ)
    def part(self, shop: int, sku: str, before: Cursor | None, limit: int) -> Future[HistoryPage]:
        """What changed a part."""
        ...

    @needs(Access.READ)
    def rows(self, shop: int, call: int) -> Future[UploadRows]:
        """The rows of an upload: saved or rejected, with old and new values."""
        ...

    @needs(Access.READ)
    def plan_undo(self, shop: int, call: int) -> Future[UploadUndo]:
        """What the undo of an upload would do now."""
        ...

    @needs(Access.PROTECTED)
    def undo(self, shop: int, call: int) -> Future[UploadUndo]:
        """Undoes an upload; answers what it did."""
        ...
