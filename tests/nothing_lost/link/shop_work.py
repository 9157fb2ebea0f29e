"""What buyers, the shop and its till do while a link is disturbed."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from service.domain.catalogue.stock import Cause
from service.domain.errors import CounterpartError
from service.domain.marketplace.orders import CLOSED, Action, Order, Status
from service.store import orders
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.link.link_side import LinkSide

PLENTY = tuple(f"P-{place}" for place in range(5))
SCARCE = ("S-0", "S-1")
"""SKUs of which buyers want more than there are."""

AT_FIRST = {**dict.fromkeys(PLENTY, 1_000), **dict.fromkeys(SCARCE, 4)}
STEPS = (Action.ACCEPT, Action.READY, Action.DISPATCHED, Action.DELIVERED)
NEXT = dict(zip((Status.PLACED, Status.CONFIRMED, Status.READY, Status.OUT_FOR_DELIVERY), STEPS, strict=True))
ALL_ORDERS = 1_000_000


def list_orders(shop: ShopFixture) -> list[Order]:
    """All orders of a shop."""
    return shop.read(lambda db: orders.list_orders(db, shop.shop.id, limit=ALL_ORDERS))


class ShopWork:
    """One step at a time, each chosen at random. `returned` are units that came to the shop."""

    def __init__(self, near: LinkSide, far: LinkSide, seed: int) -> None:
        self.near, self.far = near, far
        self.returned: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._kinds = (self._buy, self._act, self._act, self._act_there, self._receive, self._price)

    def fill_shelves(self) -> None:
        """The items with which the shop begins."""
        rows = ({"sku": sku, "name": sku, "quantity": units, "price_fils": 1000} for sku, units in AT_FIRST.items())
        self.near.shop.upload(*rows)

    async def run(self, steps: int) -> None:
        for _ in range(steps):
            await asyncio.to_thread(self._step)
            await asyncio.sleep(self._chance.uniform(0, 0.06))

    def take_next_steps(self) -> None:
        """Takes the next step of each mirrored order; a buyer orders where none is open."""
        self._look_at_clocks()
        for order in self._mirrored():
            if order.status in NEXT:
                self._try(self.near.shop, order, NEXT[order.status])
        if not any(order.status in NEXT for order in list_orders(self.far.shop)):
            self._buy()

    def restock(self) -> None:
        """The shop counts its scarce units: so many are there that no order is short any more, and
        none of a marketplace that was restored, which may hold units that have left here.
        """
        self._look_at_clocks()
        ordered = Counter[str]()
        for order in self._mirrored():
            for line in () if order.units_left or order.status in CLOSED else order.lines:
                ordered[line.sku] += line.quantity
        for sku in SCARCE:
            held_there = int(self.far.shop.item(sku).reserved * 1000)
            self.near.shop.move(sku, Cause.COUNT, max(ordered[sku], held_there) + AT_FIRST[sku] * 1000)

    def _step(self) -> None:
        self._look_at_clocks()
        self._chance.choice(self._kinds)()

    def _look_at_clocks(self) -> None:
        self.near.look_at_clock()
        self.far.look_at_clock()

    def _buy(self) -> None:
        sku = self._chance.choice((*PLENTY, *SCARCE))
        try:
            self.far.shop.place(sku, self._chance.randint(1, 3))
        except CounterpartError:
            return  # the marketplace has not got it yet, or sold out

    def _act(self) -> None:
        """Mostly the next step of an open order, now and then one that comes too early or late."""
        mirrored = self._mirrored()
        still_open = [order for order in mirrored if order.status in NEXT]
        if still_open and self._chance.random() < 0.7:
            order = self._chance.choice(still_open)
            self._try(self.near.shop, order, NEXT[order.status])
        elif mirrored:
            self._try(self.near.shop, self._chance.choice(mirrored), self._chance.choice(STEPS))

    def _act_there(self) -> None:
        """Somebody uses the marketplace's own web console."""
        placed = list_orders(self.far.shop)
        if placed:
            self._try(self.far.shop, self._chance.choice(placed), self._chance.choice((*STEPS, Action.REJECT)))

    def _receive(self) -> None:
        sku = self._chance.choice((*PLENTY, *SCARCE))
        self.near.shop.move(sku, Cause.RETURN, 1000)
        self.returned[sku] += 1

    def _price(self) -> None:
        self.near.shop.upload({"sku": self._chance.choice(PLENTY), "price_fils": self._chance.randint(900, 1_100)})

    def _mirrored(self) -> list[Order]:
        return [order for order in list_orders(self.near.shop) if order.is_mirrored]

    def _try(self, shop: ShopFixture, order: Order, action: Action) -> None:
        try:
            shop.act(order, action, "sold out" if action is Action.REJECT else None)
        except CounterpartError:
            return
