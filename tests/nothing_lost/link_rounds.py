"""Kills either side of a link during its work, many times, and compares both sides afterwards."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bridge.secrets.chosen_store import open_secret_store
from service.domain.catalogue.stock import Cause
from service.domain.errors import CounterpartError
from service.domain.link.far_address import parse_far_address
from service.domain.link.rehearsal import OnlyThere
from service.domain.marketplace.orders import Action, Order, Status
from service.domain.webhooks.webhook_secrets import Secret
from service.store import orders
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.link import links, mirror
from service.usecases.link import edit_link
from service.usecases.link.report_link import report_link
from tests.fakes.clock import FakeClock
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.service_process import ROOT, prepare_shop

SKUS = [f"P-{place}" for place in range(6)]
AT_FIRST = 1_000
CALM_S = 90.0
_STEPS = (Action.ACCEPT, Action.READY, Action.DISPATCHED, Action.DELIVERED)
_NEXT = dict(zip((Status.PLACED, Status.CONFIRMED, Status.READY, Status.OUT_FOR_DELIVERY), _STEPS, strict=True))
_PASSPHRASE = {"COUNTERPART_VAULT_PASSPHRASE": "only for this test"}


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _left_in_vain(order: Order) -> bool:
    """Whether the shop had dispatched an order when it learned that it was cancelled (link §3)."""
    return order.is_mirrored and order.status is Status.CANCELLED and order.units_left


class Side:
    """One installation: its data, which the test opens too, and its process, which is killed."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.store = Store(folder / "counterpart.db")
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bridge", "serve", "--data-dir", str(self.folder), "--port", str(self.port),
            cwd=ROOT, env={**os.environ, **_PASSPHRASE}, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        assert self.process.stdout is not None
        async with asyncio.timeout(40):
            line = await self.process.stdout.readline()
        assert line.startswith(b"Listening"), "the service did not start"

    async def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            await self.process.wait()
            self.process = None

    async def close(self) -> None:
        await self.kill()
        self.store.close()


