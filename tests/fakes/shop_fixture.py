"""A shop over a real store, with each use case as one plain call."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, TypeVar

from msgspec import Raw

from service.domain import wire
from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.row_types import ParsedRows
from service.domain.catalogue.stock import Cause, LedgerEntry, Level, NewMovement
from service.domain.errors import NotFound
from service.domain.marketplace.order_requests import parse_order
from service.domain.marketplace.orders import Action, Decision, HistoryEntry, Order
from service.domain.shops import Shop
from service.domain.wire import UploadResult
from service.store import items, orders, shops, stock_levels
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.trusted_clock import write_settled_time
from service.usecases.act_on_order import act_on_order, cancel_order, expire_orders
from service.usecases.edit_shop import add_shop
from service.usecases.move_stock import move_stock
from service.usecases.place_order import place_order
from service.usecases.upload_items import save_upload
from tests.fakes.clock import FakeClock

T = TypeVar("T")
WAIT_S = 20.0
_numbers = itertools.count(1)


def parse(*rows: object) -> ParsedRows:
    """Rows as an upload's body brings them; a text is taken as JSON already."""
    return parse_rows([Raw((row if isinstance(row, str) else json.dumps(row)).encode()) for row in rows])


def find_pair(db: ReadTx, shop: Shop) -> Shop:
    """The staging shop of a live shop, or the live shop of a staging shop."""
    return next(one for one in shops.list_shops(db) if one.name == shop.name and one.staging != shop.staging)


class ShopFixture:
    """One shop, live or staging, and what can be done in it."""

    def __init__(self, store: Store, shop: Shop, clock: FakeClock) -> None:
        self.store = store
        self.shop = shop
        self.clock = clock

    @classmethod
    def fresh(cls, store: Store, *, staging: bool = False, clock: FakeClock | None = None) -> ShopFixture:
        """A new shop of a name nobody has."""
        clock = clock or FakeClock()
        name = f"Shop {next(_numbers)}"
        live = store.submit(lambda tx: add_shop(tx, name, now=clock.now())).result(WAIT_S)
        shop = store.submit_read(lambda db: find_pair(db, live)).result(WAIT_S) if staging else live
        return cls(store, shop, clock)

    def write(self, work: Callable[[Tx], T]) -> T:
        return self.store.submit(work).result(WAIT_S)

    def change(self, work: Callable[[Tx], T]) -> T:
        """The same where only rows of the shop change."""
        return self.store.submit(work, shops=(self.shop.id,)).result(WAIT_S)

    def read(self, work: Callable[[ReadTx], T]) -> T:
        return self.store.submit_read(work).result(WAIT_S)

    def settle_time(self) -> None:
        """Time has surely passed up to now, as the guard of the clock finds out in a day."""
        self.write(lambda tx: write_settled_time(tx, self.clock.now()))

    def reload(self) -> None:
        """Reads the shop again, after its switches were changed."""
        self.shop = self.read(lambda db: shops.get_shop(db, self.shop.id))

    def submit_upload(self, *rows: object) -> Future[UploadResult]:
        """Queues an upload and does not wait for it."""
        taken = parse(*rows).rows
        now = self.clock.now()
        shops = (self.shop.id,)
        return self.store.submit(
            lambda tx: save_upload(tx, self.shop, taken, by="Till", now=now).result, shops=shops, large=True
        )

    def upload(self, *rows: object) -> UploadResult:
        return self.submit_upload(*rows).result(WAIT_S)

    def add(self, sku: str, units: float = 10, **fields: object) -> None:
        """An item with units at the main branch and a price of 1 BHD, unless said otherwise."""
        result = self.upload({"sku": sku, "name": sku, "quantity": units, "price_fils": 1000, **fields})
        assert result.errors == []

    def submit_order(self, sku: str, units: float = 1, **order: object) -> Future[Order]:
        """Queues an order of one line and does not wait for it."""
        body = json.dumps({"lines": [{"sku": sku, "quantity": units}], **order}).encode()
        request = parse_order(body)
        now = self.clock.now()
        shops = (self.shop.id,)
        return self.store.submit(lambda tx: place_order(tx, self.shop, request, by="owner", now=now), shops=shops)

    def place(self, sku: str, units: float = 1, **order: object) -> Order:
        return self.submit_order(sku, units, **order).result(WAIT_S)

    def place_short(self, sku: str, milli: int, reference: str = "ORD-2026-000901") -> Order:
        """A marketplace's order of an item of which nothing is free, so it holds nothing yet."""
        self.add("Model")
        model = self.place("Model")
        line = replace(model.lines[0], sku=sku, quantity=milli, short=milli)

        def insert(tx: Tx) -> Order:
            order = replace(model, reference=reference, marketplace_reference=reference, lines=(line,))
            orders.insert_order(tx, order, [items.get_item(tx, self.shop.id, sku).id])
            return orders.get_order(tx, self.shop.id, reference)

        order = self.write(insert)
        self.cancel(model)
        return order

    def act(self, order: Order, action: Action, reason: str | None = None) -> Decision:
        now = self.clock.now()
        return self.change(
            lambda tx: act_on_order(tx, self.shop, order.reference, action, reason=reason, by="Till", now=now)
        )

    def cancel(self, order: Order, reason: str = "withdrawn", *, restock: bool = False) -> Decision:
        now = self.clock.now()
        return self.change(
            lambda tx: cancel_order(tx, self.shop, order.reference, reason=reason, restock=restock, by="owner", now=now)
        )

    def expire(self) -> int:
        now = self.clock.now()
        return self.change(lambda tx: expire_orders(tx, self.shop.id, now)).count

    def move(self, sku: str, cause: Cause, milli: int, branch: str | None = None) -> Level:
        now = self.clock.now()
        return self.change(
            lambda tx: move_stock(tx, self.shop, NewMovement(sku, branch, cause, milli), by="owner", now=now)
        )

    def item(self, sku: str) -> wire.Item:
        """One item as it is read back; NotFound where it is not there."""
        found = self.read(lambda db: items.read_by_sku(db, self.shop.id, [sku], 1)).items
        if not found:
            raise NotFound(f"There is no item {sku!r}.")
        return next(iter(found.values()))

    def item_json(self, sku: str) -> dict[str, Any]:
        """The item as a caller reads it back."""
        decoded: dict[str, Any] = json.loads(wire.encode(self.item(sku)))
        return decoded

    def order(self, order: Order) -> Order:
        return self.read(lambda db: orders.get_order(db, self.shop.id, order.reference))

    def history(self, order: Order) -> list[HistoryEntry]:
        return self.read(lambda db: orders.read_history(db, self.shop.id, reference=order.reference))

    def ledger(self, sku: str) -> list[LedgerEntry]:
        """Oldest first."""
        return self.read(lambda db: stock_levels.read_ledger(db, self.shop.id, sku))[::-1]

    def events(self) -> list[dict[str, Any]]:
        """The bodies of the shop's events, oldest first."""
        rows = self.read(lambda db: db.all("SELECT body FROM events WHERE shop_id = ? ORDER BY seq", (self.shop.id,)))
        return [json.loads(row[0]) for row in rows]

    @property
    def written_rows(self) -> int:
        """How many the store has written."""
        return sum(writer._connection.total_changes for writer in self.store._writers)

    def count(self, table: str) -> int:
        return self.read(lambda db: int(db.scalar(f"SELECT count(*) FROM {table}")))

    def paired(self) -> ShopFixture:
        """The staging shop of a live shop, or the live shop of a staging shop."""
        other = self.read(lambda db: find_pair(db, self.shop))
        return ShopFixture(self.store, other, self.clock)
