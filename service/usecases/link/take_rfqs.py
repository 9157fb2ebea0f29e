"""Requests for quotation come down through the event feed, each once (link §6)."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.link.own_numbers import is_usable_reference
from service.domain.link.upstream_rfqs import UpstreamRfq
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import rfqs
from service.store.engine.transaction import Tx
from service.usecases.receive_rfq import receive_rfq


def take_rfqs(tx: Tx, shop: Shop, theirs: Sequence[UpstreamRfq], *, now: Millis) -> int:
    """Stores the new ones; returns how many. If its reference is used already, a request gets one
    of the shop's own.
    """
    new = 0
    for rfq in theirs:
        if rfqs.find_mirrored_rfq(tx, shop.id, rfq.reference) is not None:
            continue
        free = is_usable_reference(rfq.reference, "RFQ") and not rfqs.has_rfq(tx, shop.id, rfq.reference)
        stored = receive_rfq(tx, shop, rfq.request, now=now, reference=rfq.reference if free else None)
        rfqs.set_marketplace_reference(tx, stored.id, rfq.reference)
        new += 1
    return new
