"""Runs a practice marketplace for each practice link: a second service with data of its own.

It listens on this computer only, at a free port, and answers nobody but the link that has its key.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Protocol

from msgspec import Raw

from bridge.system.paths import make_data_folder
from service.domain.actors import MARKETPLACE
from service.domain.catalogue.row_parser import parse_rows
from service.domain.errors import Refused
from service.domain.link.link_state import Link
from service.domain.marketplace.orders import CLOSED, Order
from service.domain.shops import Shop
from service.domain.times import MINUTE, SECOND, Clock, Millis, get_year, get_year_start
from service.domain.webhooks.webhook_secrets import Secret
from service.schedule.periodic_task import PeriodicTask
from service.service import Service, ServiceOptions
from service.store import keys, orders, shops
from service.store.engine.connection import FILE_NAME
from service.store.engine.transaction import ReadTx, Tx
from service.usecases.act_on_order import cancel_order
from service.usecases.issue_key import issue_key
from service.usecases.link.edit_link import PRACTICE_ENDED
from service.usecases.place_order import place_test_order
from service.usecases.upload_items import save_upload

MOST_OPEN = 8
"""Nobody has to answer more practice orders than these at a time."""

ORDER_EVERY = (20 * SECOND, 90 * SECOND)
WITHDRAW_EVERY = (4 * MINUTE, 8 * MINUTE)
OUTAGE_EVERY = (5 * MINUTE, 10 * MINUTE)
OUTAGE_LASTS = (20 * SECOND, 60 * SECOND)
FIRST_ORDER: Millis = 5 * SECOND
ANSWER_S = (0.05, 1.5)
log = logging.getLogger(__name__)

FOLDER = "practice"
_LOOPBACK = "127.0.0.1"
_NUMBERS_PER_MINUTE = 3
_ORDERS_READ = 500
_ONLY_THERE = (
    Raw(b'{"sku": "PRACTICE-1", "name": "Wiper blade", "quantity": 4, "price_fils": 2500}'),
    Raw(b'{"sku": "PRACTICE-2", "name": "Cabin filter", "quantity": 2, "price_fils": 4000}'),
)
"""Items that exist at the marketplace only, so that the rehearsal has something to ask about."""


Wait = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass."""


class Chance(Protocol):
    """Where random numbers come from, such as `secrets.SystemRandom`."""

    def uniform(self, first: float, last: float, /) -> float: ...

    def randint(self, first: int, last: int, /) -> int: ...


class Happening(Enum):
    ORDER = auto()
    WITHDRAW = auto()
    GO_AWAY = auto()
    COME_BACK = auto()


class PracticeDay:
    """Decides by chance; the same chance and moments give the same day."""

    def __init__(self, chance: Chance, started_at: Millis) -> None:
        self._chance = chance
        self._due = {
            Happening.ORDER: started_at + FIRST_ORDER,
            Happening.WITHDRAW: started_at + self._span(WITHDRAW_EVERY),
            Happening.GO_AWAY: started_at + self._span(OUTAGE_EVERY),
        }

    @property
    def next_at(self) -> Millis:
        return min(self._due.values())

    def take_due(self, now: Millis) -> list[Happening]:
        """Gives what is due at `now`, and plans when it happens again."""
        due = [happening for happening, at in self._due.items() if at <= now]
        for happening in due:
            self._plan_after(happening, now)
        return due

    def answer_delay_s(self) -> float:
        """Seconds until the next call is answered."""
        return self._chance.uniform(*ANSWER_S)

    def _plan_after(self, happening: Happening, now: Millis) -> None:
        if happening is Happening.GO_AWAY:
            del self._due[Happening.GO_AWAY]
            self._due[Happening.COME_BACK] = now + self._span(OUTAGE_LASTS)
        elif happening is Happening.COME_BACK:
            del self._due[Happening.COME_BACK]
            self._due[Happening.GO_AWAY] = now + self._span(OUTAGE_EVERY)
        else:
            self._due[happening] = now + self._span(ORDER_EVERY if happening is Happening.ORDER else WITHDRAW_EVERY)

    def _span(self, bounds: tuple[Millis, Millis]) -> Millis:
        return self._chance.randint(*bounds)


@dataclass(slots=True)
class _Running:
    service: Service
    shop: Shop
    port: int
    day: PracticeDay
    task: PeriodicTask | None = None


