"""A phone order is confirmed from its first moment."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import ACCEPT_WINDOW, Status
from service.store import order_lists
from service.usecases.act_on_order import take_phone_order
from tests.fakes.shop_fixture import ShopFixture


def test_it_is_accepted_when_it_is_placed_and_never_lapses(shop: ShopFixture) -> None:
    shop.add("A", 10)
    request = OrderRequest((LineRequest("A", 2_000, 500),))
    taken = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert (taken.status, taken.accept_by) == (Status.CONFIRMED, None)
    assert shop.read(order_lists.list_waiting_orders) == [], "nothing rings"
    shop.clock.advance(ACCEPT_WINDOW)
    assert shop.expire() == 0
    assert [event["event"] for event in shop.events()][-2:] == ["order.placed", "order.status"]
    assert shop.item("A").reserved == 2


def test_one_that_is_refused_leaves_nothing(shop: ShopFixture) -> None:
    shop.add("A", 1)
    request = OrderRequest((LineRequest("A", 2_000, 500),))
    with pytest.raises(Refused, match="A has 1 free"):
        shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert shop.count("orders") == 0
