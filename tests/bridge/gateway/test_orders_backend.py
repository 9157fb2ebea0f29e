"""The orders' backend over a real store."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bridge.gateway.orders_backend import OrdersBackend, ReportsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.actors import MARKETPLACE
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import (
    ACCEPT_WINDOW,
    NOBODY,
    Action,
    Decision,
    Method,
    OrderQuery,
    OrderSort,
    Status,
    Vehicle,
)
from service.domain.money import MAX_FILS
from service.domain.reports import Period, Summary, TopPart
from service.domain.times import DAY, MINUTE
from service.store.orders import list_orders
from service.usecases.change_order import change_order
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode
from ui.backend.orders_port import Orders


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


def test_the_best_parts_are_summed_and_compared_beyond_64_bits(asking: StoreGateway, floor: ShopFixture) -> None:
    for sku, lines in (("DEAR", 1_100), ("DEARER", 1_101)):
        floor.add(sku, 5_000, price_fils=MAX_FILS)
        order = floor.place(sku)
        copies = [(position, order.id) for position in range(1, lines)]
        copy = "INSERT INTO order_lines SELECT order_id, CAST(? AS BIGINT), item_id, sku, name, quantity, short, "
        copy += "price_fils, total_fils FROM order_lines WHERE order_id = ? AND position = 0"
        floor.write(lambda tx, copy=copy, copies=copies: tx.many(copy, copies))  # type: ignore[misc]
    month = read(asking, floor, Period.MONTH)
    assert [(part.sku, part.total_fils) for part in month.top_parts] == [
        ("DEARER", 1_101 * MAX_FILS),
        ("DEAR", 1_100 * MAX_FILS),
    ]


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


@pytest.fixture
def room(asking: StoreGateway, clock: FakeClock) -> Orders:
    return OrdersBackend(asking)


def references(room: Orders, shop: int, query: OrderQuery) -> list[str]:
    return [row.reference for row in room.find(shop, query, 0, 50).result(WAIT_S).rows]


def stocked(floor: ShopFixture) -> None:
    floor.add("PAD-1", 50, name_ar="فحمات")
    floor.add("DISC-2", 50)


def three(floor: ShopFixture) -> list[str]:
    """A small one accepted, a large one and a middle one waiting, a minute apart."""
    stocked(floor)
    made = []
    for sku, units in (("PAD-1", 1), ("DISC-2", 5), ("PAD-1", 3)):
        made.append(floor.place(sku, units))
        floor.clock.advance(MINUTE)
    floor.act(made[0], Action.ACCEPT)
    return [order.reference for order in made]


def test_each_sort_has_its_order(floor: ShopFixture, room: Orders) -> None:
    small, large, middle = three(floor)
    shop = floor.shop.id
    assert references(room, shop, OrderQuery(sort=OrderSort.TIME_LEFT)) == [large, middle, small]
    assert references(room, shop, OrderQuery(sort=OrderSort.NEWEST)) == [middle, large, small]
    assert references(room, shop, OrderQuery(sort=OrderSort.OLDEST)) == [small, large, middle]
    assert references(room, shop, OrderQuery(sort=OrderSort.LARGEST)) == [large, middle, small]


def test_what_is_sought_narrows_and_the_counts_are_of_all(floor: ShopFixture, room: Orders) -> None:
    small, large, middle = three(floor)
    shop = floor.shop.id
    assert references(room, shop, OrderQuery(text="disc")) == [large]
    assert references(room, shop, OrderQuery(text=small)) == [small]
    assert references(room, shop, OrderQuery(Status.PLACED, "PAD")) == [middle]
    assert references(room, shop, OrderQuery(text="%")) == []
    counts = room.find(shop, OrderQuery(Status.PLACED, "PAD"), 0, 50).result(WAIT_S).counts
    assert counts == {Status.PLACED: 2, Status.CONFIRMED: 1}


def test_pages_meet_and_tell_whether_there_are_more(floor: ShopFixture, room: Orders) -> None:
    every = three(floor)
    first = room.find(floor.shop.id, OrderQuery(), 0, 2).result(WAIT_S)
    last = room.find(floor.shop.id, OrderQuery(), 2, 2).result(WAIT_S)
    assert (first.more, last.more) == (True, False)
    assert {row.reference for row in first.rows + last.rows} == set(every)
    assert room.find(floor.paired().shop.id, OrderQuery(), 0, 9).result(WAIT_S).rows == ()


def test_a_detail_is_whole(floor: ShopFixture, room: Orders) -> None:
    stocked(floor)
    order = floor.place("PAD-1", 2)
    detail = room.detail(floor.shop.id, order.reference).result(WAIT_S)
    assert detail.order == order
    assert Action.ACCEPT in detail.actions
    assert detail.can_cancel
    assert detail.branch == "Main"
    assert detail.arabic_names == {"PAD-1": "فحمات"}
    assert detail.shelves == {}
    floor.upload({"sku": "PAD-1", "shelf": "A-12"})
    assert room.detail(floor.shop.id, order.reference).result(WAIT_S).shelves == {"PAD-1": "A-12"}
    assert len(detail.history) == 1
    with pytest.raises(BackendError) as raised:
        room.detail(floor.paired().shop.id, order.reference).result(WAIT_S)
    assert raised.value.code is ErrorCode.NOT_FOUND


def test_an_action_moves_the_order_and_one_from_the_wrong_place_is_refused(floor: ShopFixture, room: Orders) -> None:
    stocked(floor)
    order = floor.place("PAD-1")
    room.act(floor.shop.id, order.reference, Action.ACCEPT, None).result(WAIT_S)
    moved = room.detail(floor.shop.id, order.reference).result(WAIT_S)
    assert moved.order.status is Status.CONFIRMED
    with pytest.raises(BackendError) as raised:
        room.act(floor.shop.id, order.reference, Action.DELIVERED, None).result(WAIT_S)
    assert raised.value.code is ErrorCode.ACTION_NOT_ALLOWED


def test_a_rejection_needs_its_reason(floor: ShopFixture, room: Orders) -> None:
    stocked(floor)
    order = floor.place("PAD-1")
    with pytest.raises(BackendError) as raised:
        room.act(floor.shop.id, order.reference, Action.REJECT, " ").result(WAIT_S)
    assert raised.value.code is ErrorCode.REASON_REQUIRED
    room.act(floor.shop.id, order.reference, Action.REJECT, "Sold over the counter").result(WAIT_S)
    done = room.detail(floor.shop.id, order.reference).result(WAIT_S)
    assert done.order.reason == "Sold over the counter"


@pytest.mark.parametrize(("restock", "left"), [(True, 50), (False, 46)])
def test_cancelling_what_is_on_its_way_brings_units_back_only_where_that_is_said(
    floor: ShopFixture, room: Orders, restock: bool, left: int
) -> None:
    stocked(floor)
    shop, order = floor.shop.id, floor.place("PAD-1", 4)
    for action in (Action.ACCEPT, Action.READY):
        room.act(shop, order.reference, action, None).result(WAIT_S)
    room.act(shop, order.reference, Action.DISPATCHED, None).result(WAIT_S)
    gone = room.detail(shop, order.reference).result(WAIT_S)
    assert gone.order.units_left
    assert gone.can_cancel
    room.cancel(shop, order.reference, "withdrawn", restock).result(WAIT_S)
    after = room.detail(shop, order.reference).result(WAIT_S)
    assert (after.order.status, after.can_cancel) == (Status.CANCELLED, False)
    assert floor.item_json("PAD-1")["stock"][0]["quantity"] == left


def test_an_order_by_phone_is_kept_as_it_was_typed(floor: ShopFixture, room: Orders) -> None:
    stocked(floor)
    vehicle = Vehicle("Toyota", "Hilux", 2019)
    lines = (LineRequest("PAD-1", 1500, 900), LineRequest("DISC-2", 1000))
    typed = OrderRequest(lines, "Main", vehicle, Method.PICKUP)
    reference = room.place(floor.shop.id, typed, NOBODY).result(WAIT_S)
    detail = room.detail(floor.shop.id, reference).result(WAIT_S)
    stored = [(line.sku, line.quantity, line.price_fils) for line in detail.order.lines]
    assert stored == [("PAD-1", 1500, 900), ("DISC-2", 1000, 1000)]
    assert (detail.order.vehicle, detail.order.method) == (vehicle, Method.PICKUP)
    assert (detail.order.status, detail.order.accept_by) == (Status.CONFIRMED, None), "it never rings or lapses"
    with pytest.raises(BackendError, match="no item"):
        room.place(floor.shop.id, OrderRequest((LineRequest("NOT-THERE", 1000),))).result(WAIT_S)


def test_a_test_order_is_for_staging(floor: ShopFixture, room: Orders) -> None:
    with pytest.raises(BackendError, match="staging only"):
        room.place_test(floor.shop.id).result(WAIT_S)
    staging = floor.paired()
    with pytest.raises(BackendError, match="Fill it with the sample"):
        room.place_test(staging.shop.id).result(WAIT_S)
    staging.add("PAD-1", 5)
    reference = room.place_test(staging.shop.id).result(WAIT_S)
    assert room.detail(staging.shop.id, reference).result(WAIT_S).order.status is Status.PLACED


def test_what_was_looked_at_is_seen(floor: ShopFixture, room: Orders) -> None:
    small, large, middle = three(floor)
    room.mark_seen(floor.shop.id, (large, "ORD-2020-999999")).result(WAIT_S)
    room.mark_seen(floor.paired().shop.id, (middle,)).result(WAIT_S)
    rows = room.find(floor.shop.id, OrderQuery(), 0, 9).result(WAIT_S).rows
    assert [row.reference for row in rows if row.seen] == [large]
    assert {row.reference for row in rows} == {small, large, middle}


def test_requests_for_quotation_are_listed(floor: ShopFixture, room: Orders) -> None:
    assert room.rfqs(floor.shop.id, 5).result(WAIT_S) == ()
