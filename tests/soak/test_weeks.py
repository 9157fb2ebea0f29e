"""Five weeks of a shop, closed most of the time, in seconds; `dev.py soak` does half a year of
business.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from service.domain.times import DAY
from service.store.engine.store import Store
from tests.fakes.shop_fixture import ShopFixture
from tests.soak.simulated_days import ExpectedState, ReceiverExpectations
from tests.soak.simulated_time import SimulatedClock, WarpedLoop
from tests.soak.simulated_weeks import GrowthLimits, ResourceReading, SoakPlan, find_growth, run_simulation
from tests.soak.soak_receivers import Arrival

CLOSED = 84 * DAY
"""Each day after the holiday, the events of one day before it become old enough to go: 90 days."""
DAYS = 12
SHORTLY = GrowthLimits(rss=16 * 1024 * 1024, passing=0.25)
"""Caches are still being filled, and single days differ;
without pruning it would be twice as much.
"""

CALM = ResourceReading(
    day=0, rss=100_000_000, blocks=400_000, threads=10, files=20, tasks=12, timers=9, database=2_000_000, log=0,
    passing=4000, lasting=4000, backups=8,
)  # fmt: skip


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_grows(tmp_path: Path) -> None:
    lived = run_simulation(tmp_path, SoakPlan(days=DAYS, seed=7, closed=CLOSED, rounds=1, log_days=5))
    assert lived.found == []
    assert lived.totals["delivered"] == 2 * lived.totals["events"]
    assert lived.totals["posts"] > 1.2 * lived.totals["delivered"], "receivers hardly ever failed"
    assert find_growth(lived.readings[DAYS // 2 - 1 :], SHORTLY) == []


@pytest.mark.parametrize("name", ["threads", "files", "tasks", "timers", "rss", "blocks", "passing", "log", "database"])
def test_growth_of_each_kind_is_found(name: str) -> None:
    readings = [replace(CALM, day=day) for day in range(8)]
    assert find_growth(readings) == []
    grown = [replace(taken, **{name: getattr(taken, name) * (1 + taken.day * 40)}) for taken in readings]
    if name == "log":
        grown = [replace(taken, log=taken.day * 50_000_000) for taken in readings]
    (found,) = find_growth(grown)
    assert found.startswith(f"{name} grew")


def test_a_database_may_grow_with_the_shops_own_records() -> None:
    readings = [replace(CALM, day=day, lasting=4000 + day * 5000, database=600_000 * day) for day in range(8)]
    assert find_growth(readings) == []


@pytest.fixture
def book() -> ExpectedState:
    made = ExpectedState()
    made.sides["one"] = ReceiverExpectations()
    return made


ARRIVAL = Arrival("one", "dlv_1", "evt_1", "stock.changed A 4", b"digest", genuine=True, status=204)


def test_the_book_finds_what_is_unsigned_renamed_or_changed(book: ExpectedState) -> None:
    book.record_arrival(ARRIVAL)
    book.record_arrival(ARRIVAL)
    assert book.found == []
    for wrong in (
        replace(ARRIVAL, genuine=False),
        replace(ARRIVAL, delivery="dlv_2"),
        replace(ARRIVAL, digest=b"other"),
    ):
        book.record_arrival(wrong)
    assert len(book.found) == 3


async def test_the_book_finds_what_never_came_came_too_often_or_was_not_recorded(
    book: ExpectedState, store: Store, shop: ShopFixture
) -> None:
    book.expect("stock.changed A 4", "stock.changed B 7")
    book.record_arrival(ARRIVAL)
    await store.read(lambda db: book.close_deliveries(db, 0))
    assert book.found == ["one: dlv_1 was taken, its attempts say []", "one: stock.changed B 7 never came"]
    book.found.clear()
    book.record_arrival(ARRIVAL)
    book.record_arrival(replace(ARRIVAL, delivery="dlv_9", event="evt_9", key="stock.changed C 1"))
    await store.read(lambda db: book.close_deliveries(db, 0))
    assert "one: dlv_1 came again after a recorded 2xx" in book.found
    assert "one: stock.changed C 1 came for no reason" in book.found


async def test_the_book_finds_what_the_service_says_otherwise(
    book: ExpectedState, store: Store, shop: ShopFixture
) -> None:
    shop.add("A", 5)
    order = shop.place("A")
    book.new_day(0)
    book.count_call()
    book.nights = 1
    book.parts = {"A": (4, 1000)}
    book.compare_parts({"A": {"quantity": 5, "price_fils": 1000}})
    book.compare_parts({})
    await store.read(book.compare_records)
    assert [line.split(":")[0] for line in book.found] == [
        "A", "items that are there and should not, or the reverse", order.reference,
        "0 orders were placed, there are 1", "1 nights have come, 0 runs of the pull are kept",
        "1 calls were answered since the first day still kept, 0 are in the log",
    ]  # fmt: skip


def test_time_passes_awake_asleep_and_backwards() -> None:
    async def turn() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, WarpedLoop)
        world = SimulatedClock(loop)
        began, went_on = world.now(), world.monotonic()
        hour = asyncio.ensure_future(asyncio.sleep(3600))
        world.sleep(DAY)
        world.set_clock(-DAY // 2)
        await asyncio.sleep(0)
        assert not hour.done()
        world.advance(3_600_000)
        await hour
        assert (world.now() - began) // 60_000 == 13 * 60
        assert int(world.monotonic() - went_on) == 3600

    with asyncio.Runner(loop_factory=WarpedLoop) as runner:
        runner.run(turn())