class PracticeMarketplaces:
    """Carries out service.link.link_runner.Practice."""

    def __init__(self, folder: Path, clock: Clock, chance: Chance | None = None, wait: Wait = asyncio.sleep) -> None:
        self._folder = folder / FOLDER
        self._clock = clock
        self._chance = chance or secrets.SystemRandom()
        self._wait = wait
        self._running: dict[int, _Running] = {}

    async def open(self, link: Link) -> tuple[str, Secret]:
        """Starts the marketplace of a link; gives its address and a new key. Raises Unavailable."""
        await self.close(link.shop_id)
        folder = self._folder / str(link.shop_id)
        make_data_folder(folder)
        day = PracticeDay(self._chance, self._clock.now())

        async def wait() -> None:
            await self._wait(day.answer_delay_s())

        service = await asyncio.to_thread(Service, ServiceOptions(folder / FILE_NAME, self._clock, before_answer=wait))
        try:
            await service.start(_LOOPBACK, 0)
            shop = await service.store.read(lambda db: shops.find_shop(db, None, staging=True))
            key = await service.store.write(lambda tx: self._prepare(tx, shop, link))
        except BaseException:
            await service.stop()
            raise
        address = service.address
        running = self._running[link.shop_id] = _Running(service, shop, int(address.rpartition(":")[2]), day)
        running.task = PeriodicTask("The practice marketplace", service.guard, lambda: self.step(link.shop_id))
        running.task.start()
        return address, Secret(key)

    async def close(self, shop_id: int) -> None:
        """Ends the marketplace of a shop's link; its data stays for the next practice."""
        running = self._running.pop(shop_id, None)
        if running is not None:
            if running.task is not None:
                await running.task.stop()
            await running.service.stop()

    async def step(self, shop_id: int) -> Millis | None:
        """Lets happen what is due; gives when something happens next."""
        running = self._running.get(shop_id)
        if running is None:
            return None
        now = running.service.guard.now()
        for happening in running.day.take_due(now):
            if happening is Happening.GO_AWAY:
                await running.service.stop_listening()
            elif happening is Happening.COME_BACK:
                await running.service.listen(_LOOPBACK, running.port)
            else:
                await running.service.store.write(lambda tx: self._happen(tx, running, happening, now))  # noqa: B023
        return running.day.next_at

    def _happen(self, tx: Tx, running: _Running, happening: Happening, now: Millis) -> None:
        waiting = _list_open(tx, running.shop)
        if happening is Happening.WITHDRAW:
            if waiting:
                self._cancel(tx, running.shop, waiting[-1], "The buyer changed his mind.", now)
            return
        if len(waiting) >= MOST_OPEN:
            return
        try:
            place_test_order(tx, running.shop, by=MARKETPLACE, now=now)
        except Refused as error:
            log.info("The practice marketplace has nothing to order yet: %s", error.message)

    def _prepare(self, tx: Tx, shop: Shop, link: Link) -> str:
        """Closes orders of an earlier practice, and gives the link a key; older keys end."""
        now = self._clock.now()
        for order in _list_open(tx, shop):
            if order.placed_at < link.created_at:
                self._cancel(tx, shop, order, PRACTICE_ENDED, now)
        year = get_year(now)
        # Its data may be gone, and references of an earlier practice must not come again.
        past = (now - get_year_start(now)) // MINUTE * _NUMBERS_PER_MINUTE
        shops.start_numbers_at(tx, shop.id, "ORD", year, past)
        for key in keys.list_keys(tx, shop.id):
            keys.revoke_key(tx, key, now)
        save_upload(tx, shop, parse_rows(list(_ONLY_THERE)).rows, by=MARKETPLACE, now=now)
        return issue_key(tx, shop, "Practice link", now=now).text

    @staticmethod
    def _cancel(tx: Tx, shop: Shop, order: Order, reason: str, now: Millis) -> None:
        cancel_order(tx, shop, order.reference, reason=reason, restock=False, by=MARKETPLACE, now=now)


def _list_open(db: ReadTx, shop: Shop) -> list[Order]:
    """Newest first."""
    return [order for order in orders.list_orders(db, shop.id, limit=_ORDERS_READ) if order.status not in CLOSED]
