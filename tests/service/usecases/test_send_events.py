"""Test events: of any kind, to one target only, shaped like real ones and marked as tests."""

from __future__ import annotations

import json
from functools import partial

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.marketplace.orders import Action
from service.domain.shops import Mode
from service.domain.times import HOUR, MINUTE
from service.domain.webhooks.events import DeliveryState, EventKind
from service.store.shops import set_mode
from service.store.webhooks.deliveries import count_failed, read_event_body
from service.usecases import send_events
from service.usecases.send_events import send_test_event
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
    after = floor.write(lambda tx: send_events.send_again(tx, floor.shop, before.id, now=floor.clock.now()))
    assert (after.id, after.state, after.attempts, after.next_attempt_at) == (before.id, W, 0, floor.clock.now())
    assert floor.read(lambda db: db.one("SELECT tries, finished_at FROM deliveries")) == (6, None)


def test_one_that_waits_goes_now_and_keeps_its_place_in_the_schedule(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (before,) = list_written(floor)
    set_row(floor, before.id, attempts=3, next_attempt_at=floor.clock.now() + MINUTE)
    after = floor.write(lambda tx: send_events.send_again(tx, floor.shop, before.id, now=floor.clock.now()))
    assert (after.state, after.attempts, after.next_attempt_at) == (W, 3, floor.clock.now())


def test_one_that_is_being_sent_is_left_alone(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (before,) = list_written(floor)
    set_row(floor, before.id, state=S)
    after = floor.write(lambda tx: send_events.send_again(tx, floor.shop, before.id, now=floor.clock.now() + 1))
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
        floor.write(lambda tx: send_events.send_failed_again(tx, floor.shop, goal, since, now=now, limit=2))
        for _ in range(3)
    ]
    assert steps == [2, 1, 0]
    assert [delivery.state for delivery in list_written(floor)] == [F, W, W, W, W]


def test_everything_that_waits_can_be_hurried(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1, 2)
    first, second = list_written(floor)
    set_row(floor, first.id, attempts=2, next_attempt_at=floor.clock.now() + HOUR)
    now = floor.clock.now()
    assert floor.write(lambda tx: send_events.send_waiting_now(tx, floor.shop, first.target_id, now=now)) == 1
    assert [(d.next_attempt_at, d.attempts) for d in list_written(floor)] == [(now, 2), (second.next_attempt_at, 0)]


def test_a_target_that_is_off_or_gone_is_told(floor: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (delivery,) = list_written(floor)
    floor.write(lambda tx: tx.update("UPDATE targets SET is_on = 0"))
    for work in (
        lambda tx: send_events.send_again(tx, floor.shop, delivery.id, now=1),
        lambda tx: send_events.send_failed_again(tx, floor.shop, delivery.target_id, 0, now=1),
        lambda tx: send_events.send_waiting_now(tx, floor.shop, delivery.target_id, now=1),
    ):
        with pytest.raises(Refused, match="is off"):
            floor.write(work)
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1"))
    with pytest.raises(Refused, match="was removed"):
        floor.write(lambda tx: send_events.send_again(tx, floor.shop, delivery.id, now=1))
    assert list_written(floor) == [delivery]


def test_another_shop_reaches_nothing(floor: ShopFixture, staging: ShopFixture) -> None:
    count_stock(floor, "A", 1)
    (delivery,) = list_written(floor)
    set_row(floor, delivery.id, state=F)
    for other in (staging, ShopFixture.fresh(floor.store)):
        for work in (
            lambda tx, shop=other.shop: send_events.send_again(tx, shop, delivery.id, now=1),
            lambda tx, shop=other.shop: send_events.send_failed_again(tx, shop, delivery.target_id, 0, now=1),
            lambda tx, shop=other.shop: send_events.send_waiting_now(tx, shop, delivery.target_id, now=1),
        ):
            with pytest.raises(NotFound):
                floor.write(work)
    assert list_written(floor)[0].state is F


def written_target(floor: ShopFixture) -> int:
    return floor.read(lambda db: int(db.scalar("SELECT min(id) FROM targets")))


def keys_of(value: object) -> object:
    """A body's shape: its keys, whatever they hold."""
    if isinstance(value, dict):
        return {key: keys_of(held) for key, held in value.items()}
    if isinstance(value, list):
        return [keys_of(held) for held in value[:1]]
    return None


@pytest.mark.parametrize("kind", EventKind)
def test_a_test_goes_to_one_target_alone_whatever_it_has_chosen(shop: ShopFixture, kind: EventKind) -> None:
    goal = add_target(shop, events=[EventKind.RFQ_NEW])
    add_target(shop)
    delivery = shop.write(lambda tx: send_test_event(tx, shop.shop, goal.id, kind, now=shop.clock.now()))
    assert list_written(shop) == [delivery]
    assert (delivery.target_id, delivery.kind, delivery.state) == (goal.id, kind, DeliveryState.WAITING)
    body = json.loads(shop.read(lambda db: read_event_body(db, delivery)))
    assert (body["test"], body["event"], body["id"], body["shop"]) == (True, kind, delivery.event_id, shop.shop.name)
    assert (shop.count("orders"), shop.count("rfqs"), shop.count("ledger"), shop.count("items")) == (0, 0, 0, 0)


def test_a_test_has_the_shape_of_the_real_one(shop: ShopFixture) -> None:
    goal = add_target(shop)
    shop.add("A", 10)
    vehicle = {"make": "Toyota", "model": "Camry", "year": 2019}
    order = shop.place("A", vehicle=vehicle)
    shop.act(order, Action.ACCEPT)
    count_stock(shop, "A", 9)
    real = {body["event"]: keys_of(body) for body in shop.events()}
    for kind in (EventKind.ORDER_PLACED, EventKind.ORDER_STATUS, EventKind.STOCK_CHANGED):
        delivery = shop.write(
            partial(send_test_event, shop=shop.shop, target_id=goal.id, kind=kind, now=shop.clock.now())
        )
        body = json.loads(shop.read(partial(read_event_body, delivery=delivery)))
        assert keys_of(body) == real[kind.value]


def test_where_nothing_would_be_posted_it_says_so(shop: ShopFixture) -> None:
    off, live = add_target(shop, is_on=0), add_target(shop)
    with pytest.raises(Refused, match="is off") as raised:
        shop.write(lambda tx: send_test_event(tx, shop.shop, off.id, EventKind.RFQ_NEW, now=1))
    assert raised.value.code == "target_off"
    shop.write(lambda tx: set_mode(tx, shop.shop.id, Mode.WEBHOOKS, False))
    with pytest.raises(Refused, match="Webhooks are off") as raised:
        shop.write(lambda tx: send_test_event(tx, shop.shop, live.id, EventKind.RFQ_NEW, now=1))
    assert raised.value.code == "mode_off"
    assert (list_written(shop), shop.count("events")) == ([], 0)


def test_another_shops_target_is_not_there(shop: ShopFixture, staging: ShopFixture) -> None:
    goal = add_target(shop)
    with pytest.raises(NotFound):
        staging.write(lambda tx: send_test_event(tx, staging.shop, goal.id, EventKind.RFQ_NEW, now=1))
