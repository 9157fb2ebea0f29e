"""What the history says of items: each write, and what it changed of each item."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.history.write_causes import WriteCause
from service.domain.times import Millis

QUANTITY = "quantity"
"""The field of a change of stock."""

Value = str | int | None


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value: a field of the item, or with a branch the quantity there in thousandths."""

    field: str
    old: Value
    new: Value
    branch: str | None = None


@dataclass(frozen=True, slots=True)
class ItemWrite:
    """One write. `changed` and `created` count items. `undone_by` is the write that undid it.

    `order` is the reference of the order that caused it, as it is stored now.
    """

    id: int
    shop_id: int
    at: Millis
    cause: WriteCause
    by: str
    changed: int = 0
    created: int = 0
    undone_by: int | None = None
    order: str | None = None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """What one write did to one item. `number` counts changes; older ones have lower numbers.

    `write.id` is 0 where only the ledger knows of the change: it is from before the history, or
    the history of that time is deleted.
    """

    write: ItemWrite
    number: int
    sku: str
    created: bool
    changes: tuple[ValueChange, ...]
