"""The owner withdraws what the marketplace was not asked for, and nothing else."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.marketplace.orders import Action
from service.store.link import action_queue
from service.usecases.link.ask_marketplace import withdraw_action
from tests.fakes.shop_fixture import ShopFixture


def queue(shop: ShopFixture, action: Action) -> int:
    shop.add("A")
    order = shop.place("A")
    now = shop.clock.now()
    return shop.write(lambda tx: action_queue.add_action(tx, shop.shop.id, order.id, action, None, "Till", now))


def withdraw(shop: ShopFixture, action_id: int) -> None:
    shop.write(lambda tx: withdraw_action(tx, shop.shop, action_id, now=shop.clock.now()))


def test_what_was_not_sent_is_withdrawn_and_is_not_sent_any_more(shop: ShopFixture) -> None:
    action = queue(shop, Action.ACCEPT)
    withdraw(shop, action)
    assert shop.read(lambda db: action_queue.list_waiting(db, shop.shop.id)) == []
    queued = shop.read(lambda db: action_queue.get_action(db, action))
    assert queued is not None
    assert queued.outcome == action_queue.WITHDRAWN
    assert "withdrawn" in str(queued.message)
    assert not shop.write(lambda tx: action_queue.count_try(tx, action)), "a sender that read it before stops"
    with pytest.raises(NotFound):
        withdraw(shop, action)


def test_what_may_have_reached_the_marketplace_is_not_withdrawn(shop: ShopFixture) -> None:
    action = queue(shop, Action.ACCEPT)
    assert shop.write(lambda tx: action_queue.count_try(tx, action))
    with pytest.raises(Refused, match="may have this action already"):
        withdraw(shop, action)


def test_a_fact_of_the_shop_is_not_withdrawn(shop: ShopFixture) -> None:
    with pytest.raises(Refused):
        withdraw(shop, queue(shop, Action.READY))


def test_an_action_of_another_shop_is_not_found(shop: ShopFixture) -> None:
    action = queue(shop, Action.ACCEPT)
    with pytest.raises(NotFound):
        withdraw(shop.paired(), action)
