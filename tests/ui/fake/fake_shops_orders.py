"""The fake's ports for shops, host, overview, orders and catalogue."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.item_query import ItemQuery, ItemSelection, ItemSort, ItemView
from service.domain.catalogue.item_sources import Overwriter
from service.domain.catalogue.items import Item
from service.domain.catalogue.price_change import PRICE_FIELDS, PriceChange, PricePlan, make_plan
from service.domain.catalogue.stock import Cause, LedgerEntry
from service.domain.changes import ChangeKind
from service.domain.host.self_test import BundlePart, CheckLine, CheckState
from service.domain.marketplace.listed_order import OrderQuery, OrderSort
from service.domain.marketplace.order_record import OrderTable
from service.domain.marketplace.orders import Action, Order, Status, apply_action, cancel
from service.domain.marketplace.rfqs import Rfq
from service.domain.reports.spans import Span
from service.domain.sentences import message, verbatim
from service.domain.shops import Mode, Shop
from service.domain.times import HOUR
from tests.ui.fake import order_data, shop_data
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from ui.backend import BackendError, ErrorCode, OnProgress, Progress
from ui.backend.catalogue_port import ItemPage, LedgerPage, NewMovement
from ui.backend.host_port import HostStatus, KeyringStatus, StartReport, WaitingWork
from ui.backend.orders_port import NewOrder, OrderDetail, OrderPage
from ui.backend.overview_port import CallHour, Overview
from ui.backend.shops_port import Badges, BranchFacts, SearchHit, ShopPair

_ANSWERED = (44, 51, 38, 40, 29, 17, 6, 2, 1, 1, 0, 12, 1, 1, 2, 3, 14, 38, 57, 63, 49, 72, 66, 31)
_FAULTS = {1: 2, 4: 3, 17: 1, 19: 2, 21: 7, 22: 4, 23: 1}


class FakeShops:
    """Shops, branches, modes."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers

    def list(self) -> Future[tuple[ShopPair, ...]]:
        return self._answers.answer("shops.list", lambda: self._data.pairs)

    def add(self, name: str) -> Future[int]:
        def make() -> int:
            number = 10 * (len(self._data.pairs) + 1)
            pair = ShopPair(Shop(number, name, staging=False), Shop(number + 1, name, staging=True))
            self._data.pairs = (*self._data.pairs, pair)
            self._data.publish(ChangeKind.SHOPS)
            return number

        return self._answers.answer("shops.add", make, name)

    def rename(self, shop: int, name: str) -> Future[None]:
        return self._answers.answer("shops.rename", lambda: self._data.update_shop(shop, name=name), shop, name)

    def set_read_only(self, shop: int, on: bool) -> Future[None]:
        return self._answers.answer("shops.set_read_only", lambda: self._data.update_shop(shop, read_only=on), shop, on)

    def set_vat(self, shop: int, rate: int) -> Future[None]:
        return self._answers.answer("shops.set_vat", lambda: self._data.update_shop(shop, vat=rate), shop, rate)

    def set_vat_number(self, shop: int, number: str) -> Future[None]:
        return self._answers.answer(
            "shops.set_vat_number", lambda: self._data.update_shop(shop, vat_number=number), shop, number
        )

    def set_mode(self, shop: int, mode: Mode, on: bool) -> Future[None]:
        def switch() -> None:
            self._data.update_shop(shop, **{mode.value: on})

        return self._answers.answer("shops.set_mode", switch, shop, mode, on)

    def badges(self, shop: int) -> Future[Badges]:
        def count() -> Badges:
            waiting = [order for order in self._data.orders_of(shop) if order.status is Status.PLACED]
            soonest = min((order.accept_by for order in waiting if order.accept_by is not None), default=None)
            return Badges(len(waiting), bool(self._data.troubles_of(shop)), accept_by=soonest)

        return self._answers.answer("shops.badges", count, shop)

    def branches(self, shop: int) -> Future[tuple[BranchFacts, ...]]:
        return self._answers.answer("shops.branches", lambda: self._data.branches, shop)

    def rename_branch(self, shop: int, old: str, new: str) -> Future[None]:
        return self._answers.answer("shops.rename_branch", lambda: self._data.rename_branch(old, new), shop, old, new)

    def make_main(self, shop: int, branch: str) -> Future[None]:
        return self._answers.answer("shops.make_main", lambda: self._data.make_main(branch), shop, branch)

    def search(self, shop: int, text: str) -> Future[tuple[SearchHit, ...]]:
        def find() -> tuple[SearchHit, ...]:
            wanted = text.casefold()
            found = [
                SearchHit("order", order.reference, order.vehicle.model if order.vehicle else "", order.reference)
                for order in self._data.orders_of(shop)
                if wanted in order.reference.casefold()
            ]
            parts = [
                SearchHit("part", item.name, item.sku, item.sku)
                for item in self._data.items_of(shop)
                if wanted in f"{item.name} {item.sku} {item.name_ar}".casefold()
            ]
            return tuple(found[:8] + parts[:8])

        return self._answers.answer("shops.search", find, shop, text)


