"""Summaries for the window."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date, tzinfo

from bridge.gateway.store_gateway import StoreGateway
from service.domain.reports import Period, Summary, find_span, summarize
from service.store import shops
from service.store.engine.transaction import ReadTx
from service.store.reports import read_events


class ReportsBackend:
    """Carries out ui.backend.overview_port.Reports; `zone` None is the computer's own."""

    def __init__(self, store_gateway: StoreGateway, zone: tzinfo | None = None) -> None:
        self._store_gateway, self._zone = store_gateway, zone

    def summary(self, shop: int, period: Period, day: date) -> Future[Summary]:
        span = find_span(period, day, self._zone)

        def read(db: ReadTx) -> Summary:
            return summarize(period, day, read_events(db, shops.get_shop(db, shop), span), self._zone)

        return self._store_gateway.read(read)
