"""A shop and its marketplace: two installations in one event loop, a proxy between them, and clocks
that tests set.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from service.domain.link.link_state import Link, parse_upstream_address
from service.domain.link.rehearsal import OnlyThere
from service.domain.marketplace.orders import Action, Decision, Order
from service.domain.sentences import message
from service.domain.times import Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretStoreStatus
from service.link.link_runner import LinkPorts, LinkRunner
from service.link.upstream_client import SILENT_S
from service.service import Service, ServiceOptions
from service.store import orders
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import links
from service.store.shops import find_shop
from service.usecases.issue_key import issue_key
from service.usecases.link import edit_link
from service.usecases.link.report_link import LinkReport, report_link
from tests.fakes.certificates import openssl_trust
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import find_engine
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.upstream_proxy import UpstreamProxy

T = TypeVar("T")
_TURNS = 60


class StillDuty:
    """A duty that a test takes up itself; it counts how often it was woken."""

    def __init__(self, step: Callable[[], Awaitable[Millis | None]]) -> None:
        self.step = step
        self.nudges = 0

    def start(self) -> None:
        """Nothing runs by itself."""

    def wake(self) -> None:
        self.nudges += 1

    async def stop(self) -> None:
        """Nothing ran."""


class KeyRing:
    """A secret store in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, Secret] = {}

    async def read(self, name: str) -> Secret:
        return self.kept[name]

    async def store(self, name: str, secret: Secret) -> None:
        self.kept[name] = secret

    async def remove(self, name: str) -> None:
        self.kept.pop(name, None)

    async def status(self) -> SecretStoreStatus:
        return SecretStoreStatus(SecretStoreState.WORKS, message("It works."))


