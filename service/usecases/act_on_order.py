"""An order action, a cancellation, and what time does (CONTRACT.md section 4)."""

from __future__ import annotations

from service.domain.orders import Action, Decision, apply_action, cancel, expire
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import orders, shops
from service.store.transaction import Tx
from service.usecases.change_order import BY_TIME, change_order


def act_on_order(
    tx: Tx, shop: Shop, reference: str, action: Action, *, reason: str | None, by: str, now: Millis
) -> Decision:
    """Carries out an action. The decision carries the refusal, if any: it is not raised, as a late `accept`
    is refused and cancels the order all the same. Raises NotFound, and Refused `read_only`.
    """
    order = orders.get_order(tx, shop.id, reference)
    check_writable(shop)
    decision = apply_action(order, action, reason, now)
    change_order(tx, shop, order, decision, by=BY_TIME if decision.refusal else by, now=now)
    return decision


def cancel_order(tx: Tx, shop: Shop, reference: str, *, reason: str, restock: bool, by: str, now: Millis) -> Decision:
    """Cancels for the marketplace side or the owner. Raises NotFound and Refused."""
    order = orders.get_order(tx, shop.id, reference)
    if restock and order.units_left:
        check_writable(shop)
    decision = cancel(order, reason, now, restock=restock)
    if decision.refusal:
        raise decision.refusal
    change_order(tx, shop, order, decision, by=by, now=now)
    return decision


def expire_orders(tx: Tx, now: Millis) -> int:
    """Cancels up to 100 orders whose time to accept is over, of every shop, read-only ones too; gives how many."""
    overdue = orders.overdue_orders(tx, now)
    for order in overdue:
        shop = shops.get_shop(tx, order.shop_id)
        change_order(tx, shop, order, expire(order, now), by=BY_TIME, now=now)
    return len(overdue)
