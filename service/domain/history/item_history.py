"""What the history says of items: each write, and what it changed of each item."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.history.write_causes import WriteCause
from service.domain.times import Millis

QUANTITY = "quantity"
"""The field of a change of stock."""

PICTURE = "picture"
"""The field of a change of the picture; its values are sizes in bytes."""

Value = str | int | None


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value: a field of the item, its low limit or picture, or with a branch the quantity.

    Quantities and the low limit are thousandths.
    """

    field: str
    old: Value
    new: Value
    branch: str | None = None


@dataclass(frozen=True, slots=True)
class ItemWrite:
    """One write. `changed` and `created` count items. `undone_by` is the write that undid it.

    `order` is the reference of the order that caused it, as it is stored now, or of the one that
    was set aside. `is_logged` is whether the call that caused it is in the call log.
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
    is_logged: bool = False


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """What one write did to one item. `number` is that of the change, or for a low limit or a
    picture alone that of the item's change before it (0 for none).

    A write that removed the item has every value that it had, with None as the new one.
    """

    write: ItemWrite
    number: int
    sku: str
    created: bool
    changes: tuple[ValueChange, ...]
    removed: bool = False
