"""The summary of what a real store has."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bridge.gateway.reports.reports_backend import ReportsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.actors import MARKETPLACE
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action, Decision
from service.domain.reports import Period, Summary, TopPart
from service.domain.times import DAY, MINUTE
from service.store.orders import list_orders
from service.usecases.change_order import change_order
from tests.fakes.shop_fixture import WAIT_S, ShopFixture


def read(gateway: StoreGateway, floor: ShopFixture, period: Period, back: int = 0) -> Summary:
    """The summary of the day so many days ago."""
    day = datetime.fromtimestamp((floor.clock.now() - back * DAY) / 1000, UTC).date()
    return ReportsBackend(gateway, UTC).summary(floor.shop.id, period, day).result(WAIT_S)


@pytest.fixture
def busy(floor: ShopFixture) -> ShopFixture:
    """Yesterday three orders: delivered today, lapsed, rejected. Today one that waits."""
    floor.add("PAD-1", 50, price_fils=12_500)
    floor.add("OIL-2", 50, price_fils=1_250)
    first = floor.place("PAD-1", 2, commission_fils=2_000)
    floor.place("OIL-2")
    rejected = floor.place("OIL-2")
    floor.clock.advance(7 * MINUTE)
    floor.act(first, Action.ACCEPT)
    floor.act(rejected, Action.REJECT, "none left")
    floor.clock.advance(ACCEPT_WINDOW)
    assert floor.expire() == 1
    floor.clock.advance(DAY)
    for action in (Action.READY, Action.DISPATCHED, Action.DELIVERED):
        floor.act(first, action)
    floor.place("OIL-2", 3)
    return floor


def test_orders_count_when_they_were_placed_and_money_when_it_was_earned(
    asking: StoreGateway, busy: ShopFixture
) -> None:
    yesterday, today = read(asking, busy, Period.DAY, 1), read(asking, busy, Period.DAY)
    assert (yesterday.placed, yesterday.accepted, yesterday.lapsed, yesterday.cancelled) == (3, 1, 1, 1)
    assert (yesterday.waits, yesterday.typical_wait) == ((0, 1, 0, 0, 0), 7 * MINUTE)
    assert (yesterday.delivered, yesterday.items_fils) == (0, 0)
    assert (today.placed, today.delivered, today.payout_fils) == (1, 1, 23_000)


def test_the_best_parts_leave_out_cancelled_orders(asking: StoreGateway, busy: ShopFixture) -> None:
    month = read(asking, busy, Period.MONTH)
    assert [(part.sku, part.quantity, part.total_fils) for part in month.top_parts] == [
        ("PAD-1", 2_000, 25_000),
        ("OIL-2", 3_000, 3_750),
    ]
    assert isinstance(month.top_parts[0], TopPart)
    assert (month.placed, month.delivered) == (4, 1)


def test_a_delivered_order_that_is_refunded_later_earns_nothing(asking: StoreGateway, floor: ShopFixture) -> None:
    floor.add("PAD-1", 50, price_fils=12_500)
    order = floor.place("PAD-1")
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        floor.act(order, action)
    floor.cancel(order)
    summary = read(asking, floor, Period.DAY)
    assert (summary.delivered, summary.items_fils, summary.cancelled, summary.top_parts) == (0, 0, 1, ())


def test_an_order_is_paid_once_though_the_marketplace_adds_to_it_on_a_later_day(
    asking: StoreGateway, busy: ShopFixture
) -> None:
    (earned,) = [order for order in busy.read(lambda db: list_orders(db, busy.shop.id)) if order.units_left]
    busy.clock.advance(DAY)
    fits = Decision(replace(earned, fitment_confirmed=True, updated_at=busy.clock.now()), Action.CONFIRM_FITMENT)
    busy.write(lambda tx: change_order(tx, busy.shop, earned, fits, by=MARKETPLACE, now=busy.clock.now()))
    paid = [read(asking, busy, Period.DAY, back).payout_fils for back in (1, 0)]
    assert (paid, read(asking, busy, Period.MONTH).delivered) == ([23_000, 0], 1)


def test_another_shop_has_nothing_of_it(asking: StoreGateway, busy: ShopFixture) -> None:
    summary = read(asking, busy.paired(), Period.MONTH)
    assert (summary.placed, summary.delivered, summary.calls, summary.top_parts) == (0, 0, 0, ())
