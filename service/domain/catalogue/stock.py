"""Stock at a branch, its movements, and short lines, in thousandths (contract §3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from service.domain.errors import Refused
from service.domain.quantity import MAX_MILLI, MILLI, format_quantity
from service.domain.sentences import Sentence
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class ShortLine:
    """A line of an open order that holds fewer units than ordered; `short` thousandths less."""

    order_id: int
    position: int
    item_id: int
    branch_id: int
    short: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Units, in thousandths, that a line now holds in addition."""

    line: ShortLine
    milli: int


def held_at_first(ordered: int, free: int) -> int:
    """How much of its line an order holds as it arrives; it is never refused."""
    return min(ordered, max(free, 0))


def share_out(free: int, lines: Sequence[ShortLine]) -> list[Hold]:
    """Gives free units to short lines of one item and branch, in their order."""
    holds: list[Hold] = []
    for line in lines:
        taken = min(free, line.short)
        if taken > 0:
            holds.append(Hold(line, taken))
            free -= taken
    return holds


class Cause(StrEnum):
    """Why a quantity changed."""

    SALE = "sale"
    JOB = "job"
    RETURN = "return"
    COUNT = "count"
    UPLOAD = "upload"
    PULL = "pull"


DEFAULT_LOW_LIMIT = 2 * MILLI
"""So many free units or fewer count as low where an item has no limit of its own."""

MOVEMENTS = (Cause.SALE, Cause.JOB, Cause.RETURN, Cause.COUNT)
"""The causes inside the service: the only ones that `stock.changed` is sent for (contract §6.2)."""


@dataclass(frozen=True, slots=True)
class NewMovement:
    """`quantity` in thousandths, for a count the new level; at the main branch for None."""

    sku: str
    branch: str | None
    cause: Cause
    quantity: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """What a branch holds of one item: on hand, and how much of that open orders hold."""

    quantity: int
    reserved: int

    @property
    def free(self) -> int:
        return self.quantity - self.reserved


@dataclass(frozen=True, slots=True)
class BranchStock(Level):
    """A level with its branch's name."""

    branch: str


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One change of a quantity: `change` is signed, `quantity` is what is on hand after it."""

    id: int
    at: Millis
    sku: str
    branch: str
    cause: Cause
    change: int
    quantity: int
    by: str
    note: Sentence | None = None


def apply_movement(level: Level, cause: Cause, amount: int, sku: str, branch: str) -> Level:
    """`amount` is what leaves, comes back or, for a count, is on hand. Raises Refused."""
    quantity = _quantity_after(level, cause, amount)
    if quantity < 0:
        raise Refused.saying(
            "not_enough_stock",
            "{sku} has {quantity} at {branch}; {amount} cannot leave.",
            sku=sku,
            quantity=format_quantity(level.quantity),
            branch=branch,
            amount=format_quantity(amount),
        )
    if quantity < level.reserved:
        raise Refused.saying(
            "stock_held",
            "Open orders hold {reserved} of {sku} at {branch}; {quantity} would be left. "
            "Cancel or finish those orders first.",
            reserved=format_quantity(level.reserved),
            sku=sku,
            branch=branch,
            quantity=format_quantity(quantity),
        )
    if quantity > MAX_MILLI:
        raise Refused.saying(
            "too_much_stock",
            "{sku} cannot hold more than 1000000000 at {branch}; check the quantity.",
            sku=sku,
            branch=branch,
        )
    return Level(quantity, level.reserved)


def _quantity_after(level: Level, cause: Cause, amount: int) -> int:
    if cause in (Cause.SALE, Cause.JOB):
        return level.quantity - amount
    if cause is Cause.RETURN:
        return level.quantity + amount
    return amount
