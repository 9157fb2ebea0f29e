"""The lines of a table of changes: one for each value, and one for a part that came or went."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.domain.history import HistoryEntry, ValueChange


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One value of a change; creation and removal of the part have one without. `place` counts the
    values.
    """

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
