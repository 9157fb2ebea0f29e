"""Ringing: each new order once, and one warning five minutes before one lapses."""

from __future__ import annotations

import pytest

from bridge.gateway.ringing import LAPSING, Ringing
from service.domain.orders import ACCEPT_WINDOW, Action
from service.domain.times import HOUR, MINUTE
from service.store import order_lists
from service.store.store import Store
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_floor import ShopFloor
from ui.backend.orders import OrderRow

Heard = list[tuple[str, bool]]


class Bell:
    """The duty with what it rang."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.heard: Heard = []
        self._ringing = Ringing(store, clock, self._hear)

    def _hear(self, ring: tuple[int, OrderRow, bool]) -> None:
        self.heard.append((ring[1].reference, ring[2]))

    async def step(self) -> tuple[Heard, int | None]:
        """What this step rang, and when the next warning is due."""
        before = len(self.heard)
        due = await self._ringing.step()
        return self.heard[before:], due


@pytest.fixture
def bell(store: Store, clock: FakeClock) -> Bell:
    return Bell(store, clock)


@pytest.fixture
def shop(floor: ShopFloor) -> ShopFloor:
    floor.add("A", 100)
    return floor


async def test_nothing_waits_and_nothing_rings(shop: ShopFloor, bell: Bell) -> None:
    assert await bell.step() == ([], None)
    assert shop.count("orders") == 0


async def test_a_new_order_rings_once_and_says_when_it_warns(shop: ShopFloor, bell: Bell) -> None:
    first = shop.place("A")
    due = START + ACCEPT_WINDOW - LAPSING
    assert await bell.step() == ([(first.reference, False)], due)
    assert await bell.step() == ([], due)
    shop.clock.advance(MINUTE)
    second = shop.place("A")
    assert await bell.step() == ([(second.reference, False)], due)


async def test_it_warns_once_five_minutes_before(shop: ShopFloor, bell: Bell, clock: FakeClock) -> None:
    order = shop.place("A")
    await bell.step()
    clock.advance(ACCEPT_WINDOW - LAPSING - 1)
    assert (await bell.step())[0] == []
    clock.advance(1)
    assert await bell.step() == ([(order.reference, True)], None)
    clock.advance(MINUTE)
    assert await bell.step() == ([], None)


async def test_one_that_was_seen_does_not_ring_but_warns(shop: ShopFloor, bell: Bell, clock: FakeClock) -> None:
    order = shop.place("A")
    shop.write(lambda tx: order_lists.mark_seen(tx, shop.shop.id, (order.reference,)))
    assert (await bell.step())[0] == []
    clock.advance(ACCEPT_WINDOW - MINUTE)
    assert (await bell.step())[0] == [(order.reference, True)]


async def test_one_that_was_accepted_warns_no_more(shop: ShopFloor, bell: Bell, clock: FakeClock) -> None:
    order = shop.place("A")
    await bell.step()
    shop.act(order, Action.ACCEPT)
    clock.advance(ACCEPT_WINDOW - MINUTE)
    assert await bell.step() == ([], None)


async def test_one_whose_time_is_over_is_for_expiry_alone(shop: ShopFloor, bell: Bell, clock: FakeClock) -> None:
    shop.place("A")
    clock.advance(ACCEPT_WINDOW)
    assert await bell.step() == ([], None)


async def test_a_clock_set_forth_warns_at_once_and_set_back_not_again(
    shop: ShopFloor, bell: Bell, clock: FakeClock
) -> None:
    order = shop.place("A")
    await bell.step()
    clock.set(START + ACCEPT_WINDOW - MINUTE)
    assert (await bell.step())[0] == [(order.reference, True)]
    clock.set(START - HOUR)
    assert (await bell.step())[0] == []
    clock.set(START + ACCEPT_WINDOW - MINUTE)
    assert (await bell.step())[0] == []


async def test_staging_rings_too(shop: ShopFloor, bell: Bell) -> None:
    twin = shop.twin()
    twin.add("A")
    order = twin.place("A")
    assert (await bell.step())[0] == [(order.reference, False)]
