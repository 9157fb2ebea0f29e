"""Calls that wait for an event: who is woken, who is ended, and when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from service.api.events.held_calls import HeldCalls
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.domain.webhooks.events import EventKind

ORDERS, STOCK = EventKind.ORDER_PLACED, EventKind.STOCK_CHANGED


class Feed:
    """What was committed after a position, as the store would read it."""

    def __init__(self) -> None:
        self.events: list[tuple[int, int, str]] = []
        self.asked: list[tuple[int, int]] = []
        self.error: Unavailable | None = None

    def read(self, shop_id: int, position: int) -> list[tuple[int, str]]:
        self.asked.append((shop_id, position))
        if self.error is not None:
            raise self.error
        return [(seq, kind) for shop, seq, kind in self.events if shop == shop_id and seq > position]


class Waits:
    """Calls that wait, by a name."""

    def __init__(self, held: HeldCalls) -> None:
        self._held = held
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.ends: dict[str, Callable[[], None]] = {}

    async def add(
        self, name: str, *, key: int = 1, shop: int = 1, position: int = 0, kinds: tuple[EventKind, ...] = ()
    ) -> None:
        def on_held(end: Callable[[], None]) -> None:
            self.ends[name] = end

        waiting = self._held.wait(key, shop, position, frozenset(kinds), 25, on_held)
        self.tasks[name] = asyncio.create_task(waiting)
        await asyncio.sleep(0)

    async def waiting(self) -> str:
        """The names of those that still wait."""
        for _ in range(3):
            await asyncio.sleep(0)
        return " ".join(name for name, task in self.tasks.items() if not task.done())


@pytest.fixture
def feed() -> Feed:
    return Feed()


@pytest.fixture
def held(feed: Feed) -> HeldCalls:
    return HeldCalls(feed.read)


@pytest.fixture
async def waits(held: HeldCalls) -> AsyncIterator[Waits]:
    made = Waits(held)
    yield made
    held.close()
    await asyncio.gather(*made.tasks.values())


async def test_an_event_wakes_those_that_asked_for_it(held: HeldCalls, waits: Waits, feed: Feed) -> None:
    await waits.add("any", position=4)
    await waits.add("orders", kinds=(ORDERS,), position=3)
    await waits.add("stock", kinds=(STOCK, EventKind.RFQ_NEW))
    await waits.add("read-already", position=7)
    await waits.add("other-shop", shop=2)
    feed.events.append((1, 7, ORDERS.value))
    held.on_events()
    assert await waits.waiting() == "stock read-already other-shop"
    assert feed.asked == [(1, 0), (2, 0)]
    feed.events.append((1, 8, STOCK.value))
    held.on_events()
    assert await waits.waiting() == "other-shop"


async def test_each_key_has_its_own_count_and_time(held: HeldCalls, waits: Waits) -> None:
    assert held.find_retry_after(1) == 1
    for name in ("a", "b"):
        await waits.add(name, key=1)
    await waits.add("c", key=2, shop=2)
    assert (held.count(1), held.count(2), held.count(3)) == (2, 1, 0)
    assert held.find_retry_after(1) == 25
    waits.ends["a"]()
    waits.ends["a"]()
    assert await waits.waiting() == "b c"
    assert held.count(1) == 1


async def test_a_database_that_does_not_answer_ends_the_wait_and_is_logged(
    held: HeldCalls, waits: Waits, feed: Feed, caplog: pytest.LogCaptureFixture
) -> None:
    await waits.add("a")
    feed.error = Unavailable(verbatim("The disk is away"))
    held.on_events()
    assert await waits.waiting() == ""
    assert caplog.messages == ["Held calls are ended, as the database did not answer: The disk is away"]
    held.on_events()
    assert len(feed.asked) == 1, "nobody waits, so nothing is read"


async def test_a_stop_ends_every_wait_and_lets_none_begin_until_it_is_open_again(held: HeldCalls, waits: Waits) -> None:
    for shop in (1, 2):
        await waits.add(f"{shop}", shop=shop)
    held.close()
    assert await waits.waiting() == ""
    await waits.add("late")
    assert await waits.waiting() == ""
    held.open()
    await waits.add("again")
    assert await waits.waiting() == "again"


async def test_a_wait_ends_with_its_time(held: HeldCalls) -> None:
    async with asyncio.timeout(10):
        await held.wait(1, 1, 0, frozenset(), 0.001, lambda _: None)
    assert held.count(1) == 0
