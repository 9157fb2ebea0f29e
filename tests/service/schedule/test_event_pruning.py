"""Old events are deleted, but never one that still waits or failed lately."""

from __future__ import annotations

import pytest

from service.domain.call_log.calls import Call
from service.domain.times import DAY, HOUR, Millis
from service.domain.webhooks.events import DeliveryState
from service.schedule.event_pruning import EventPruning
from service.store.call_log.calls import PackedBodies, add_call
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written, set_row


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    add_target(shop)
    return shop


def call_comes(floor: ShopFixture, at: Millis) -> None:
    """A call was logged, which tells what time it was."""
    call = Call(0, at, floor.shop.id, None, None, "127.0.0.1", "GET", "/v1/items", 200, 100, 0, 10)
    floor.write(lambda tx: add_call(tx, call, PackedBodies()))


async def prune(floor: ShopFixture, *, known: bool = True) -> None:
    """`known`: calls came yesterday too, so that the clock is believed."""
    if known:
        call_comes(floor, floor.clock.now() - DAY)
    step = EventPruning(floor.store, floor.clock).step
    assert await step() == floor.clock.now() + HOUR


@pytest.mark.parametrize("state", [DeliveryState.DELIVERED, DeliveryState.FAILED, DeliveryState.SKIPPED])
async def test_what_is_over_goes_90_days_later(floor: ShopFixture, state: DeliveryState) -> None:
    count_stock(floor, "A", 1)
    (delivery,) = list_written(floor)
    set_row(floor, delivery.id, state=state, next_attempt_at=None, finished_at=floor.clock.now() + DAY)
    floor.write(
        lambda tx: tx.insert(
            "INSERT INTO attempts (delivery_seq, number, at, duration_ms, answer) VALUES (1, 1, 1, 1, x'')", ()
        )
    )
    floor.clock.advance(91 * DAY)
    await prune(floor)
    assert list_written(floor) != []
    floor.clock.advance(1)
    await prune(floor)
    assert (floor.count("events"), floor.count("deliveries"), floor.count("attempts")) == (0, 0, 0)


@pytest.mark.parametrize("state", [DeliveryState.WAITING, DeliveryState.SENDING])
async def test_what_waits_stays_however_old(floor: ShopFixture, state: DeliveryState) -> None:
    count_stock(floor, "A", 1)
    set_row(floor, list_written(floor)[0].id, state=state)
    floor.clock.advance(400 * DAY)
    await prune(floor)
    assert floor.count("events") == 1


async def test_one_delivery_that_waits_keeps_the_event_for_all(floor: ShopFixture) -> None:
    add_target(floor)
    count_stock(floor, "A", 1, 2)
    over = floor.clock.now()
    for delivery in list_written(floor)[:3]:
        set_row(floor, delivery.id, state=DeliveryState.DELIVERED, finished_at=over)
    floor.clock.advance(91 * DAY)
    await prune(floor)
    assert (floor.count("events"), floor.count("deliveries")) == (1, 2)


async def test_more_than_one_step_is_dropped(floor: ShopFixture) -> None:
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1"))
    count_stock(floor, "A", *(1 + n % 2 for n in range(250)))
    floor.clock.advance(91 * DAY)
    await prune(floor)
    assert floor.count("events") == 0


async def test_a_clock_that_jumps_ahead_drops_nothing_until_it_went_on_for_a_day(floor: ShopFixture) -> None:
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1"))
    count_stock(floor, "A", 1, 2)
    floor.clock.advance(400 * DAY)
    count_stock(floor, "A", 3)
    await prune(floor, known=False)
    assert floor.count("events") == 3
    floor.clock.advance(DAY)
    await prune(floor, known=False)
    assert floor.count("events") == 1
