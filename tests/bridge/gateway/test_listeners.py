"""Subscribers get notices, windows share what they read, and orders ring."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future

import pytest

from bridge.gateway.listeners import PAUSE_S, UNHEARD_PAUSE, GatheredChanges, Listeners, OrderRinging, SharedReads
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action, ListedOrder
from service.domain.marketplace.ringing import WARN_BEFORE
from service.domain.times import HOUR, MINUTE, SECOND
from service.store import orders
from service.store.engine.store import Store
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import ShopFixture

WAIT_S = 20.0


def test_each_listener_hears_until_it_stops() -> None:
    words: Listeners[int] = Listeners()
    one, other = list[int](), list[int]()
    listening = words.add(one.append)
    words.add(other.append)
    words.notify(1)
    listening.close()
    listening.close()
    words.notify(2)
    assert (one, other) == ([1], [1, 2])


def test_a_broken_listener_keeps_the_word_from_no_other(caplog: pytest.LogCaptureFixture) -> None:
    words: Listeners[int] = Listeners()
    heard: list[int] = []

    def broken(_: int) -> None:
        raise ValueError("broken")

    words.add(broken)
    words.add(heard.append)
    with caplog.at_level(logging.ERROR):
        words.notify(7)
    assert heard == [7]
    assert "A listener failed" in caplog.text


def test_one_may_stop_listening_while_it_is_told() -> None:
    words: Listeners[int] = Listeners()
    heard: list[int] = []

    def once(number: int) -> None:
        heard.append(number)
        listening.close()

    listening = words.add(once)
    words.notify(1)
    words.notify(2)
    assert heard == [1]


def test_changes_of_many_commits_are_given_together_after_the_first() -> None:
    given: list[Changes] = []
    gave = threading.Event()

    def give(changes: Changes) -> None:
        given.append(changes)
        if len(given) == 1:
            gathered.add(Changes.of(ChangeKind.ITEMS))
            gathered.add(Changes.of(ChangeKind.CALLS))
        else:
            gave.set()

    gathered = GatheredChanges(give)
    gathered.add(Changes.of(ChangeKind.ORDERS))
    assert given == [Changes.of(ChangeKind.ORDERS)], "at once, in this thread"
    assert gave.wait(WAIT_S)
    assert given[1:] == [Changes.of(ChangeKind.ITEMS, ChangeKind.CALLS)]


def test_a_changed_person_waits_for_no_pause() -> None:
    given: list[Changes] = []
    gathered = GatheredChanges(given.append)
    gathered.add(Changes.of(ChangeKind.ITEMS))
    gathered.add(Changes.of(ChangeKind.PEOPLE))
    assert [changes.kinds for changes in given] == [{ChangeKind.ITEMS}, {ChangeKind.PEOPLE}]


def test_notices_go_on_where_a_thread_could_not_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    given: list[Changes] = []
    gathered = GatheredChanges(given.append)
    with monkeypatch.context() as patch:
        patch.setattr(threading.Timer, "start", refuse)
        gathered.add(Changes.of(ChangeKind.ITEMS))
    gathered.add(Changes.of(ChangeKind.ORDERS))
    assert given == [Changes.of(ChangeKind.ITEMS), Changes.of(ChangeKind.ORDERS)]


def test_what_windows_ask_between_two_commits_is_read_once_and_after_each_again(clock: FakeClock) -> None:
    """A read that began before a commit may have missed it."""
    shared, begun = SharedReads(clock.monotonic), list[Future[int]]()

    def read() -> Future[int]:
        begun.append(Future())
        return begun[-1]

    first = shared.ask(("overview", 1), read)
    assert shared.ask(("overview", 1), read) is first
    assert shared.ask(("badges", 1), read) is not first
    assert shared.ask(("overview", 2), read) is not first
    shared.forget(Changes.of(ChangeKind.ORDERS))
    second = shared.ask(("overview", 1), read)
    assert second is not first
    clock.advance(int(2 * PAUSE_S * SECOND))
    third = shared.ask(("overview", 1), read)
    assert third is not second, "the time counts too"
    begun[-1].set_exception(Unavailable.saying("Another program has the database."))
    assert shared.ask(("overview", 1), read) is not third, "an error is nobody else's"
    assert len(begun) == 6


Rings = list[tuple[str, bool]]


class RingRecorder:
    """The duty with what it rang."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.rings: Rings = []
        self.has_window = True
        self._ringing = OrderRinging(store, clock, self._record)

    def _record(self, ring: tuple[int, ListedOrder, bool]) -> bool:
        self.rings.append((ring[1].reference, ring[2]))
        return self.has_window

    async def step(self) -> tuple[Rings, int | None]:
        """What this step rang, and when the next warning is due."""
        before = len(self.rings)
        due = await self._ringing.step()
        return self.rings[before:], due


@pytest.fixture
def bell(store: Store, clock: FakeClock) -> RingRecorder:
    return RingRecorder(store, clock)


@pytest.fixture
def shop(floor: ShopFixture) -> ShopFixture:
    floor.add("A", 100)
    return floor


async def test_nothing_waits_and_nothing_rings(shop: ShopFixture, bell: RingRecorder) -> None:
    assert await bell.step() == ([], None)
    assert shop.count("orders") == 0


