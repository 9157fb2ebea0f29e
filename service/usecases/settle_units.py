"""What an order's change of status does to the units it holds (CONTRACT.md section 4)."""

from __future__ import annotations

from service.domain.events import EventKind
from service.domain.orders import Order, Units
from service.domain.quantity import quantity_number
from service.domain.shops import Branch, Shop
from service.domain.stock import Cause, Level
from service.domain.times import Millis
from service.store import events, items, orders, shops, stock
from service.store.transaction import Tx


def settle_units(tx: Tx, shop: Shop, order: Order, units: Units, *, by: str, now: Millis) -> None:
    """Releases the hold, takes the units away as a sale, or brings them back as a return."""
    if units is Units.STAY:
        return
    branch = shops.get_branch(tx, order.branch_id)
    for item_id, sku, quantity in orders.held_items(tx, order.id):
        level = stock.get_level(tx, item_id, branch.id) or Level(0, 0)
        if units is Units.RELEASED:
            stock.set_level(tx, item_id, branch.id, Level(level.quantity, level.reserved - quantity))
            items.touch_item(tx, item_id, now)
        elif units is Units.LEAVE:
            after = Level(level.quantity - quantity, level.reserved - quantity)
            record_move(tx, shop, (item_id, sku), branch, level, after, Cause.SALE, by=by, now=now, note=order.reference)
        else:
            after = Level(level.quantity + quantity, level.reserved)
            record_move(tx, shop, (item_id, sku), branch, level, after, Cause.RETURN, by=by, now=now, note=order.reference)


def record_move(
    tx: Tx,
    shop: Shop,
    item: tuple[int, str],
    branch: Branch,
    before: Level,
    after: Level,
    cause: Cause,
    *,
    by: str,
    now: Millis,
    note: str | None = None,
) -> None:
    """Writes a movement inside the service: level, ledger and `stock.changed` (SPEC.md section 6.2)."""
    item_id, sku = item
    change = after.quantity - before.quantity
    stock.set_level(tx, item_id, branch.id, after)
    stock.write_ledger(tx, [(item_id, branch.id, now, cause, change, after.quantity, by, note)])
    items.touch_item(tx, item_id, now)
    data = {
        "sku": sku,
        "branch": branch.name,
        "quantity": quantity_number(after.quantity),
        "reserved": quantity_number(after.reserved),
        "change": quantity_number(change),
        "cause": cause.value,
    }
    events.record_event(tx, shop, EventKind.STOCK_CHANGED, sku, data, now)
