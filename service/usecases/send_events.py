"""Deliveries are sent again, and a test event is sent."""

from __future__ import annotations

from typing import Any

from service.domain.errors import NotFound, Refused
from service.domain.marketplace.orders import ACCEPT_WINDOW
from service.domain.shops import Branch, Shop
from service.domain.times import Millis, format_rfc3339, get_year
from service.domain.webhooks.events import Delivery, EventKind, Target
from service.domain.wire import Delivery as OrderDelivery
from service.domain.wire import Line, Order, Payout, Rfq, RfqItem, StatusWord, Vehicle
from service.store import shops
from service.store.engine.transaction import Tx
from service.store.webhooks import deliveries, events, targets

RESEND_BATCH = 500
SKU = "TEST-SKU"
_NAME = "Test part"
_PRICE = 12_500
_CAR = Vehicle("Toyota", "Land Cruiser", 2019)


def send_again(tx: Tx, shop: Shop, delivery_id: str, *, now: Millis) -> Delivery:
    """Sends one delivery again, also one that waits. Raises NotFound and Refused."""
    delivery = deliveries.get_delivery(tx, shop.id, delivery_id)
    try:
        _check_is_on(targets.get_target(tx, shop.id, delivery.target_id))
    except NotFound as error:
        raise Refused.saying(
            "target_removed", "The target of this delivery was removed; nothing is sent to it."
        ) from error
    deliveries.requeue_delivery(tx, delivery, now)
    return deliveries.get_delivery(tx, shop.id, delivery_id)


def send_failed_again(
    tx: Tx, shop: Shop, target_id: int, since: Millis, *, now: Millis, limit: int = RESEND_BATCH
) -> int:
    """Sends some failed deliveries again; returns how many. Raises NotFound and Refused."""
    _check_is_on(targets.get_target(tx, shop.id, target_id))
    return deliveries.requeue_failed(tx, target_id, since, now, limit=limit)


def send_waiting_now(tx: Tx, shop: Shop, target_id: int, *, now: Millis) -> int:
    """Tries everything that waits now; returns how many. Raises NotFound and Refused."""
    _check_is_on(targets.get_target(tx, shop.id, target_id))
    return deliveries.make_waiting_due(tx, target_id, now)


def _check_is_on(target: Target) -> None:
    if not target.on:
        raise Refused.saying(
            "target_off", "Target {id} is off; switch it on, and choose then what is sent.", id=target.id
        )


def send_test_event(tx: Tx, shop: Shop, target_id: int, kind: EventKind, *, now: Millis) -> Delivery:
    """Queues an event with `"test": true` for a target, whichever events it has chosen; no order or
    stock changes. Raises NotFound, and Refused if the target or the shop's `webhooks` mode is off.
    """
    target = targets.get_target(tx, shop.id, target_id)
    if not shops.get_shop(tx, shop.id).webhooks:
        raise Refused.saying(
            "mode_off", "Webhooks are off for {shop}, so nothing is posted; switch them on first.", shop=shop.name
        )
    if not target.on:
        raise Refused.saying(
            "target_off",
            "Target {target_id} is off, so nothing is posted to it; switch it on first.",
            target_id=target_id,
        )
    subject, data = _make_sample(kind, shops.get_main_branch(tx, shop.id), now)
    seq, _ = events.insert_event(tx, shop, kind, subject, data, now, test=True, in_feed=False)
    return deliveries.get_delivery(tx, shop.id, events.add_delivery(tx, target.id, seq, now))


def record_test_event(tx: Tx, shop: Shop, kind: EventKind, *, now: Millis) -> str:
    """Adds a test event to the feed, and for every target that chose its kind; gives its id."""
    subject, data = _make_sample(kind, shops.get_main_branch(tx, shop.id), now)
    return events.record_event(tx, shop, kind, subject, data, now, test=True)


def _make_sample(kind: EventKind, branch: Branch, now: Millis) -> tuple[str, dict[str, Any]]:
    """What the event is about, and its data. Real orders never have the number 0."""
    order = f"ORD-{get_year(now)}-000000"
    match kind:
        case EventKind.ORDER_PLACED:
            return order, {"order": _make_order(order, "placed", branch, now)}
        case EventKind.ORDER_STATUS:
            change = {"action": "accept", "from": "placed", "to": "confirmed", "reason": None}
            return order, {"order": _make_order(order, "confirmed", branch, now), **change}
        case EventKind.RFQ_NEW:
            reference = f"RFQ-{get_year(now)}-000000"
            items = [RfqItem(SKU, _NAME, 2)]
            return reference, {"rfq": Rfq(reference, format_rfc3339(now), "Test request", _CAR, items)}
        case EventKind.STOCK_CHANGED:
            level = {"quantity": 9, "reserved": 0, "change": -1, "cause": "sale"}
            return SKU, {"sku": SKU, "branch": branch.name, **level}


def _make_order(reference: str, status: StatusWord, branch: Branch, now: Millis) -> Order:
    return Order(
        reference=reference,
        status=status,
        placed_at=format_rfc3339(now),
        accept_by=format_rfc3339(now + ACCEPT_WINDOW) if status == "placed" else None,
        updated_at=format_rfc3339(now),
        fitment_confirmed=False,
        vehicle=_CAR,
        branch=branch.name,
        lines=[Line(SKU, _NAME, 1, _PRICE, _PRICE, 1)],
        items_fils=_PRICE,
        delivery=OrderDelivery("courier", 0),
        payout=Payout(0, _PRICE),
        refunded=False,
        reason=None,
        marketplace_reference=None,
    )
