"""References of orders and requests: a linked shop counts above the marketplace's (link §2)."""

from __future__ import annotations

from service.domain.link.own_numbers import own_sequence
from service.domain.marketplace.orders import format_reference
from service.domain.times import Millis, get_year
from service.store import orders, rfqs, shops
from service.store.engine.transaction import Tx
from service.store.link.links import ever_linked

_TAKEN = {"ORD": orders.has_order, "RFQ": rfqs.has_rfq}


def next_reference(tx: Tx, shop_id: int, kind: str, now: Millis) -> str:
    """`ORD-2026-000001`, or `ORD-2026-9000001` once the shop has had a link; never one that is
    used.
    """
    year = get_year(now)
    if not ever_linked(tx, shop_id):
        return format_reference(kind, year, shops.take_next_number(tx, shop_id, kind, year))
    while True:
        number = own_sequence(shops.take_next_number(tx, shop_id, f"{kind}-own", year))
        reference = format_reference(kind, year, number)
        if not _TAKEN[kind](tx, shop_id, reference):
            return reference
