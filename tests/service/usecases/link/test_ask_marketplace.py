"""What the marketplace is asked for, what it decides alone, and what the owner withdraws."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.link.link_state import Link
from service.domain.marketplace.orders import Action, Order
from service.store.link import action_queue, links
from service.usecases.act_on_order import expire_now
from service.usecases.link.ask_marketplace import withdraw_action
from tests.fakes.shop_fixture import ShopFixture


def queue(shop: ShopFixture, action: Action) -> int:
    shop.add("A")
    order = shop.place("A")
    now = shop.clock.now()
    return shop.write(lambda tx: action_queue.add_action(tx, shop.shop.id, order.id, action, None, "Till", now))


@pytest.fixture
def linked(shop: ShopFixture) -> tuple[ShopFixture, Order]:
    """A linked shop, and an order of its marketplace."""
    shop.add("A", 0)
    mirrored = shop.place_short("A", 1000)
    link = Link(shop.shop.id, "https://market.example", "name", True, True, False, False, shop.clock.now())
    shop.write(lambda tx: links.put_link(tx, link))
    return shop, mirrored


def test_an_action_is_queued_with_its_reason_and_own_orders_are_nobodys(linked: tuple[ShopFixture, Order]) -> None:
    shop, mirrored = linked
    assert shop.act(mirrored, Action.REJECT, "Cracked glass").waits_for is not None
    (waiting,) = shop.read(lambda db: action_queue.list_waiting(db, shop.shop.id))
    assert (waiting.reference, waiting.action, waiting.reason) == (mirrored.reference, Action.REJECT, "Cracked glass")
    assert shop.act(shop.place("Model"), Action.ACCEPT).waits_for is None


def test_own_orders_of_a_linked_shop_have_numbers_of_their_own(linked: tuple[ShopFixture, Order]) -> None:
    shop, _ = linked
    assert shop.place("Model").reference == "ORD-2026-9000001"
    shop.place_short("A", 1000, "ORD-2026-9000003")
    assert shop.place("Model").reference == "ORD-2026-9000004"


def test_the_marketplace_alone_cancels_its_orders_while_there_is_a_link(linked: tuple[ShopFixture, Order]) -> None:
    shop, mirrored = linked
    own = shop.place("Model")
    words = f"{mirrored.reference} is the marketplace's: reject it, or cancel it on its website."
    with pytest.raises(Refused) as refused:
        shop.cancel(mirrored)
    assert (refused.value.code, refused.value.message) == ("action_not_allowed", words)
    expired = shop.write(lambda tx: expire_now(tx, shop.shop, mirrored.reference, shop.clock.now()))
    assert (str(expired.refusal), expired.changed, shop.order(mirrored).status) == (words, False, "placed")
    assert shop.cancel(own).order.status == "cancelled"
    shop.write(lambda tx: links.mark_removed(tx, shop.shop.id, shop.clock.now()))
    assert shop.cancel(mirrored).order.status == "cancelled"


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
