"""The fake's ports for orders and catalogue."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.items import Item, ItemQuery, ItemSelection, ItemSort, ItemView, Overwriter
from service.domain.catalogue.price_change import PriceChange, PricePlan, make_plan
from service.domain.catalogue.row_types import PRICE_FIELDS
from service.domain.catalogue.stock import Cause, LedgerEntry
from service.domain.changes import ChangeKind
from service.domain.export_table import TableWords
from service.domain.marketplace.orders import (
    Action,
    Order,
    OrderQuery,
    OrderSort,
    OrderTable,
    Rfq,
    Status,
    apply_action,
    cancel,
)
from service.domain.reports import Span
from service.domain.sentences import verbatim
from tests.ui.fake import order_data
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from ui.backend import BackendError, ErrorCode, OnProgress, Progress
from ui.backend.catalogue_port import ItemPage, LedgerPage, NewMovement
from ui.backend.orders_port import NewOrder, OrderDetail, OrderPage


class FakeOrders:
    """Orders that really move."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.unseen: set[str] = set()
        self.requests: tuple[Rfq, ...] = order_data.rfqs()

    def find(self, shop: int, query: OrderQuery, offset: int, limit: int) -> Future[OrderPage]:
        asked = (shop, query, offset, limit)
        return self._answers.answer("orders.find", lambda: self._page(*asked), *asked)

    def _page(self, shop: int, query: OrderQuery, offset: int, limit: int) -> OrderPage:
        every = self._data.orders_of(shop)
        counts: dict[Status | None, int] = {None: len(every)}
        for each in Status:
            counts[each] = sum(order.status is each for order in every)
        chosen = [order for order in every if query.status in (None, order.status) and _fits(order, query.text)]
        chosen.sort(key=_ORDERS[query.sort])
        rows = tuple(
            replace(order_data.row_of(order), seen=order.reference not in self.unseen)
            for order in chosen[offset : offset + limit]
        )
        return OrderPage(rows, counts, offset + limit < len(chosen))

    def detail(self, shop: int, reference: str) -> Future[OrderDetail]:
        def make() -> OrderDetail:
            return order_data.detail_of(self._data.order(reference), self._data.clock.now())

        return self._answers.answer("orders.detail", make, shop, reference)

    def act(self, shop: int, reference: str, action: Action, reason: str | None) -> Future[None]:
        def do() -> None:
            now = self._data.clock.now()
            decision = apply_action(self._data.order(reference), action, reason, now)
            if decision.refusal:
                raise BackendError(decision.refusal.message, code=ErrorCode(decision.refusal.code))
            self._data.save_order(decision.order)

        return self._answers.answer("orders.act", do, shop, reference, action, reason)

    def cancel(self, shop: int, reference: str, reason: str, restock: bool) -> Future[None]:
        def do() -> None:
            now = self._data.clock.now()
            decision = cancel(self._data.order(reference), reason, now, restock=restock)
            self._data.save_order(decision.order)

        return self._answers.answer("orders.cancel", do, shop, reference, reason, restock)

    def place(self, shop: int, order: NewOrder) -> Future[str]:
        return self._answers.answer("orders.place", lambda: self._new(shop), shop, order)

    def place_test(self, shop: int) -> Future[str]:
        return self._answers.answer("orders.place_test", lambda: self._new(shop), shop)

    def export(
        self, shop: int, what: OrderTable, span: Span, path: str, words: TableWords, progress: OnProgress
    ) -> Future[int]:
        def write() -> int:
            progress(Progress(3, 3))
            return 3

        return self._answers.answer("orders.export", write, shop, what, span, path, words)

    def mark_seen(self, shop: int, references: tuple[str, ...]) -> Future[None]:
        def mark() -> None:
            self.unseen.difference_update(references)
            self._data.publish(ChangeKind.ORDERS)

        return self._answers.answer("orders.mark_seen", mark, shop, references)

    def rfqs(self, shop: int, limit: int) -> Future[tuple[Rfq, ...]]:
        def make() -> tuple[Rfq, ...]:
            return tuple(request for request in self.requests if request.shop_id == shop)[:limit]

        return self._answers.answer("orders.rfqs", make, shop, limit)

    def _new(self, number: int) -> str:
        model = order_data.orders()[0]
        order = replace(model, id=124, reference="ORD-2026-000124", shop_id=number, fitment_confirmed=False)
        self._data.save_order(order)
        return order.reference


