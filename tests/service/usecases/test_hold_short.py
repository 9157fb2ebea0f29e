"""Units that arrive are held for the oldest short order, by whatever write they come (link §2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.marketplace.orders import Action, Order
from service.store import items, orders
from service.store.engine.transaction import Tx
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture


def short_order(floor: ShopFixture, reference: str, milli: int) -> Order:
    """An order of a marketplace for an item of which nothing is free."""
    model = floor.place("B", 1)
    line = replace(model.lines[0], sku="A", quantity=milli, short=milli)

    def insert(tx: Tx) -> Order:
        order = replace(model, reference=reference, marketplace_reference=reference, lines=(line,))
        orders.insert_order(tx, order, [items.get_item(tx, floor.shop.id, "A").id])
        return orders.get_order(tx, floor.shop.id, reference)

    order = floor.write(insert)
    floor.cancel(model)
    return order


@pytest.fixture
def waiting(shop: ShopFixture) -> tuple[ShopFixture, Order, Order]:
    """One unit that the first of two orders holds; each needs three."""
    shop.add("A", 0)
    shop.add("B")
    first, second = short_order(shop, "ORD-2026-000901", 3000), short_order(shop, "ORD-2026-000902", 3000)
    shop.upload({"sku": "A", "quantity": 1})
    return shop, first, second


def held(floor: ShopFixture, *some: Order) -> list[int]:
    return [floor.order(order).held_of(floor.order(order).lines[0]) for order in some]


def test_what_a_cancelled_order_lets_go_is_held_for_the_next(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, first, second = waiting
    assert held(floor, first, second) == [1000, 0]
    floor.cancel(first)
    assert held(floor, first, second) == [0, 1000]
    assert floor.read(find_wrong_reservations) == []


@pytest.mark.parametrize(
    "brings",
    [
        lambda floor: floor.upload({"sku": "A", "quantity": 5}),
        lambda floor: floor.move("A", Cause.RETURN, 4000),
        lambda floor: floor.move("A", Cause.COUNT, 5000),
    ],
)
def test_what_arrives_goes_to_the_oldest_first(
    waiting: tuple[ShopFixture, Order, Order], brings: Callable[[ShopFixture], object]
) -> None:
    floor, first, second = waiting
    brings(floor)
    assert held(floor, first, second) == [3000, 2000]
    item = floor.item("A")
    assert (item.quantity, item.reserved) == (5, 5)
    assert floor.read(find_wrong_reservations) == []


def test_a_short_order_sends_away_what_it_holds_and_no_more(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, first, second = waiting
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        assert floor.act(first, action).refusal is None
    assert held(floor, first, second) == [0, 0]
    assert floor.item("A").quantity == 0
    floor.cancel(first, restock=True)
    assert held(floor, second) == [1000]
    assert floor.item("A").quantity == 1
    assert floor.read(find_wrong_reservations) == []


def test_time_does_not_cancel_an_order_of_a_marketplace(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, first, _ = waiting
    floor.clock.advance(10**9)
    assert floor.expire() == 0
    assert floor.act(first, Action.ACCEPT).refusal is None


def test_stock_changed_says_what_is_reserved_after_the_hold(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, _, _ = waiting
    floor.move("A", Cause.RETURN, 1000)
    last = floor.events()[-1]
    assert last["event"] == "stock.changed"
    assert (last["data"]["quantity"], last["data"]["reserved"]) == (2, 2)
    assert floor.item("A").reserved == 2