async def test_what_no_window_heard_rings_again_as_soon_as_one_is_open(shop: ShopFixture, bell: RingRecorder) -> None:
    order = shop.place("A")
    bell.has_window = False
    assert await bell.step() == ([(order.reference, False)], START + UNHEARD_PAUSE)
    bell.has_window = True
    shop.clock.advance(UNHEARD_PAUSE)
    assert await bell.step() == ([(order.reference, False)], START + UNHEARD_PAUSE + MINUTE)
    assert await bell.step() == ([], START + UNHEARD_PAUSE + MINUTE)


async def test_a_warning_that_no_window_heard_is_repeated(shop: ShopFixture, bell: RingRecorder) -> None:
    order = shop.place("A")
    shop.clock.advance(ACCEPT_WINDOW - WARN_BEFORE)
    bell.has_window = False
    assert (await bell.step())[0] == [(order.reference, True)]
    bell.has_window = True
    shop.clock.advance(UNHEARD_PAUSE)
    assert (await bell.step())[0] == [(order.reference, True)]


async def test_a_new_order_rings_until_somebody_looks_at_it(shop: ShopFixture, bell: RingRecorder) -> None:
    first = shop.place("A")
    assert await bell.step() == ([(first.reference, False)], START + MINUTE)
    assert await bell.step() == ([], START + MINUTE)
    shop.clock.advance(MINUTE)
    second = shop.place("A")
    rings, due = await bell.step()
    assert sorted(rings) == [(first.reference, False), (second.reference, False)]
    assert due == START + 2 * MINUTE
    shop.write(lambda tx: orders.mark_seen(tx, shop.shop.id, (first.reference, second.reference)))
    shop.clock.advance(MINUTE)
    assert await bell.step() == ([], START + ACCEPT_WINDOW - WARN_BEFORE)


@pytest.mark.parametrize(("left", "pause"), [(11 * MINUTE, 60), (10 * MINUTE, 30), (6 * MINUTE, 30), (4 * MINUTE, 15)])
async def test_it_rings_more_often_as_time_runs_out(
    shop: ShopFixture, bell: RingRecorder, clock: FakeClock, left: int, pause: int
) -> None:
    shop.place("A")
    clock.advance(ACCEPT_WINDOW - left)
    _, due = await bell.step()
    assert due == clock.now() + pause * SECOND
    clock.advance(pause * SECOND - 1)
    assert (await bell.step())[0] == []
    clock.advance(1)
    assert len((await bell.step())[0]) == 1


async def test_it_warns_five_minutes_before(shop: ShopFixture, bell: RingRecorder, clock: FakeClock) -> None:
    order = shop.place("A")
    shop.write(lambda tx: orders.mark_seen(tx, shop.shop.id, (order.reference,)))
    await bell.step()
    clock.advance(ACCEPT_WINDOW - WARN_BEFORE - 1)
    assert (await bell.step())[0] == []
    clock.advance(1)
    assert await bell.step() == ([(order.reference, True)], None)
    clock.advance(MINUTE)
    assert await bell.step() == ([], None)


async def test_one_that_was_seen_does_not_ring_but_warns(
    shop: ShopFixture, bell: RingRecorder, clock: FakeClock
) -> None:
    order = shop.place("A")
    shop.write(lambda tx: orders.mark_seen(tx, shop.shop.id, (order.reference,)))
    assert (await bell.step())[0] == []
    clock.advance(ACCEPT_WINDOW - MINUTE)
    assert (await bell.step())[0] == [(order.reference, True)]


async def test_one_that_was_accepted_warns_no_more(shop: ShopFixture, bell: RingRecorder, clock: FakeClock) -> None:
    order = shop.place("A")
    await bell.step()
    shop.act(order, Action.ACCEPT)
    clock.advance(ACCEPT_WINDOW - MINUTE)
    assert await bell.step() == ([], None)


async def test_one_whose_time_is_over_is_for_expiry_alone(
    shop: ShopFixture, bell: RingRecorder, clock: FakeClock
) -> None:
    shop.place("A")
    clock.advance(ACCEPT_WINDOW)
    assert await bell.step() == ([], None)


async def test_an_order_without_a_known_end_rings_until_somebody_looks_at_it(
    shop: ShopFixture, bell: RingRecorder
) -> None:
    """The clock is in doubt, or a marketplace does not say until when it waits."""
    order = shop.place("A")
    shop.write(orders.clear_accept_times)
    for _ in range(40):
        assert await bell.step() == ([(order.reference, False)], shop.clock.now() + MINUTE)
        shop.clock.advance(MINUTE)
    shop.write(lambda tx: orders.mark_seen(tx, shop.shop.id, (order.reference,)))
    assert await bell.step() == ([], None)


async def test_a_clock_set_forth_warns_at_once_and_set_back_not_again(
    shop: ShopFixture, bell: RingRecorder, clock: FakeClock
) -> None:
    order = shop.place("A")
    await bell.step()
    clock.set(START + ACCEPT_WINDOW - MINUTE)
    assert (await bell.step())[0] == [(order.reference, True)]
    shop.write(lambda tx: orders.mark_seen(tx, shop.shop.id, (order.reference,)))
    clock.set(START - HOUR)
    assert (await bell.step())[0] == []
    clock.set(START + ACCEPT_WINDOW - MINUTE)
    assert (await bell.step())[0] == []


async def test_staging_rings_too(shop: ShopFixture, bell: RingRecorder) -> None:
    staging = shop.paired()
    staging.add("A")
    order = staging.place("A")
    assert (await bell.step())[0] == [(order.reference, False)]
