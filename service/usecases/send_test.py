"""A test event of any kind, to one target alone (CONTRACT.md section 6)."""

from __future__ import annotations

from typing import Any

from service.domain.errors import Refused
from service.domain.events import Delivery, EventKind
from service.domain.sentences import say
from service.domain.shops import Branch, Shop
from service.domain.times import MINUTE, Millis, rfc3339, year_of
from service.domain.wire import Delivery as OrderDelivery
from service.domain.wire import Line, Order, Payout, Rfq, RfqItem, StatusWord, Vehicle
from service.store import deliveries, events, shops, targets
from service.store.transaction import Tx

SKU = "TEST-SKU"
_NAME = "Test part"
_PRICE = 12_500
_CAR = Vehicle("Toyota", "Land Cruiser", 2019)


def send_test(tx: Tx, shop: Shop, target_id: int, kind: EventKind, *, now: Millis) -> Delivery:
    """Places an event with `"test": true` for a target, whichever events it has chosen; no order or stock changes.

    Raises NotFound, and Refused where nothing would be posted: the target or the shop's `webhooks` mode is off.
    """
    target = targets.get_target(tx, shop.id, target_id)
    if not shops.get_shop(tx, shop.id).webhooks:
        raise Refused(
            "mode_off", say("Webhooks are off for {shop}, so nothing is posted; switch them on first.", shop=shop.name)
        )
    if not target.on:
        raise Refused(
            "target_off",
            say("Target {target_id} is off, so nothing is posted to it; switch it on first.", target_id=target_id),
        )
    subject, data = _sample(kind, shops.main_branch(tx, shop.id), now)
    seq, _ = events.freeze_event(tx, shop, kind, subject, data, now, test=True)
    return deliveries.get_delivery(tx, shop.id, events.add_delivery(tx, target.id, seq, now))


def _sample(kind: EventKind, branch: Branch, now: Millis) -> tuple[str, dict[str, Any]]:
    """What the event is about, and its data; references with the number 0 are never those of real orders."""
    order = f"ORD-{year_of(now)}-000000"
    match kind:
        case EventKind.ORDER_PLACED:
            return order, {"order": _order(order, "placed", now)}
        case EventKind.ORDER_STATUS:
            change = {"action": "accept", "from": "placed", "to": "confirmed", "reason": None}
            return order, {"order": _order(order, "confirmed", now), **change}
        case EventKind.RFQ_NEW:
            reference = f"RFQ-{year_of(now)}-000000"
            items = [RfqItem(SKU, _NAME, 2)]
            return reference, {"rfq": Rfq(reference, rfc3339(now), "Test request", _CAR, items)}
        case EventKind.STOCK_CHANGED:
            level = {"quantity": 9, "reserved": 0, "change": -1, "cause": "sale"}
            return SKU, {"sku": SKU, "branch": branch.name, **level}


def _order(reference: str, status: StatusWord, now: Millis) -> Order:
    return Order(
        reference=reference,
        status=status,
        placed_at=rfc3339(now),
        accept_by=rfc3339(now + 30 * MINUTE) if status == "placed" else None,
        updated_at=rfc3339(now),
        fitment_confirmed=False,
        vehicle=_CAR,
        lines=[Line(SKU, _NAME, 1, _PRICE, _PRICE, 1)],
        items_fils=_PRICE,
        delivery=OrderDelivery("courier", 0),
        payout=Payout(0, _PRICE),
        refunded=False,
        reason=None,
        marketplace_reference=None,
    )
