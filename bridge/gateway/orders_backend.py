"""Orders for the window, and the summary of a day or a month."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import date, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.gateway.save_table import save_orders
from bridge.gateway.store_gateway import ServiceCaller, ShopWrite, StoreBackend, mapped_errors, mapped_result
from service.domain.errors import Refused, UpstreamUnavailable
from service.domain.export_table import TableWords
from service.domain.marketplace.order_requests import OrderRequest
from service.domain.marketplace.orders import (
    CLOSED,
    NOBODY,
    Action,
    Customer,
    OrderQuery,
    OrderTable,
    Rfq,
    allowed_actions,
)
from service.domain.reports import Period, Span, Summary, find_span, summarize
from service.store import items, orders, rfqs, shops
from service.store.engine.transaction import ReadTx
from service.store.reports import read_events
from service.usecases.act_on_order import act_on_order, cancel_order, take_phone_order
from service.usecases.link.ask_marketplace import still_asking
from service.usecases.place_order import place_order, place_test_order
from ui.backend.orders_port import OrderDetail, OrderPage
from ui.backend.progress import OnProgress

if TYPE_CHECKING:
    from service.service import Service
    from service.store.engine.store import Store


@dataclass(frozen=True)
class ReportsBackend(StoreBackend):
    """Carries out ui.backend.overview_port.Reports; `zone` None is the computer's own."""

    zone: tzinfo | None = None

    def summary(self, shop: int, period: Period, day: date) -> Future[Summary]:
        span = find_span(period, day, self.zone)

        def read(db: ReadTx) -> Summary:
            return summarize(period, day, read_events(db, shops.get_shop(db, shop), span), self.zone)

        return self.gateway.read(read)


@dataclass(frozen=True)
class OrdersBackend(StoreBackend):
    """`ui.backend.orders_port.Orders`. With `service` actions wait for a linked marketplace."""

    service: ServiceCaller | None = None

    def find(self, shop: int, query: OrderQuery, offset: int, limit: int) -> Future[OrderPage]:
        """Reads one more than asked, to know whether there are more."""

        def read(db: ReadTx) -> OrderPage:
            listed = orders.search_orders(db, shop, query, offset=offset, limit=limit + 1)
            return OrderPage(tuple(listed[:limit]), orders.count_by_status(db, shop), len(listed) > limit)

        return self.gateway.read(read)

    def detail(self, shop: int, reference: str) -> Future[OrderDetail]:
        return self.gateway.read(lambda db: self._detail(db, shop, reference))

    def act(self, shop: int, reference: str, action: Action, reason: str | None) -> Future[None]:
        """Stores a refusal's change too: an order whose window has passed is cancelled even so."""
        if self.service is not None:
            by = self.gateway.author()
            return mapped_errors(
                self.service.call(lambda service: self._act(service, shop, reference, action, reason, by))
            )

        def work(w: ShopWrite) -> Refused | None:
            return act_on_order(w.tx, w.shop, reference, action, reason=reason, by=w.by, now=w.now).refusal

        return mapped_result(self.gateway.write_shop(shop, work), _raise_refusal)

    async def _act(
        self, service: Service, shop: int, reference: str, action: Action, reason: str | None, by: str
    ) -> None:
        decision = await service.gate.act(shop, reference, action, reason=reason, by=by, at=self.gateway.clock.now())
        if decision.refusal:
            raise decision.refusal
        if decision.waits_for is not None:
            raise UpstreamUnavailable(still_asking(decision.order))

    def cancel(self, shop: int, reference: str, reason: str, restock: bool) -> Future[None]:
        return self.gateway.change(
            shop,
            lambda w: cancel_order(w.tx, w.shop, reference, reason=reason, restock=restock, by=w.by, now=w.now),
        )

    def place(self, shop: int, order: OrderRequest, by_phone: Customer | None = None) -> Future[str]:
        def work(w: ShopWrite) -> str:
            if by_phone is not None:
                return take_phone_order(w.tx, w.shop, order, by=w.by, now=w.now, customer=by_phone).reference
            return place_order(w.tx, w.shop, order, by=w.by, now=w.now).reference

        return self.gateway.write_shop(shop, work)

    def place_test(self, shop: int) -> Future[str]:
        return self.gateway.write_shop(shop, lambda w: place_test_order(w.tx, w.shop, by=w.by, now=w.now).reference)

    def export(
        self, shop: int, what: OrderTable, span: Span, path: str, words: TableWords, progress: OnProgress
    ) -> Future[int]:
        def work(store: Store, cancelled: Callable[[], bool]) -> int:
            return save_orders(store, shop, what, span, Path(path), words, progress, cancelled)

        return self.gateway.run_long(work)

    def mark_seen(self, shop: int, references: tuple[str, ...]) -> Future[None]:
        return self.gateway.write(lambda tx: orders.mark_seen(tx, shop, references))

    def rfqs(self, shop: int, limit: int) -> Future[tuple[Rfq, ...]]:
        return self.gateway.read(lambda db: tuple(rfqs.list_rfqs(db, shop, limit=limit)))

    def _detail(self, db: ReadTx, shop: int, reference: str) -> OrderDetail:
        order = orders.get_order(db, shop, reference)
        parts = items.find_items(db, shop, [line.sku for line in order.lines]).values()
        return OrderDetail(
            order=order,
            actions=allowed_actions(order, self.gateway.clock.now()),
            can_cancel=order.status not in CLOSED,
            history=tuple(orders.read_history(db, shop, reference=reference)),
            branch=shops.get_branch(db, order.branch_id).name,
            arabic_names={item.sku: item.name_ar for item in parts if item.name_ar},
            shelves={item.sku: item.shelf for item in parts if item.shelf},
            customer=orders.find_customers(db, [order.id]).get(order.id, NOBODY),
            by_phone=orders.is_phone_order(db, order.id),
        )


def _raise_refusal(refusal: Refused | None) -> None:
    if refusal is not None:
        raise refusal
