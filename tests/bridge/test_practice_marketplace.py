"""A staging shop practises: its items go up, orders come down, and the marketplace goes away."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bridge.practice_marketplace import (
    ANSWER_S,
    FIRST_ORDER,
    FOLDER,
    ORDER_EVERY,
    OUTAGE_EVERY,
    OUTAGE_LASTS,
    Happening,
    PracticeDay,
    PracticeMarketplaces,
)
from service.domain.errors import Refused
from service.domain.link.link_state import LinkState
from service.domain.link.rehearsal import OnlyThere, read_report
from service.domain.marketplace.orders import CLOSED, Order, Status
from service.domain.times import DAY, HOUR, MINUTE
from service.link.link_runner import LinkPorts, LinkRunner
from service.service import Service, ServiceOptions
from service.store import orders, shops
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.link.links import get_link, read_text
from service.usecases.link import edit_link
from service.usecases.link.edit_link import begin_practice, end_practice
from service.usecases.link.report_link import report_link
from tests.fakes.certificates import openssl_trust
from tests.fakes.clock import FakeClock
from tests.fakes.linked_pair import KeyRing, StillDuty
from tests.fakes.shop_fixture import ShopFixture

START = 1_000_000


def make_day(seed: int = 5) -> PracticeDay:
    return PracticeDay(random.Random(seed), START)


def test_the_first_order_comes_within_seconds() -> None:
    day = make_day()
    assert day.next_at == START + FIRST_ORDER
    assert day.take_due(START + FIRST_ORDER) == [Happening.ORDER]
    assert day.take_due(START + FIRST_ORDER) == []


def test_an_hour_has_orders_and_outages_that_end() -> None:
    day, now = make_day(), START
    seen: Counter[Happening] = Counter()
    away_since, outages = 0, []
    while now < START + HOUR:
        now = day.next_at
        for happening in day.take_due(now):
            seen[happening] += 1
            if happening is Happening.GO_AWAY:
                away_since = now
            elif happening is Happening.COME_BACK:
                outages.append(now - away_since)
    assert seen[Happening.ORDER] >= 40
    assert seen[Happening.WITHDRAW] >= 7
    assert 5 <= seen[Happening.GO_AWAY] - seen[Happening.COME_BACK] + len(outages) <= 12
    assert all(OUTAGE_LASTS[0] <= span <= OUTAGE_LASTS[1] for span in outages)


def test_the_same_chance_gives_the_same_day() -> None:
    first, second = make_day(), make_day()
    assert [first.take_due(first.next_at) for _ in range(30)] == [second.take_due(second.next_at) for _ in range(30)]


def test_answers_are_slow_and_never_too_slow() -> None:
    day = make_day()
    assert all(ANSWER_S[0] <= day.answer_delay_s() <= ANSWER_S[1] for _ in range(100))


class Practising:
    """A staging shop with its practice link; only what a test calls happens."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.store = Store(folder / "near.db")
        self.shop = ShopFixture.fresh(self.store, staging=True, clock=self.clock)
        self.practice = PracticeMarketplaces(folder, self.clock, random.Random(3), self.wait_no_time)
        self.waits: list[float] = []
        self.runner: LinkRunner

    async def wait_no_time(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def begin(self) -> None:
        shop = self.shop
        self.shop.write(lambda tx: begin_practice(tx, shop.shop, now=self.clock.now()))
        link = self.shop.read(lambda db: get_link(db, shop.shop.id))
        address, key = await self.practice.open(link)
        tls = openssl_trust()
        ports = LinkPorts(self.store, self.clock, tls, KeyRing(), lambda _name, step: StillDuty(step))
        self.runner = LinkRunner(ports, link, key, address)
        await self.runner.read_catalogue()

    async def send_items(self) -> None:
        self.shop.write(
            lambda tx: edit_link.approve(tx, self.shop.shop, OnlyThere.LEAVE, by="owner", now=self.clock.now())
        )
        await self.runner.pusher.step()

    async def pass_time(self, span: int) -> None:
        self.clock.advance(span)
        await self.practice.step(self.shop.shop.id)

    async def read_orders(self) -> list[Order]:
        self.runner.poller.read_all()
        await self.runner.poll()
        return self.shop.read(lambda db: orders.list_orders(db, self.shop.shop.id))


@pytest.fixture
async def practising(tmp_path: Path) -> AsyncIterator[Practising]:
    made = Practising(tmp_path)
    made.shop.add("A", 5)
    await made.begin()
    yield made
    await made.runner.stop()
    await made.practice.close(made.shop.shop.id)
    made.store.close()


async def test_the_rehearsal_has_something_to_create_and_something_that_is_only_there(practising: Practising) -> None:
    text = practising.shop.read(lambda db: read_text(db, practising.shop.shop.id, "rehearsal"))
    assert text is not None
    report = read_report(text)
    assert (report.create, report.only_there) == (1, 2)
    assert practising.waits, "it answers slowly"


async def test_orders_come_for_what_the_shop_sent(practising: Practising) -> None:
    await practising.send_items()
    await practising.pass_time(FIRST_ORDER)
    (order,) = await practising.read_orders()
    assert (order.status, order.is_mirrored) == (Status.PLACED, True)
    assert practising.shop.item("A").reserved in (0, 1)


async def test_it_goes_away_and_comes_back(practising: Practising) -> None:
    await practising.send_items()
    await practising.pass_time(OUTAGE_EVERY[1])
    assert await practising.read_orders() == []
    fault = practising.shop.read(lambda db: get_link(db, practising.shop.shop.id)).fault
    assert fault is not None
    await practising.pass_time(OUTAGE_LASTS[1])
    await practising.pass_time(ORDER_EVERY[1])
    assert await practising.read_orders() != []


async def test_a_clock_that_jumped_and_went_back_does_not_send_it_away(
    practising: Practising,
) -> None:
    """It went away in the wrong time, and waited for that time to come back."""
    await practising.send_items()
    right = practising.clock.now()
    practising.clock.set(right + 365 * DAY)
    await practising.practice.step(practising.shop.shop.id)
    practising.clock.set(right)
    await practising.pass_time(FIRST_ORDER)
    assert len(await practising.read_orders()) == 1


async def test_the_end_cancels_what_is_open_and_the_next_practice_has_new_numbers(practising: Practising) -> None:
    shop = practising.shop
    await practising.send_items()
    await practising.pass_time(FIRST_ORDER)
    (first,) = await practising.read_orders()
    assert shop.write(lambda tx: end_practice(tx, shop.shop, by="owner", now=practising.clock.now())) == 1
    assert shop.order(first).status is Status.CANCELLED
    assert shop.item("A").reserved == 0
    await practising.runner.stop()
    practising.clock.advance(60_000)
    await practising.begin()
    await practising.send_items()
    await practising.pass_time(FIRST_ORDER)
    found = await practising.read_orders()
    (second,) = [order for order in found if order.status not in CLOSED]
    assert second.reference != first.reference
    assert shop.order(first).status is Status.CANCELLED


async def test_a_clock_that_jumps_a_year_leaves_the_link_in_its_own_time(tmp_path: Path) -> None:
    async def wait_no_time(_seconds: float) -> None:
        return

    clock = FakeClock()
    practice = PracticeMarketplaces(tmp_path, FakeClock(), random.Random(3), wait_no_time)
    service = Service(ServiceOptions(tmp_path / FILE_NAME, clock, practice=practice))
    await service.start("127.0.0.1", 0)
    shop = await service.store.read(lambda db: shops.find_shop(db, None, staging=True))

    async def answered_after(moment: int) -> int:
        async with asyncio.timeout(60):
            while True:
                at = (await service.store.read(lambda db: get_link(db, shop.id))).last_answer_at
                if at is not None and at > moment:
                    return at

    try:
        await service.store.write(lambda tx: begin_practice(tx, shop, now=clock.now()))
        first = await answered_after(0)
        clock.set(first + 365 * DAY)
        clock.advance(MINUTE)
        assert await answered_after(first) == first + MINUTE
        await service.guard.check()
        report = await service.store.read(lambda db: report_link(db, shop.id, clock.now()))
        assert report.state is LinkState.HELD
    finally:
        await service.stop()


async def test_a_marketplace_that_cannot_begin_leaves_nothing_running(tmp_path: Path) -> None:
    made = Practising(tmp_path)
    await made.begin()
    await made.runner.stop()
    await made.practice.close(made.shop.shop.id)
    database = tmp_path / FOLDER / str(made.shop.shop.id) / FILE_NAME
    with closing(Store(database)) as far:
        far.submit(lambda tx: shops.set_read_only(tx, shops.find_shop(tx, None, staging=True).id, True)).result()
    before = asyncio.all_tasks()
    with pytest.raises(Refused, match="read-only"):
        await made.practice.open(made.shop.read(lambda db: get_link(db, made.shop.shop.id)))
    assert asyncio.all_tasks() == before
    made.store.close()