class FakeCatalogue:
    """Items that really move."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.entries: tuple[LedgerEntry, ...] = ()

    def page(self, shop: int, query: ItemQuery, offset: int, limit: int) -> Future[ItemPage]:
        def make() -> ItemPage:
            every = self._data.items_of(shop)
            wanted = query.text.casefold()
            found = [item for item in every if wanted in _search_text(item) and _has_branch(item, query.branch)]
            views = {view: [item for item in found if _in_view(item, view)] for view in ItemView}
            rows = list(views[query.view])
            rows.sort(key=_ITEMS[query.sort], reverse=query.descending)
            counts = {view: len(items) for view, items in views.items()}
            by = self._data.changed_by
            return ItemPage(
                tuple(rows[offset : offset + limit]), len(rows), counts, len(every), self._data.changed_at, by
            )

        return self._answers.answer("catalogue.page", make, shop, query, offset, limit)

    def item(self, shop: int, sku: str) -> Future[Item]:
        return self._answers.answer("catalogue.item", lambda: self._data.item(sku), shop, sku)

    def selected(self, shop: int, selection: ItemSelection) -> Future[tuple[Item, ...]]:
        def find() -> tuple[Item, ...]:
            if selection.query is not None:
                return tuple(self._data.items_of(shop))
            return tuple(self._data.item(sku) for sku in selection.skus)

        return self._answers.answer("catalogue.selected", find, shop, selection)

    def move(self, shop: int, movement: NewMovement) -> Future[None]:
        return self._answers.answer("catalogue.move", lambda: self._data.move(movement), shop, movement)

    def save(self, shop: int, edit: ItemEdit) -> Future[None]:
        return self._answers.answer("catalogue.save", lambda: self._data.save_item(edit), shop, edit)

    def picture(self, shop: int, sku: str) -> Future[bytes | None]:
        return self._answers.answer("catalogue.picture", lambda: self._data.pictures.get(sku), shop, sku)

    def set_picture(self, shop: int, sku: str, path: str) -> Future[None]:
        def put() -> None:
            self._data.pictures[sku] = Path(path).read_bytes()
            self._data.publish(ChangeKind.ITEMS)

        return self._answers.answer("catalogue.set_picture", put, shop, sku, path)

    def remove_picture(self, shop: int, sku: str) -> Future[None]:
        def drop() -> None:
            self._data.pictures.pop(sku, None)
            self._data.publish(ChangeKind.ITEMS)

        return self._answers.answer("catalogue.remove_picture", drop, shop, sku)

    def overwriters(self, shop: int, selection: ItemSelection) -> Future[tuple[Overwriter, ...]]:
        return self._answers.answer("catalogue.overwriters", lambda: self._data.overwriters, shop, selection)

    def plan_prices(self, shop: int, selection: ItemSelection, change: PriceChange) -> Future[PricePlan]:
        def make() -> PricePlan:
            chosen = self._data.select(selection)
            priced = [
                (item.id, item.sku, item.name, item.name_ar, {name: getattr(item, name) for name in PRICE_FIELDS})
                for item in chosen
            ]
            return make_plan(priced, tuple(item.id for item in chosen), change)

        return self._answers.answer("catalogue.plan_prices", make, shop, selection, change)

    def change_prices(self, shop: int, plan: PricePlan) -> Future[None]:
        return self._answers.answer("catalogue.change_prices", lambda: self._data.change_prices(plan), shop, plan)

    def set_active(self, shop: int, selection: ItemSelection, active: bool) -> Future[None]:
        def switch() -> None:
            for item in self._data.select(selection):
                self._data.items[self._data.items.index(item)] = replace(item, active=active)
            self._data.publish(ChangeKind.ITEMS)

        return self._answers.answer("catalogue.set_active", switch, shop, selection, active)

    def ledger(self, shop: int, sku: str, before: int | None, limit: int) -> Future[LedgerPage]:
        rows = (
            LedgerEntry(3, moment(15, 13, 58), sku, "Riffa", Cause.SALE, -2000, 26000, "ERP"),
            LedgerEntry(2, moment(14, 2, 0), sku, "Main", Cause.PULL, 12000, 100000, "prices.xlsx"),
            LedgerEntry(1, moment(2, 9, 30), sku, "Main", Cause.COUNT, 88000, 88000, "owner", verbatim("First count")),
        )

        def make() -> LedgerPage:
            older = [entry for entry in self.entries or rows if before is None or entry.id < before]
            return LedgerPage(tuple(older[:limit]), len(older) > limit)

        return self._answers.answer("catalogue.ledger", make, shop, sku, before, limit)

    def export(self, shop: int, query: ItemQuery, path: str, words: TableWords, progress: OnProgress) -> Future[int]:
        def write() -> int:
            progress(Progress(12, 12))
            return 12

        return self._answers.answer("catalogue.export", write, shop, query, path, words)


def _fits(order: Order, text: str) -> bool:
    car = order.vehicle
    said = f"{order.reference} {car.make if car else ''} {car.model if car else ''}"
    return text.casefold() in said.casefold()


def _search_text(item: Item) -> str:
    return f"{item.sku} {item.oem_number} {item.name} {item.name_ar}".casefold()


def _has_branch(item: Item, branch: str | None) -> bool:
    return branch is None or any(level.branch == branch for level in item.stock)


_ORDERS: dict[OrderSort, Callable[[Order], tuple[int, int]]] = {
    OrderSort.TIME_LEFT: lambda order: (order.accept_by or 1 << 60, -order.placed_at),
    OrderSort.NEWEST: lambda order: (-order.placed_at, 0),
    OrderSort.OLDEST: lambda order: (order.placed_at, 0),
    OrderSort.LARGEST: lambda order: (-order.items_fils, 0),
}
_ITEMS: dict[ItemSort, Callable[[Item], tuple[int, str]]] = {
    ItemSort.BEST: lambda item: (item.id, ""),
    ItemSort.SKU: lambda item: (item.id, ""),
    ItemSort.NAME: lambda item: (0, item.name),
    ItemSort.BRAND: lambda item: (0, item.brand or ""),
    ItemSort.PRICE: lambda item: (item.price_fils or 0, ""),
    ItemSort.QUANTITY: lambda item: (item.quantity, ""),
    ItemSort.FREE: lambda item: (item.quantity - item.reserved, ""),
}


def _in_view(item: Item, view: ItemView) -> bool:
    return {
        ItemView.ALL: True,
        ItemView.LOW: item.free <= item.low_limit_milli,
        ItemView.RESERVED: item.reserved > 0,
        ItemView.NOT_LISTED: not item.list_on_marketplace,
        ItemView.INACTIVE: not item.active,
    }[view]
