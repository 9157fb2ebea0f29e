"""A request for quotation as the upstream marketplace sends it (link §6)."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.marketplace.order_requests import RfqRequest


@dataclass(frozen=True, slots=True)
class UpstreamRfq:
    """The request, and the marketplace's own reference for it."""

    reference: str
    request: RfqRequest
