"""A phone order is confirmed from its first moment."""

from __future__ import annotations

import json

import pytest

from service.domain.errors import Refused
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action, Decision, OrderQuery, Status, tidy_customer
from service.store import orders
from service.store.engine.transaction import Tx
from service.usecases.act_on_order import act_on_order, cancel_order, take_phone_order
from tests.fakes.shop_fixture import ShopFixture


def test_it_is_accepted_when_it_is_placed_and_never_lapses(shop: ShopFixture) -> None:
    shop.add("A", 10)
    request = OrderRequest((LineRequest("A", 2_000, 500),))
    taken = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert (taken.status, taken.accept_by) == (Status.CONFIRMED, None)
    assert shop.read(orders.list_waiting_orders) == [], "nothing rings"
    shop.clock.advance(ACCEPT_WINDOW)
    assert shop.expire() == 0
    assert [event["event"] for event in shop.events()][-2:] == ["order.placed", "order.status"]
    assert shop.item("A").reserved == 2


@pytest.mark.parametrize("by_action", [True, False])
def test_one_that_ends_is_not_refunded_by_anybody(shop: ShopFixture, by_action: bool) -> None:
    shop.add("A", 10)
    request, now = OrderRequest((LineRequest("A", 1_000, 500),)), shop.clock.now()
    taken = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=now))

    def end(tx: Tx) -> Decision:
        if by_action:
            return act_on_order(tx, shop.shop, taken.reference, Action.REJECT, reason="Withdrawn", by="owner", now=now)
        return cancel_order(tx, shop.shop, taken.reference, reason="Withdrawn", restock=False, by="owner", now=now)

    ended = shop.write(end).order
    assert (ended.status, ended.refunded) == (Status.CANCELLED, False)
    history = shop.read(lambda db: orders.read_history(db, shop.shop.id, reference=taken.reference))
    assert not any(entry.refunded for entry in history)
    assert '"refunded": true' not in json.dumps(shop.events())


def test_its_order_counts_as_seen(shop: ShopFixture) -> None:
    shop.add("A", 10)
    request = OrderRequest((LineRequest("A", 1_000, 500),))
    shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    (listed,) = shop.read(lambda db: orders.search_orders(db, shop.shop.id, OrderQuery()))
    assert listed.seen


def test_one_that_is_refused_leaves_nothing(shop: ShopFixture) -> None:
    shop.add("A", 1)
    request = OrderRequest((LineRequest("A", 2_000, 500),))
    with pytest.raises(Refused, match="A has 1 free"):
        shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert shop.count("orders") == 0


def test_the_customer_is_stored_and_sent_to_nobody(shop: ShopFixture) -> None:
    shop.add("A", 10)
    customer = tidy_customer("Ali Hassan", "+973 33001122", "Road 12, Block 3", "Rings twice")
    request = OrderRequest((LineRequest("A", 1_000, 500),))
    now = shop.clock.now()
    taken = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=now, customer=customer))
    other = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=now))
    found = shop.read(lambda db: orders.find_customers(db, [taken.id, other.id]))
    assert found == {taken.id: customer}
    assert "Hassan" not in json.dumps(shop.events())


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (LineRequest("B", 9_000), "Line 2: B has 5 free at Main; 9 cannot be ordered."),
        (LineRequest("C", 1_000), "Line 2: There is no item 'C'; check the SKU."),
    ],
)
def test_a_refusal_names_the_part_and_its_line(shop: ShopFixture, second: LineRequest, sentence: str) -> None:
    shop.add("A", 5)
    shop.add("B", 5)
    request = OrderRequest((LineRequest("A", 1_000), second))
    with pytest.raises(Refused) as refused:
        shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert refused.value.message == sentence
    assert shop.count("orders") == 0
