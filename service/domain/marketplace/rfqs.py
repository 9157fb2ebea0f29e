"""Requests for quotation (contract §4.4)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.marketplace.orders import Vehicle
from service.domain.times import Millis


@dataclass(frozen=True, slots=True)
class RfqItem:
    """One thing asked for; the quantity is in thousandths."""

    sku: str | None
    description: str
    quantity: int


@dataclass(frozen=True, slots=True)
class Rfq:
    """A buyer asks for a price."""

    id: int
    shop_id: int
    reference: str
    created_at: Millis
    text: str | None
    vehicle: Vehicle | None
    items: tuple[RfqItem, ...]