class FakeHost:
    """The tray process: listening, unless a test says otherwise."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers

    def status(self) -> Future[HostStatus]:
        return self._answers.answer("host.status", lambda: self._data.host)

    def try_again(self) -> Future[None]:
        return self._answers.answer("host.try_again", lambda: self._data.publish_host(self._data.host))

    def change_port(self, port: int) -> Future[None]:
        return self._answers.answer("host.change_port", lambda: self._data.change_port(port), port)

    def test_call(self, shop: int) -> Future[int]:
        return self._answers.answer("host.test_call", lambda: 3, shop)

    def start_report(self) -> Future[StartReport]:
        return self._answers.answer("host.start_report", lambda: self._data.start_report)

    def keyring(self) -> Future[KeyringStatus]:
        return self._answers.answer("host.keyring", lambda: self._data.keyring)

    def retry_keyring(self) -> Future[None]:
        return self._answers.answer("host.retry_keyring", lambda: self._data.publish(ChangeKind.SECRETS))

    def open_vault(self, passphrase: str) -> Future[None]:
        return self._answers.answer("host.open_vault", lambda: self._data.publish(ChangeKind.SECRETS), passphrase)

    def self_test(self, progress: OnProgress) -> Future[tuple[CheckLine, ...]]:
        lines = (
            CheckLine(
                "port",
                message("Port"),
                CheckState.GOOD,
                message("The program listens at {where}.", where="127.0.0.1:8710"),
            ),
            CheckLine(
                "disk",
                message("Free space"),
                CheckState.WARN,
                message("{free} MiB are free where the data is.", free=412),
                message("Make room, or keep the call log for fewer days."),
            ),
            CheckLine(
                "keyring",
                message("Webhook secrets"),
                CheckState.GOOD,
                message(
                    "{finding}.", finding=message("{name} keeps the webhook secrets", name="Windows Credential Manager")
                ),
            ),
            CheckLine(
                "target",
                message("Webhook target {name}", name="Till 2"),
                CheckState.BAD,
                message(
                    "{where} cannot be reached: {reason}.",
                    where="192.168.1.20:8080",
                    reason=message("Connection refused"),
                ),
                message("Check that the receiver runs and the address is right."),
            ),
        )

        def run() -> tuple[CheckLine, ...]:
            for done in range(len(lines)):
                progress(Progress(done + 1, len(lines)))
            return lines

        return self._answers.answer("host.self_test", run)

    def bundle_preview(self) -> Future[tuple[BundlePart, ...]]:
        parts = (
            BundlePart("settings.json", 812, '{\n  "port": 8710\n}'),
            BundlePart("program.log", 20480, "14:29:18 INFO answered"),
        )
        return self._answers.answer("host.bundle_preview", lambda: parts)

    def save_bundle(self, path: str) -> Future[None]:
        return self._answers.answer("host.save_bundle", lambda: None, path)

    def save_description(self, path: str) -> Future[None]:
        return self._answers.answer("host.save_description", lambda: None, path)

    def waiting_work(self) -> Future[WaitingWork]:
        return self._answers.answer("host.waiting_work", lambda: WaitingWork(5, 3))

    def fill_sample(self, shop: int, progress: OnProgress) -> Future[int]:
        def fill() -> int:
            progress(Progress(240, 240))
            self._data.filled = True
            self._data.publish(ChangeKind.ITEMS, ChangeKind.ORDERS)
            return 240

        return self._answers.answer("host.fill_sample", fill, shop)


class FakeOverviews:
    """The Overview's figures."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers

    def read(self, shop: int) -> Future[Overview]:
        return self._answers.answer("overview.read", lambda: self._make(shop), shop)

    def dismiss_setup(self, shop: int) -> Future[None]:
        return self._answers.answer("overview.dismiss_setup", lambda: None, shop)

    def confirm_clock(self) -> Future[None]:
        def confirm() -> None:
            self._data.clock_doubt = None
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("overview.confirm_clock", confirm)

    def _make(self, number: int) -> Overview:
        data = self._data
        start = moment(14, 15, 0)
        busy = number == shop_data.LIVE
        hours = tuple(
            CallHour(start + at * HOUR, answered if busy else 0, _FAULTS.get(at, 0) if busy else 0)
            for at, answered in enumerate(_ANSWERED)
        )
        waiting = tuple(order_data.row_of(order) for order in data.orders_of(number) if order.status is Status.PLACED)
        last = data.clock.now() - 12_000 if busy else None
        troubles = data.troubles_of(number)
        typical = 38_400 if busy else None
        return Overview(
            last,
            "Till 1",
            hours,
            typical,
            waiting,
            troubles,
            data.setup_of(number),
            data.pull_of(number),
            data.backup_fault,
            data.clock_doubt,
            data.link,
            data.library_faults,
            data.ending_keys,
        )


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

    def export(self, shop: int, what: OrderTable, span: Span, path: str, progress: OnProgress) -> Future[int]:
        def write() -> int:
            progress(Progress(3, 3))
            return 3

        return self._answers.answer("orders.export", write, shop, what, span, path)

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
                (item.id, item.sku, item.name, {name: getattr(item, name) for name in PRICE_FIELDS}) for item in chosen
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

    def export(self, shop: int, query: ItemQuery, path: str, progress: OnProgress) -> Future[int]:
        def write() -> int:
            progress(Progress(12, 12))
            return 12

        return self._answers.answer("catalogue.export", write, shop, query, path)


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
