"""Writes what the rules decided about an order: row, history, units and event."""

from __future__ import annotations

from service.domain.marketplace.orders import CANCEL, EXPIRE, Action, Decision, Order
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind
from service.domain.wire import order_out
from service.store import orders
from service.store.engine.transaction import Tx
from service.store.webhooks import events
from service.usecases.move_stock import update_held_units

_ACTIONS_WITH_REASON = (Action.REJECT, CANCEL, EXPIRE)


def change_order(tx: Tx, shop: Shop, before: Order, decision: Decision, *, by: str, now: Millis) -> None:
    """Writes a decision. Emits `order.status` where the status changed (contract §6)."""
    if not decision.changed:
        return
    order = decision.order
    orders.update_order(tx, order)
    update_held_units(tx, shop, order, decision.units, by=by, now=now)
    reason = order.reason if decision.action in _ACTIONS_WITH_REASON else None
    refunded = order.refunded and not before.refunded
    orders.add_history(
        tx, order, action=decision.action, from_status=before.status, reason=reason, actor=by, refunded=refunded
    )
    if order.status is not before.status:
        data = {
            "order": order_out(order),
            "action": str(decision.action),
            "from": before.status.value,
            "to": order.status.value,
            "reason": reason,
        }
        events.record_event(tx, shop, EventKind.ORDER_STATUS, order.reference, data, now)
