"""Carries out what the rules decided about an order: row, history, units, event, in one transaction."""

from __future__ import annotations

from service.domain.events import EventKind
from service.domain.orders import CANCEL, EXPIRE, Action, Decision, Order
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.wire import order_out
from service.store import events, orders
from service.store.transaction import Tx
from service.usecases.settle_units import settle_units

BY_TIME = "time"
BY_OWNER = "owner"

_GIVES_REASON = (Action.REJECT, CANCEL, EXPIRE)


def change_order(tx: Tx, shop: Shop, before: Order, decision: Decision, *, by: str, now: Millis) -> None:
    """Writes a decision. Emits `order.status` where the status changed (CONTRACT.md section 6)."""
    if not decision.changed:
        return
    order = decision.order
    orders.update_order(tx, order)
    settle_units(tx, shop, order, decision.units, by=by, now=now)
    reason = order.reason if decision.action in _GIVES_REASON else None
    refunded = order.refunded and not before.refunded
    orders.add_history(tx, order, action=decision.action, was=before.status, reason=reason, actor=by, refunded=refunded)
    if order.status is not before.status:
        data = {
            "order": order_out(order),
            "action": str(decision.action),
            "from": before.status.value,
            "to": order.status.value,
            "reason": reason,
        }
        events.record_event(tx, shop, EventKind.ORDER_STATUS, order.reference, data, now)
