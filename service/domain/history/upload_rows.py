"""The result of each row of an upload, joined from what was sent, rejected and stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from service.domain.call_log.body_layout import RejectedRow
from service.domain.catalogue.sku import fold, tidy
from service.domain.history.item_history import HistoryEntry, ValueChange


class RowOutcome(StrEnum):
    """The result of a row."""

    CREATED = "created"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    """Saved, and every value was stored already."""
    REPLACED = "replaced"
    """Saved, and a later row of the same call has the same part."""
    REJECTED = "rejected"
    SAVED = "saved"
    """Saved, but the history of that time is deleted."""


@dataclass(frozen=True, slots=True)
class UploadRow:
    """One row: its index from 0, the SKU ("" where none was readable), the old and new values.

    `error` is why it was rejected, as the answer says it.
    """

    index: int
    sku: str
    outcome: RowOutcome
    changes: tuple[ValueChange, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class UploadRows:
    """The rows of one upload in their order, and whether it was undone since."""

    rows: tuple[UploadRow, ...]
    undone: bool = False


def join_rows(
    skus: Sequence[str], rejected: Sequence[RejectedRow], entries: Sequence[HistoryEntry], *, has_history: bool
) -> tuple[UploadRow, ...]:
    """One result for each sent row. The history has one entry for each part, so of several saved
    rows of a part the last one has the changes. Without history no row says what it changed.

    Example: rows A, B, A with B rejected give A replaced, B rejected, A changed.
    """
    errors = {row.index: row.error for row in rejected}
    folded = [fold(tidy(sku)) for sku in skus]
    last = {part: index for index, part in enumerate(folded) if index not in errors}
    found = {fold(entry.sku): entry for entry in entries}

    def join(index: int, sku: str) -> UploadRow:
        if index in errors:
            return UploadRow(index, sku, RowOutcome.REJECTED, error=errors[index])
        if last[folded[index]] != index:
            return UploadRow(index, sku, RowOutcome.REPLACED)
        entry = found.get(folded[index])
        if entry is not None:
            outcome = RowOutcome.CREATED if entry.created else RowOutcome.CHANGED
            return UploadRow(index, sku, outcome, entry.changes)
        return UploadRow(index, sku, RowOutcome.UNCHANGED if has_history else RowOutcome.SAVED)

    return tuple(join(index, sku) for index, sku in enumerate(skus))
