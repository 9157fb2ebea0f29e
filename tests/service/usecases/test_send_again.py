"""Deliveries that the owner sends again."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.times import HOUR, MINUTE
from service.domain.webhooks.events import DeliveryState
from service.store.webhooks.deliveries import count_failed
from service.usecases import send_again
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written, set_row

W, S, D, F, X = (
    DeliveryState.WAITING, DeliveryState.SENDING, DeliveryState.DELIVERED, DeliveryState.FAILED, DeliveryState.SKIPPED
)  # fmt: skip


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    add_target(shop)
    return shop


@pytest.mark.parametrize("state", [D, F, X])
def test_one_that_is_over_gets_the_whole_schedule_and_its_own_id(floor: ShopFixture, state: DeliveryState) -> None:
    count_stock(floor, "A", 1)
    (before,) = list_written(floor)
    set_row(floor, before.id, state=state, attempts=6, tries=6, next_attempt_at=None, finished_at=1)
    floor.clock.advance(HOUR)
    after = floor.write(lambda tx: send_again.send_again(tx, floor.shop, before.id, now=floor.clock.now()))
    assert (after.id, after.state, after.attempts, after.next_attempt_at) == (before.id, W, 0, floor.clock.now())
    assert floor.read(lambda db: db.one("SELECT tries, finished_at FROM deliveries")) == (6, None)


def test_one_that_waits_goes_now_and_keeps_its_place_in_the_schedule(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (before,) = list_written(floor)
    set_row(floor, before.id, attempts=3, next_attempt_at=floor.clock.now() + MINUTE)
    after = floor.write(lambda tx: send_again.send_again(tx, floor.shop, before.id, now=floor.clock.now()))
    assert (after.state, after.attempts, after.next_attempt_at) == (W, 3, floor.clock.now())


def test_one_that_is_being_sent_is_left_alone(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (before,) = list_written(floor)
    set_row(floor, before.id, state=S)
    after = floor.write(lambda tx: send_again.send_again(tx, floor.shop, before.id, now=floor.clock.now() + 1))
    assert (after.state, after.next_attempt_at) == (S, before.next_attempt_at)


def test_failed_ones_since_a_time_go_in_steps(floor: ShopFixture) -> None:
    goal = written_target(floor)
    count_stock(floor, "A", 1)
    since = floor.clock.now() + 1
    floor.clock.advance(1)
    count_stock(floor, "A", 2, 3, 4, 5)
    for delivery in list_written(floor)[:-1]:
        set_row(floor, delivery.id, state=F, attempts=6, next_attempt_at=None)
    now = floor.clock.now()
    assert floor.read(lambda db: count_failed(db, goal, since)) == 3
    steps = [
        floor.write(lambda tx: send_again.send_failed_again(tx, floor.shop, goal, since, now=now, limit=2))
        for _ in range(3)
    ]
    assert steps == [2, 1, 0]
    assert [delivery.state for delivery in list_written(floor)] == [F, W, W, W, W]


def test_everything_that_waits_can_be_hurried(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1, 2)
    first, second = list_written(floor)
    set_row(floor, first.id, attempts=2, next_attempt_at=floor.clock.now() + HOUR)
    now = floor.clock.now()
    assert floor.write(lambda tx: send_again.send_waiting_now(tx, floor.shop, first.target_id, now=now)) == 1
    assert [(d.next_attempt_at, d.attempts) for d in list_written(floor)] == [(now, 2), (second.next_attempt_at, 0)]


def test_a_target_that_is_off_or_gone_is_told(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (delivery,) = list_written(floor)
    floor.write(lambda tx: tx.update("UPDATE targets SET is_on = 0"))
    for work in (
        lambda tx: send_again.send_again(tx, floor.shop, delivery.id, now=1),
        lambda tx: send_again.send_failed_again(tx, floor.shop, delivery.target_id, 0, now=1),
        lambda tx: send_again.send_waiting_now(tx, floor.shop, delivery.target_id, now=1),
    ):
        with pytest.raises(Refused, match="is off"):
            floor.write(work)
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1"))
    with pytest.raises(Refused, match="was removed"):
        floor.write(lambda tx: send_again.send_again(tx, floor.shop, delivery.id, now=1))
    assert list_written(floor) == [delivery]


def test_another_shop_reaches_nothing(floor: ShopFixture, staging: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (delivery,) = list_written(floor)
    set_row(floor, delivery.id, state=F)
    for other in (staging, ShopFixture.fresh(floor.store)):
        for work in (
            lambda tx, shop=other.shop: send_again.send_again(tx, shop, delivery.id, now=1),
            lambda tx, shop=other.shop: send_again.send_failed_again(tx, shop, delivery.target_id, 0, now=1),
            lambda tx, shop=other.shop: send_again.send_waiting_now(tx, shop, delivery.target_id, now=1),
        ):
            with pytest.raises(NotFound):
                floor.write(work)
    assert list_written(floor)[0].state is F


def written_target(floor: ShopFixture) -> int:
    return floor.read(lambda db: int(db.scalar("SELECT min(id) FROM targets")))
