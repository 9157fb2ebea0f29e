"""What comes up while orders are being read is not forgotten, and equal answers change nothing
(link §2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

import pytest

from service.domain.marketplace.orders import Order, Status
from service.domain.times import HOUR, SECOND
from service.link.link_session import LinkSession
from service.link.order_poller import OPEN_EVERY, OrderPoller
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from tests.fakes.linked_pair import LinkedPair, linked_pair
from tests.fakes.upstream_proxy import Weather

HELD = 100
T = TypeVar("T")

PLACED = "/v1/orders?status=placed&limit=500"
CONFIRMED = "/v1/orders?status=confirmed&limit=500"


@pytest.fixture
async def pair(pair: LinkedPair) -> LinkedPair:
    await pair.runner.feed.step()
    pair.pass_time(OPEN_EVERY)
    return pair


async def test_a_gap_that_shows_during_a_whole_reading_is_read_too(pair: LinkedPair) -> None:
    """The order is placed after the placed orders were read, and the event feed begins after it."""
    placed: list[Order] = []

    async def place_and_lose_the_cursor() -> None:
        placed.append(pair.far.place("A", 1))
        pair.runner.poller.read_all()

    pair.proxy.meanwhile[CONFIRMED] = place_and_lose_the_cursor
    await pair.poll()
    pair.proxy.calls.clear()
    await pair.runner.poll()
    assert pair.near_order(placed[0]).status is Status.PLACED
    assert [path for _, path in pair.proxy.calls] == [PLACED, CONFIRMED], "the others were read after the gap"


async def test_a_status_that_is_wanted_while_it_is_read_is_read_again(pair: LinkedPair) -> None:
    placed: list[Order] = []

    async def place_and_ask() -> None:
        placed.append(pair.far.place("A", 1))
        pair.runner.poller.read_soon([Status.PLACED])

    pair.proxy.meanwhile[PLACED] = place_and_ask
    await pair.runner.poll()
    await pair.runner.poll()
    assert pair.near_order(placed[0]).status is Status.PLACED


async def test_a_reading_that_broke_off_begins_again_whole(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 1)
    pair.proxy.script = [Weather.BROKEN]
    rest_until = await pair.runner.poll()
    assert rest_until is not None
    pair.pass_time(rest_until - pair.clock.now())
    pair.proxy.calls.clear()
    await pair.runner.poll()
    assert {path for _, path in pair.proxy.calls} >= {f"/v1/orders?status={status}&limit=500" for status in Status}
    assert pair.near_order(placed).status is Status.PLACED


class SettlesAfterWrite:
    """A store whose first write ends as an action on each of these orders is settled."""

    def __init__(self, session: LinkSession, orders: list[Order]) -> None:
        self._session = session
        self._orders = orders

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        return await self._session.store.read(work)

    async def write(self, work: Callable[[Tx], T]) -> T:
        written = await self._session.store.write(work)
        for order in self._orders:
            self._session.settled.add(order.reference)
        return written


async def test_an_action_that_is_settled_between_two_writes_of_a_reading_counts(pair: LinkedPair) -> None:
    placed = [pair.far.place("A", 1) for _ in range(60)]
    session = pair.runner.session
    poller = OrderPoller(replace(session, store=cast(Store, SettlesAfterWrite(session, placed))))
    await poller.read_now([Status.PLACED])
    assert pair.near.count("orders") == 50, "the later ones are from before the action"


async def test_clocks_that_differ_do_not_change_an_order_with_every_reading(tmp_path: Path) -> None:
    """The `Date` of an answer has whole seconds, so the difference is never the same twice."""
    async with linked_pair(tmp_path, far_ahead=HOUR) as pair:
        await pair.connect_with(10)
        placed = pair.far.place("A", 1)
        await pair.poll()
        limits = set()
        for _ in range(5):
            pair.pass_time(10 * SECOND + 130)
            await pair.poll()
            limits.add(pair.near_order(placed).accept_by)
        assert len(limits) == 1


async def test_a_time_to_accept_that_changes_there_changes_here(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 1)
    await pair.poll()
    before = pair.near_order(placed).accept_by
    assert before is not None
    pair.far.write(lambda tx: tx.update("UPDATE orders SET accept_by = accept_by + 60000"))
    pair.runner.poller.read_all()
    await pair.poll()
    assert pair.near_order(placed).accept_by == before + 60_000
