"""A request for quotation as the far end tells it (link §6)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.marketplace.order_requests import RfqRequest


@dataclass(frozen=True, slots=True)
class ToldRfq:
    """The request, and what the marketplace calls it."""

    reference: str
    request: RfqRequest
