"""A change of many prices by percent: the new price of each item, and what the change comes to. All
amounts are fils. A percentage is in hundredths of a percent, so that 2.5 % is 250.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from service.domain.errors import Refused
from service.domain.money import MAX_FILS
from service.domain.sentences import Sentence, message

STEPS = (1, 5, 10, 50, 100)
"""What a new price can be rounded to, in fils."""
LOWEST_PERCENT, HIGHEST_PERCENT = -99_99, 1_000_00

_WHOLE = 100_00
_LARGEST = 10
_MAX_REFUSED = 100
_ZERO = message("would become 0")
_TOO_HIGH = message("would be higher than a price can be")


@dataclass(frozen=True, slots=True)
class PriceChange:
    """`percent` in hundredths, below 0 to lower; `step` of STEPS; `fields` are the prices."""

    percent: int
    step: int = 1
    fields: tuple[str, ...] = ("price_fils",)


@dataclass(frozen=True, slots=True)
class PriceMove:
    item_id: int
    sku: str
    name: str
    name_ar: str | None
    field: str
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class RefusedPrice:
    sku: str
    field: str
    old: int
    reason: Sentence


@dataclass(frozen=True, slots=True)
class PricePlan:
    """What a change comes to. `digest` is equal for two plans that set the same prices."""

    change: PriceChange
    item_ids: tuple[int, ...]
    changed: int
    unchanged: int
    without_price: int
    lowest: tuple[int, int] | None
    """The lowest price before and the lowest after, of those that change; None without one."""
    highest: tuple[int, int] | None
    largest: tuple[PriceMove, ...]
    refused: tuple[RefusedPrice, ...]
    refused_count: int
    digest: str


def check_change(change: PriceChange) -> None:
    """Raises Refused for a percentage or a step that has no meaning."""
    if not LOWEST_PERCENT <= change.percent <= HIGHEST_PERCENT or change.percent == 0:
        raise Refused.saying("bad_percent", "Write a percentage from -99.99 to 1000, and not 0.")
    if change.step not in STEPS:
        raise Refused.saying("bad_step", "Prices are rounded to 1, 5, 10, 50 or 100 fils.")


def compute_new_price(fils: int, change: PriceChange) -> int:
    """The price after the change, rounded half up to the step."""
    exact, unit = fils * (_WHOLE + change.percent), _WHOLE * change.step
    return (2 * exact + unit) // (2 * unit) * change.step


def find_price_fault(old: int, new: int) -> Sentence | None:
    """Why a new price is not set, or None."""
    if new == 0 and old > 0:
        return _ZERO
    return _TOO_HIGH if new > MAX_FILS else None


PricedItem = tuple[int, str, str, str | None, dict[str, int | None]]
"""Id, SKU, name, Arabic name, and the prices by field."""


def plan_moves(items: Iterable[PricedItem], change: PriceChange) -> Iterator[PriceMove | RefusedPrice | None]:
    """Each price that is asked for: a move, also to the same price, a refusal, or None."""
    for item_id, sku, name, name_ar, prices in items:
        for field in change.fields:
            old = prices[field]
            if old is None:
                yield None
                continue
            new = compute_new_price(old, change)
            fault = find_price_fault(old, new)
            if fault is None:
                yield PriceMove(item_id, sku, name, name_ar, field, old, new)
            else:
                yield RefusedPrice(sku, field, old, fault)


def make_plan(items: Iterable[PricedItem], item_ids: tuple[int, ...], change: PriceChange) -> PricePlan:
    """Sums up what a change does. Raises Refused as `check_change` does."""
    check_change(change)
    moves: list[PriceMove] = []
    refused: list[RefusedPrice] = []
    without = unchanged = 0
    digest = blake2b(digest_size=16)
    for planned in plan_moves(items, change):
        if planned is None:
            without += 1
        elif isinstance(planned, RefusedPrice):
            refused.append(planned)
        elif planned.old == planned.new:
            unchanged += 1
        else:
            moves.append(planned)
            digest.update(f"{planned.item_id} {planned.field} {planned.old} {planned.new}\n".encode())
    return PricePlan(
        change=change,
        item_ids=item_ids,
        changed=len(moves),
        unchanged=unchanged,
        without_price=without,
        lowest=(min(move.old for move in moves), min(move.new for move in moves)) if moves else None,
        highest=(max(move.old for move in moves), max(move.new for move in moves)) if moves else None,
        largest=tuple(heapq.nlargest(_LARGEST, moves, key=lambda move: (abs(move.new - move.old), -move.item_id))),
        refused=tuple(refused[:_MAX_REFUSED]),
        refused_count=len(refused),
        digest=digest.hexdigest(),
    )