class LinkedPair:
    """`near` is this side, `far` the marketplace.
    Nothing of the link runs but what a test calls.
    """

    def __init__(self, near: ShopFixture, far: ShopFixture, proxy: UpstreamProxy, key: str) -> None:
        self.near = near
        self.far = far
        self.proxy = proxy
        self.key = key
        self.keys = KeyRing()
        self.runner: LinkRunner
        self.refused_at: list[int] = []
        self.silent_s = SILENT_S

    @property
    def clock(self) -> FakeClock:
        return self.near.clock

    @property
    def report(self) -> LinkReport:
        return self.near.read(lambda db: report_link(db, self.near.shop.id, self.clock.now()))

    @property
    def link(self) -> Link:
        return self.near.read(lambda db: links.get_link(db, self.near.shop.id))

    async def connect(self, *, approved: bool = True) -> None:
        """Sets the link up, as the owner does, and begins it."""
        address = parse_upstream_address(self.proxy.address)
        await edit_link.set_link(
            self.near.store, self.keys, self.near.shop, address, Secret(self.key), now=self.clock.now()
        )
        await self.begin()
        if approved:
            await self.runner.read_catalogue()
            self.approve()

    async def connect_with(self, quantity: int) -> None:
        """Links a shop that has so many of the item A, and waits until both sides agree."""
        self.near.add("A", quantity)
        await self.connect()
        await self.calm_down()

    async def take_order(self, units: int = 2, *, accepted: bool = False) -> Order:
        """Links a shop that has five of the item A, and takes an order of some of them down."""
        await self.connect_with(5)
        placed = self.far.place("A", units)
        await self.poll()
        if accepted:
            self.act(placed, Action.ACCEPT)
            await self.runner.sender.step()
        return placed

    def approve(self, only_there: OnlyThere = OnlyThere.LEAVE) -> None:
        self.near.write(lambda tx: edit_link.approve(tx, self.near.shop, only_there, by="owner", now=self.clock.now()))

    async def begin(self) -> None:
        """A fresh program on this side, knowing only what the database knows."""
        if hasattr(self, "runner"):
            await self.runner.stop()
        ports = LinkPorts(
            self.near.store,
            self.clock,
            openssl_trust(),
            self.keys,
            lambda _name, step: StillDuty(step),
            self.pause,
            self.silent_s,
        )
        self.runner = LinkRunner(ports, self.link, self.keys.kept[self.link.secret_name])

    async def pause(self, seconds: float) -> None:
        """Time passes on both sides instead of a wait."""
        self.pass_time(int(seconds * 1000) + 1)

    def pass_time(self, span: Millis) -> None:
        self.near.clock.advance(span)
        if self.far.clock is not self.near.clock:
            self.far.clock.advance(span)

    async def poll(self) -> None:
        """Every status is read, as after a gap."""
        self.runner.poller.read_all()
        await self.runner.poll()

    async def calm_down(self, *, span: Millis = 1000) -> None:
        """Turns the duties as the program does, with time between, until nothing waits."""
        for _ in range(_TURNS):
            await self.runner.sender.step()
            await self.runner.pusher.step()
            await self.runner.poll()
            report = self.report
            if not report.actions_waiting and not report.to_push:
                break
            self.pass_time(span)
        await self.poll()
        await self.runner.pusher.step()

    def near_order(self, order: Order) -> Order:
        """The order here that mirrors one of the marketplace."""

        def read(db: ReadTx) -> Order:
            reference = db.scalar("SELECT reference FROM orders WHERE marketplace_reference = ?", (order.reference,))
            return orders.get_order(db, self.near.shop.id, reference)

        return self.near.read(read)

    def act(self, order: Order, action: Action, reason: str | None = None) -> Decision:
        """The shop acts on its mirrored copy; what the marketplace grants is only queued."""
        return self.near.act(self.near_order(order), action, reason)

    def equal_stock(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """By SKU quantity and price, on both sides."""
        return _levels(self.near), _levels(self.far)


def _levels(floor: ShopFixture) -> dict[str, Any]:
    rows = floor.read(
        lambda db: db.all(
            "SELECT items.sku, price_fils, coalesce(sum(stock.quantity), 0) FROM items "
            "LEFT JOIN stock ON stock.item_id = items.id WHERE shop_id = ? GROUP BY items.id",
            (floor.shop.id,),
        )
    )
    return {row[0]: (row[1], row[2]) for row in rows}


@asynccontextmanager
async def linked_pair(
    folder: Path, *, far_ahead: Millis = 0, rate_limit: int | None = 120, near_store: Store | None = None
) -> AsyncIterator[LinkedPair]:
    """Both sides, started; `far_ahead` is by how much the marketplace's clock is ahead. The shop is
    in a store of its own unless one is given, which is closed at the end.
    """
    clock = FakeClock()
    upstream_clock = FakeClock(clock.now() + far_ahead) if far_ahead else clock
    far_path, near_path = folder / "far" / "counterpart.db", folder / "near.db"
    engine = find_engine(far_path)
    service = Service(ServiceOptions(far_path, upstream_clock, rate_limit=rate_limit, engine=engine))
    await service.start("127.0.0.1", 0)
    store = near_store or Store(near_path, find_engine(near_path))
    proxy = UpstreamProxy(service.address, upstream_clock)
    await proxy.start()
    try:
        near = ShopFixture.fresh(store, clock=clock)
        upstream_shop = service.store.submit_read(lambda db: find_shop(db, None, staging=False)).result(20)
        far = ShopFixture(service.store, upstream_shop, upstream_clock)

        def make_key(tx: Tx) -> str:
            return issue_key(tx, upstream_shop, "Link", now=upstream_clock.now()).text

        pair = LinkedPair(near, far, proxy, far.write(make_key))
        yield pair
        if hasattr(pair, "runner"):
            await pair.runner.stop()
    finally:
        await proxy.stop()
        await service.stop()
        store.close()


def body_of(**fields: object) -> bytes:
    """JSON for an answer of the test's own."""
    return json.dumps(fields).encode()
