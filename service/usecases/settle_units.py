"""What an order's change of status does to the units it holds (CONTRACT.md section 4)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.events import EventKind
from service.domain.orders import Order, Units
from service.domain.quantity import quantity_number
from service.domain.shops import Branch, Shop
from service.domain.stock import Cause, Level, moved
from service.domain.times import Millis
from service.store import events, orders, shops, stock
from service.store.revisions import touch_item
from service.store.transaction import Tx
from service.usecases.hold_short import hold_arrived


@dataclass(frozen=True, slots=True)
class Move:
    """One movement of an item at a branch: its level before and after, why, and what it belongs to."""

    item_id: int
    sku: str
    branch: Branch
    before: Level
    after: Level
    cause: Cause
    note: str | None = None


def settle_units(tx: Tx, shop: Shop, order: Order, units: Units, *, by: str, now: Millis) -> None:
    """Releases the hold, takes the units away as a sale, or brings them back as a return.

    Raises Refused where what comes back is more than a branch can hold.
    """
    if units is Units.STAY:
        return
    branch = shops.get_branch(tx, order.branch_id)
    for item_id, sku, quantity in orders.held_items(tx, order.id):
        if not quantity:
            continue
        level = stock.get_level(tx, item_id, branch.id) or Level(0, 0)
        if units is Units.RELEASED:
            stock.set_level(tx, item_id, branch.id, Level(level.quantity, level.reserved - quantity))
            touch_item(tx, shop.id, item_id, now)
            hold_arrived(tx, shop.id, [item_id], now)
            continue
        if units is Units.LEAVE:
            after, cause = Level(level.quantity - quantity, level.reserved - quantity), Cause.SALE
        else:
            after, cause = moved(level, Cause.RETURN, quantity, sku, branch.name), Cause.RETURN
        record_move(tx, shop, Move(item_id, sku, branch, level, after, cause, order.reference), by=by, now=now)


def record_move(tx: Tx, shop: Shop, move: Move, *, by: str, now: Millis) -> None:
    """Writes a movement inside the service: level, ledger and `stock.changed` (SPEC.md section 6.2)."""
    after = move.after
    change = after.quantity - move.before.quantity
    stock.set_level(tx, move.item_id, move.branch.id, after)
    moved_units = [(move.item_id, move.branch.id, change, after.quantity)]
    stock.write_ledger(tx, moved_units, at=now, cause=move.cause, by=by, note=move.note)
    touch_item(tx, shop.id, move.item_id, now)
    if after.free > move.before.free:
        hold_arrived(tx, shop.id, [move.item_id], now)
        after = stock.get_level(tx, move.item_id, move.branch.id) or after
    data = {
        "sku": move.sku,
        "branch": move.branch.name,
        "quantity": quantity_number(after.quantity),
        "reserved": quantity_number(after.reserved),
        "change": quantity_number(change),
        "cause": move.cause.value,
    }
    events.record_event(tx, shop, EventKind.STOCK_CHANGED, move.sku, data, now)