@dataclass(slots=True)
class LinkRounds:
    """Both sides, and what the test itself did to them."""

    near: Side
    far: Side
    near_shop: ShopFixture
    far_shop: ShopFixture
    chance: random.Random
    returned: Counter[str] = field(default_factory=Counter)
    clock: FakeClock = field(default_factory=FakeClock)

    @classmethod
    async def set_up(cls, folder: Path, seed: int) -> LinkRounds:
        near, far = Side(folder / "near", free_port()), Side(folder / "far", free_port())
        clock = FakeClock(time.time_ns() // 1_000_000)
        near_made, far_made = await prepare_shop(near.store, clock), await prepare_shop(far.store, clock)
        near_shop = ShopFixture(near.store, near_made.shop, clock)
        far_shop = ShopFixture(far.store, far_made.shop, clock)
        for shop in (near_shop, far_shop):
            shop.upload(*({"sku": sku, "name": sku, "quantity": AT_FIRST, "price_fils": 1000} for sku in SKUS))
        address = parse_far_address(f"http://127.0.0.1:{far.port}")
        secrets = open_secret_store(near.folder, _PASSPHRASE)
        key = Secret(far_made.key)
        await edit_link.set_link(near.store, secrets, near_made.shop, address, key, now=clock.now())

        def approve(tx: object) -> None:
            links.change_link(tx, near_made.shop.id, rehearsed_at=1)  # type: ignore[arg-type]
            edit_link.approve(tx, near_made.shop, OnlyThere.LEAVE, by="owner", now=clock.now())  # type: ignore[arg-type]

        await near.store.write(approve)
        return cls(near, far, near_shop, far_shop, random.Random(seed), clock=clock)

    async def run(self, rounds: int, granted: int = 0) -> list[str]:
        """Gives what is wrong in the end; empty where all is well.

        After the kills the work goes on until the link has taken `granted` steps there.
        """
        await self.far.start()
        await self.near.start()
        for _ in range(rounds):
            working = asyncio.ensure_future(self._work(self.chance.randint(10, 30)))
            await asyncio.sleep(self.chance.uniform(0.1, 2.0))
            for side in self.chance.choice([(self.near,), (self.far,), (self.near, self.far)]):
                await side.kill()
            await working
            for side in (self.far, self.near):
                if side.process is None:
                    await side.start()
        await self._work_calmly(granted)
        return await self._calm_down()

    def granted_steps(self) -> int:
        """Steps that orders took at the marketplace by the link's key."""
        return sum(
            entry.by == "Till 1" and entry.action != "place" and entry.position > 0
            for order in self._orders(self.far_shop)
            for entry in self.far_shop.history(order)
        )

    async def close(self) -> None:
        await self.near.close()
        await self.far.close()

    async def _work(self, steps: int) -> None:
        """What buyers, the shop and its till do meanwhile."""
        for _ in range(steps):
            self.clock.set(time.time_ns() // 1_000_000)
            await asyncio.to_thread(self.chance.choice([self._buy, self._act, self._act, self._move, self._there]))
            await asyncio.sleep(self.chance.uniform(0, 0.1))

    async def _work_calmly(self, granted: int) -> None:
        """Nothing is killed any more: how fast this computer is decides only how long it takes."""
        until = time.monotonic() + CALM_S
        while self.granted_steps() < granted and time.monotonic() < until:
            self.clock.set(time.time_ns() // 1_000_000)
            await asyncio.to_thread(self._take_next_steps)
            await asyncio.sleep(0.5)

    def _take_next_steps(self) -> None:
        """Takes the next step of each mirrored order; a buyer orders where none is open."""
        mirrored = [order for order in self._orders(self.near_shop) if order.is_mirrored]
        for order in mirrored:
            if order.status in _NEXT:
                self._try(self.near_shop, order, _NEXT[order.status])
        if not any(order.status in _NEXT for order in self._orders(self.far_shop)):
            self._buy()

    def _buy(self) -> None:
        self.far_shop.place(self.chance.choice(SKUS), self.chance.randint(1, 3))

    def _act(self) -> None:
        mirrored = [order for order in self._orders(self.near_shop) if order.is_mirrored]
        if mirrored:
            self._try(self.near_shop, self.chance.choice(mirrored), self.chance.choice(_STEPS))

    def _there(self) -> None:
        """Somebody uses the marketplace's own web console."""
        placed = self._orders(self.far_shop)
        if placed:
            self._try(self.far_shop, self.chance.choice(placed), self.chance.choice((*_STEPS, Action.REJECT)))

    def _try(self, shop: ShopFixture, order: Order, action: Action) -> None:
        try:
            shop.act(order, action, "sold out" if action is Action.REJECT else None)
        except CounterpartError:
            return

    def _move(self) -> None:
        sku = self.chance.choice(SKUS)
        self.near_shop.move(sku, Cause.RETURN, 1000)
        self.returned[sku] += 1

    def _orders(self, shop: ShopFixture) -> list[Order]:
        return shop.read(lambda db: orders.list_orders(db, shop.shop.id, limit=500))

    async def _calm_down(self) -> list[str]:
        until = time.monotonic() + CALM_S
        faults = ["nothing was looked at"]
        while faults and time.monotonic() < until:
            await asyncio.sleep(0.5)
            faults = await asyncio.to_thread(self._faults)
        return faults

    def _faults(self) -> list[str]:
        """The oracle: what the two sides disagree about, and what took effect twice or never."""
        report = self.near_shop.read(lambda db: report_link(db, self.near_shop.shop.id, 0))
        found = [f"{report.actions_waiting} actions, {report.to_push} items wait, {report.parked} parked"]
        if not (report.actions_waiting or report.to_push or report.parked):
            found = []
        found += [*self._order_faults(), *self._unshown()]
        for shop in (self.near_shop, self.far_shop):
            found += [f"orphaned hold {hold}" for hold in shop.read(find_wrong_reservations)]
        for sku in SKUS:
            near, far = self.near_shop.item(sku).quantity, self.far_shop.item(sku).quantity
            expected = AT_FIRST + self.returned[sku] - self._sold(sku)
            if not near == far == expected:
                found.append(f"{sku}: {near} here, {far} there, {expected} expected")
        return found

    def _order_faults(self) -> list[str]:
        found = []
        for there in self._orders(self.far_shop):
            here = self.near_shop.read(lambda db, there=there: self._mirror_of(db, there))  # type: ignore[misc]
            if here is None or here.status is not there.status:
                found.append(f"{there.reference}: {there.status} there, {here and here.status} here")
            steps = Counter(entry.action for entry in self.far_shop.history(there))
            found += [f"{there.reference}: {action} {count} times" for action, count in steps.items() if count > 1]
        return found

    def _unshown(self) -> list[str]:
        """Orders whose units left in vain, and of which the owner is not asked to do anything."""
        shown = {notice.reference for notice in self.near_shop.read(self._notices)}
        return [
            f"{order.reference}: its units left, it is cancelled, and nobody is told"
            for order in self._orders(self.near_shop)
            if _left_in_vain(order) and order.reference not in shown
        ]

    def _notices(self, db: ReadTx) -> list[mirror.Shown]:
        return mirror.list_shown(db, self.near_shop.shop.id)

    def _mirror_of(self, db: ReadTx, there: Order) -> Order | None:
        found = mirror.find_mirrored(db, self.near_shop.shop.id, there.reference)
        return None if found is None else found[0]

    def _sold(self, sku: str) -> int:
        """Units that left: sold there, or dispatched before the order was known as cancelled."""
        sold = [
            order
            for order in self._orders(self.far_shop)
            if order.status in (Status.OUT_FOR_DELIVERY, Status.DELIVERED)
        ]
        gone = [order for order in self._orders(self.near_shop) if _left_in_vain(order)]
        return sum(line.quantity // 1000 for order in (*sold, *gone) for line in order.lines if line.sku == sku)
