"""Old events go, and never one that still waits or failed lately."""

from __future__ import annotations

import pytest

from service.domain.events import DeliveryState
from service.domain.times import DAY, HOUR
from service.schedule.event_pruning import EventPruning
from tests.fakes.shop_floor import ShopFloor
from tests.fakes.targets import count_stock, give_target, set_row, written


@pytest.fixture
def floor(shop: ShopFloor) -> ShopFloor:
    shop.add("A", 100)
    give_target(shop)
    return shop


async def prune(floor: ShopFloor) -> None:
    step = EventPruning(floor.store, floor.clock).step
    assert await step() == floor.clock.now() + HOUR


@pytest.mark.parametrize("state", [DeliveryState.DELIVERED, DeliveryState.FAILED, DeliveryState.SKIPPED])
async def test_what_is_over_goes_30_days_later(floor: ShopFloor, state: DeliveryState) -> None:
    count_stock(floor, "A", 1)
    (delivery,) = written(floor)
    set_row(floor, delivery.id, state=state, next_attempt_at=None, finished_at=floor.clock.now() + DAY)
    floor.write(
        lambda tx: tx.insert(
            "INSERT INTO attempts (delivery_seq, number, at, duration_ms, answer) VALUES (1, 1, 1, 1, x'')", ()
        )
    )
    floor.clock.advance(31 * DAY)
    await prune(floor)
    assert written(floor) != []
    floor.clock.advance(1)
    await prune(floor)
    assert (floor.count("events"), floor.count("deliveries"), floor.count("attempts")) == (0, 0, 0)


@pytest.mark.parametrize("state", [DeliveryState.WAITING, DeliveryState.SENDING])
async def test_what_waits_stays_however_old(floor: ShopFloor, state: DeliveryState) -> None:
    count_stock(floor, "A", 1)
    set_row(floor, written(floor)[0].id, state=state)
    floor.clock.advance(400 * DAY)
    await prune(floor)
    assert floor.count("events") == 1


async def test_one_delivery_that_waits_keeps_the_event_for_all(floor: ShopFloor) -> None:
    give_target(floor)
    count_stock(floor, "A", 1, 2)
    over = floor.clock.now()
    for delivery in written(floor)[:3]:
        set_row(floor, delivery.id, state=DeliveryState.DELIVERED, finished_at=over)
    floor.clock.advance(31 * DAY)
    await prune(floor)
    assert (floor.count("events"), floor.count("deliveries")) == (1, 2)


async def test_more_than_one_step_is_dropped(floor: ShopFloor) -> None:
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1"))
    count_stock(floor, "A", *(1 + n % 2 for n in range(250)))
    floor.clock.advance(31 * DAY)
    await prune(floor)
    assert floor.count("events") == 0
