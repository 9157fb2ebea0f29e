"""A request for quotation arrives from the marketplace side (contract §4.4)."""

from __future__ import annotations

from dataclasses import replace

from service.domain.marketplace.order_requests import RfqRequest
from service.domain.marketplace.rfqs import Rfq, RfqItem
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind
from service.domain.wire import rfq_out
from service.store import rfqs
from service.store.engine.transaction import Tx
from service.store.webhooks import events
from service.usecases.take_number import next_reference


def receive_rfq(tx: Tx, shop: Shop, request: RfqRequest, *, now: Millis, reference: str | None = None) -> Rfq:
    """Stores the request, under the marketplace's reference where there is one, and emits
    `rfq.new`.
    """
    rfq = Rfq(
        id=0,
        shop_id=shop.id,
        reference=reference or next_reference(tx, shop.id, "RFQ", now),
        created_at=now,
        text=request.text,
        vehicle=request.vehicle,
        items=tuple(RfqItem(item.sku, item.description, item.quantity) for item in request.items),
    )
    stored = replace(rfq, id=rfqs.insert_rfq(tx, rfq))
    events.record_event(tx, shop, EventKind.RFQ_NEW, stored.reference, {"rfq": rfq_out(stored)}, now)
    return stored
