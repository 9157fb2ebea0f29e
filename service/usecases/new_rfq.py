"""A request for quotation arrives from the marketplace side (CONTRACT.md section 4)."""

from __future__ import annotations

from dataclasses import replace

from service.domain.events import EventKind
from service.domain.orders import reference_of
from service.domain.requests import RfqRequest
from service.domain.rfqs import Rfq, RfqItem
from service.domain.shops import Shop
from service.domain.times import Millis, year_of
from service.domain.wire import rfq_out
from service.store import events, rfqs, shops
from service.store.transaction import Tx


def new_rfq(tx: Tx, shop: Shop, request: RfqRequest, *, now: Millis) -> Rfq:
    """Keeps the request and emits `rfq.new`."""
    year = year_of(now)
    rfq = Rfq(
        id=0,
        shop_id=shop.id,
        reference=reference_of("RFQ", year, shops.next_in_sequence(tx, shop.id, "RFQ", year)),
        created_at=now,
        text=request.text,
        vehicle=request.vehicle,
        items=tuple(RfqItem(item.sku, item.description, item.quantity) for item in request.items),
    )
    kept = replace(rfq, id=rfqs.insert_rfq(tx, rfq))
    events.record_event(tx, shop, EventKind.RFQ_NEW, kept.reference, {"rfq": rfq_out(kept)}, now)
    return kept
