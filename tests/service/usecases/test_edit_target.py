"""Targets as the owner changes them."""

from __future__ import annotations

from functools import partial

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.marketplace.orders import Action
from service.domain.webhooks.events import DeliveryState, EventKind, SwitchOnChoice
from service.store.webhooks import targets
from service.usecases.edit_target import TargetEdit, edit_target, switch_off, switch_on
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written, read_target

W, X = DeliveryState.WAITING, DeliveryState.SKIPPED


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    shop.add("B", 100)
    return shop


def test_a_new_address_starts_with_a_clean_record(floor: ShopFixture) -> None:
    goal = add_target(floor, failures=5, trouble_since=7, note="locked")
    edit = TargetEdit(url=" http://192.168.1.20:8080/in ", events=frozenset({EventKind.RFQ_NEW}), catch_up=True)
    after = floor.write(lambda tx: edit_target(tx, floor.shop, goal.id, edit))
    assert after == read_target(floor, goal.id)
    assert (after.url, after.events, after.catch_up) == (
        "http://192.168.1.20:8080/in",
        frozenset({EventKind.RFQ_NEW}),
        True,
    )
    assert (after.failures, after.trouble_since, after.note) == (0, None, None)


def test_what_is_not_named_stays(floor: ShopFixture) -> None:
    goal = add_target(floor, failures=5, trouble_since=7)
    assert floor.write(lambda tx: edit_target(tx, floor.shop, goal.id, TargetEdit(url=goal.url))) == goal
    assert floor.write(lambda tx: edit_target(tx, floor.shop, goal.id, TargetEdit())) == goal


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (TargetEdit(url="http://169.254.169.254/"), "address_not_allowed"),
        (TargetEdit(url="ftp://127.0.0.1/"), "address_not_allowed"),
        (TargetEdit(url="http://me:secret@127.0.0.1/"), "address_not_allowed"),
        (TargetEdit(events=frozenset()), "no_events"),
    ],
)
def test_what_is_refused_changes_nothing(floor: ShopFixture, edit: TargetEdit, code: str) -> None:
    goal = add_target(floor)
    with pytest.raises(Refused) as raised:
        floor.write(lambda tx: edit_target(tx, floor.shop, goal.id, edit))
    assert raised.value.code == code
    assert read_target(floor, goal.id) == goal


def test_a_target_that_is_off_keeps_recording(floor: ShopFixture) -> None:
    goal = add_target(floor)
    assert floor.write(lambda tx: switch_off(tx, floor.shop, goal.id)).on is False
    floor.act(floor.place("A"), Action.ACCEPT)
    count_stock(floor, "A", 50)
    assert [delivery.state for delivery in list_written(floor)] == [W, W, W]


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (SwitchOnChoice.ALL, [W] * 7),
        (SwitchOnChoice.NOTHING, [X] * 7),
        (SwitchOnChoice.NEWEST, [W, X, X, W, W, X, W]),
    ],
)
def test_the_owner_chooses_what_is_sent(floor: ShopFixture, choice: SwitchOnChoice, sent: list[DeliveryState]) -> None:
    goal = add_target(floor, is_on=0)
    order = floor.place("A")
    count_stock(floor, "A", 50, 51)
    floor.act(order, Action.ACCEPT)
    floor.upload({"sku": "B", "quantity": 3, "branch": "Sitra"})
    now = floor.clock.now()
    count_stock(floor, "B", 9)
    count_stock(floor, "A", 52, 53)
    done = floor.write(lambda tx: switch_on(tx, floor.shop, goal.id, choice, now=now))
    assert [delivery.state for delivery in list_written(floor)] == sent
    assert (done.target.on, done.to_send, done.skipped) == (True, sent.count(W), sent.count(X))
    assert read_target(floor, goal.id).on
    count_stock(floor, "A", 54)
    assert [delivery.state for delivery in list_written(floor)] == [*sent, W]


def test_the_newest_is_of_each_branch(floor: ShopFixture) -> None:
    floor.upload({"sku": "A", "quantity": 3, "branch": "Sitra"})
    goal = add_target(floor, is_on=0)
    for level, branch in ((5, None), (7, "Sitra"), (6, None)):
        floor.move("A", Cause.COUNT, level * 1000, branch)
    floor.write(lambda tx: switch_on(tx, floor.shop, goal.id, SwitchOnChoice.NEWEST, now=floor.clock.now()))
    assert [delivery.state for delivery in list_written(floor)] == [X, W, W]


def test_one_that_is_on_already_skips_nothing(floor: ShopFixture) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1, 2)
    done = floor.write(lambda tx: switch_on(tx, floor.shop, goal.id, SwitchOnChoice.NOTHING, now=floor.clock.now()))
    assert (done.to_send, done.skipped) == (2, 0)
    assert [delivery.state for delivery in list_written(floor)] == [W, W]


def test_of_another_shop_and_of_its_twin_there_is_none(floor: ShopFixture, staging: ShopFixture) -> None:
    goal = add_target(floor)
    for other in (staging, ShopFixture.fresh(floor.store)):
        for work in (
            partial(edit_target, shop=other.shop, target_id=goal.id, edit=TargetEdit(catch_up=True)),
            partial(switch_off, shop=other.shop, target_id=goal.id),
            partial(switch_on, shop=other.shop, target_id=goal.id, choice=SwitchOnChoice.ALL, now=1),
        ):
            with pytest.raises(NotFound):
                other.write(work)
        assert other.read(partial(targets.list_targets, shop_id=other.shop.id)) == []
    assert read_target(floor, goal.id) == goal
