"""What an order's change of status does to the units it holds (contract §4)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.catalogue.stock import Cause, Level, apply_movement
from service.domain.history.write_causes import CauseKind, WriteCause
from service.domain.marketplace.orders import Order, UnitsEffect
from service.domain.quantity import convert_milli
from service.domain.shops import Branch, Shop
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind
from service.store import orders, shops, stock_levels
from service.store.engine.transaction import Tx
from service.store.history.item_writes import record_write
from service.store.revisions import mark_item_changed, mark_item_moved
from service.store.webhooks import events
from service.usecases.hold_short import hold_arrived


@dataclass(frozen=True, slots=True)
class StockMovement:
    """One movement of an item at a branch: its level before and after, the cause, and the order it
    belongs to.
    """

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
    stock_levels.write_ledger(tx, moved_units, at=now, cause=movement.cause, by=by, note=movement.note)
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
