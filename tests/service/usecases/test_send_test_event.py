"""Test events: of any kind, to one target only, shaped like real ones and marked as tests."""

from __future__ import annotations

import json
from functools import partial

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.marketplace.orders import Action
from service.domain.shops import Mode
from service.domain.webhooks.events import DeliveryState, EventKind
from service.store.shops import set_mode
from service.store.webhooks.deliveries import read_event_body
from service.usecases.send_test_event import send_test_event
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written


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
