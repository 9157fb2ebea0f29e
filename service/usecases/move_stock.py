"""Units move: by hand, into orders and out of them, and to short lines when they arrive."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import groupby

from service.domain.catalogue.stock import MOVEMENTS, Cause, Level, NewMovement, ShortLine, apply_movement, share_out
from service.domain.errors import Refused
from service.domain.history import WRITTEN_BY_HAND, CauseKind, WriteCause
from service.domain.marketplace.orders import Order, UnitsEffect
from service.domain.quantity import convert_milli
from service.domain.shops import Branch, Shop, check_writable
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind
from service.store import items, orders, shops, stock_levels
from service.store.engine.transaction import Tx
from service.store.history.item_writes import record_write
from service.store.revisions import mark_item_changed, mark_item_moved
from service.store.webhooks import events


def hold_arrived(tx: Tx, shop_id: int, item_ids: Collection[int], now: Millis) -> None:
    """Holds the free units of these items for open orders that are short, oldest first."""
    waiting = stock_levels.find_short(tx, item_ids)
    for (item_id, branch_id), lines in groupby(waiting, lambda line: (line.item_id, line.branch_id)):
        _hold(tx, shop_id, item_id, branch_id, list(lines), now)


def _hold(tx: Tx, shop_id: int, item_id: int, branch_id: int, lines: list[ShortLine], now: Millis) -> None:
    level = stock_levels.get_level(tx, item_id, branch_id)
    if level is None or not level.free:
        return
    holds = share_out(level.free, lines)
    stock_levels.add_holds(tx, holds)
    reserved = level.reserved + sum(hold.milli for hold in holds)
    stock_levels.set_level(tx, item_id, branch_id, Level(level.quantity, reserved))
    mark_item_changed(tx, shop_id, item_id, now)


@dataclass(frozen=True, slots=True)
class StockMovement:
    """One movement of an item at a branch; `note` is the order that it belongs to."""

    item_id: int
    sku: str
    branch: Branch
    before: Level
    after: Level
    cause: Cause
    note: str | None = None


def update_held_units(tx: Tx, shop: Shop, order: Order, units: UnitsEffect, *, by: str, now: Millis) -> None:
    """Releases the hold, subtracts the units as a sale, or adds them again as a return.

    Raises Refused if more comes back than a branch can hold.
    """
    if units is UnitsEffect.NONE:
        return
    with record_write(tx, shop.id, WriteCause(CauseKind.ORDER, order.id), by=by, now=now):
        _update_held_units(tx, shop, order, units, by=by, now=now)


def _update_held_units(tx: Tx, shop: Shop, order: Order, units: UnitsEffect, *, by: str, now: Millis) -> None:
    branch = shops.get_branch(tx, order.branch_id)
    for item_id, sku, quantity in orders.list_ordered_units(tx, order.id):
        if not quantity:
            continue
        level = stock_levels.get_level(tx, item_id, branch.id) or Level(0, 0)
        if units is UnitsEffect.RELEASE:
            stock_levels.set_level(tx, item_id, branch.id, Level(level.quantity, level.reserved - quantity))
            mark_item_changed(tx, shop.id, item_id, now)
            hold_arrived(tx, shop.id, [item_id], now)
            continue
        if units is UnitsEffect.SHIP:
            after, cause = Level(level.quantity - quantity, level.reserved - quantity), Cause.SALE
        else:
            after, cause = apply_movement(level, Cause.RETURN, quantity, sku, branch.name), Cause.RETURN
        record_movement(
            tx, shop, StockMovement(item_id, sku, branch, level, after, cause, order.reference), by=by, now=now
        )


def record_movement(tx: Tx, shop: Shop, movement: StockMovement, *, by: str, now: Millis) -> None:
    """Writes a movement inside the service: level, ledger and `stock.changed` (contract §6.2)."""
    after = movement.after
    change = after.quantity - movement.before.quantity
    stock_levels.set_level(tx, movement.item_id, movement.branch.id, after)
    moved_units = [(movement.item_id, movement.branch.id, change, after.quantity)]
    stock_levels.write_ledger(tx, shop.id, moved_units, at=now, cause=movement.cause, by=by, note=movement.note)
    mark_item_moved(tx, shop.id, movement.item_id, now)
    if after.free > movement.before.free:
        hold_arrived(tx, shop.id, [movement.item_id], now)
        after = stock_levels.get_level(tx, movement.item_id, movement.branch.id) or after
    data = {
        "sku": movement.sku,
        "branch": movement.branch.name,
        "quantity": convert_milli(after.quantity),
        "reserved": convert_milli(after.reserved),
        "change": convert_milli(change),
        "cause": movement.cause.value,
    }
    events.record_event(tx, shop, EventKind.STOCK_CHANGED, movement.sku, data, now)


def move_stock(tx: Tx, shop: Shop, movement: NewMovement, *, by: str, now: Millis) -> Level:
    """Moves units of an item; returns the level after it. Raises Refused and NotFound."""
    with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
        return move_in_write(tx, shop, movement, by=by, now=now)


def move_in_write(tx: Tx, shop: Shop, movement: NewMovement, *, by: str, now: Millis) -> Level:
    """The same as a part of a larger write, which the caller records."""
    cause, milli = movement.cause, movement.quantity
    check_writable(shop)
    if cause not in MOVEMENTS:
        raise Refused.saying("unknown_cause", "{cause} is no movement; use sale, job, return or count.", cause=cause)
    if milli < 0:
        raise Refused.saying(
            "negative_quantity", "A quantity says how many units move and is never below 0; the cause says where."
        )
    if milli == 0 and cause is not Cause.COUNT:
        raise Refused.saying("nothing_moved", "A quantity of 0 moves nothing; give how many units move.")
    item = items.get_item(tx, shop.id, movement.sku)
    at = shops.find_branch(tx, shop.id, movement.branch)
    before = stock_levels.get_level(tx, item.id, at.id)
    level = before or Level(0, 0)
    after = apply_movement(level, cause, milli, item.sku, at.name)
    if before is None or after != before:
        record_movement(
            tx, shop, StockMovement(item.id, item.sku, at, level, after, cause, movement.note), by=by, now=now
        )
    return after
