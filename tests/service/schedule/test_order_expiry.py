"""Orders that nobody accepts within 30 minutes (contract §4.3)."""

from __future__ import annotations

import pytest

from service.domain.marketplace.orders import ACCEPT_WINDOW, Action
from service.domain.times import DAY, HOUR
from service.schedule.clock_guard import ClockGuard
from service.schedule.order_expiry import RETRY_DELAY, OrderExpiry
from service.store.engine.store import Store
from service.store.shops import set_read_only
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture


async def test_it_tells_when_the_next_order_lapses(store: Store, shop: ShopFixture, clock: FakeClock) -> None:
    expiry = OrderExpiry(store, ClockGuard(store, clock))
    assert await expiry.step() is None
    shop.add("A")
    first = shop.place("A")
    clock.advance(60_000)
    shop.place("A")
    assert await expiry.step() == first.accept_by
    shop.act(first, Action.ACCEPT)
    assert await expiry.step() == clock.now() + ACCEPT_WINDOW


async def test_at_30_minutes_it_is_cancelled_refunded_and_its_units_are_free(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    shop.add("A", 5)
    order = shop.place("A", 2)
    clock.advance(ACCEPT_WINDOW - 1)
    assert await OrderExpiry(store, ClockGuard(store, clock)).step() == order.accept_by
    assert shop.order(order).status == "placed"
    clock.advance(1)
    assert await OrderExpiry(store, ClockGuard(store, clock)).step() is None
    lapsed = shop.order(order)
    assert (lapsed.status, lapsed.refunded, lapsed.accept_by) == ("cancelled", True, None)
    assert shop.item_json("A")["reserved"] == 0
    assert (shop.history(order)[-1].action, shop.history(order)[-1].by) == ("expire", "time")
    assert shop.events()[-1]["data"]["to"] == "cancelled"


async def test_more_than_one_batch_of_every_shop_read_only_ones_too(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    other = ShopFixture.fresh(store, clock=clock)
    for floor in (shop, other, shop.paired()):
        floor.add("A", 1000)
        for _ in range(70):
            floor.place("A")
    other.write(lambda tx: set_read_only(tx, other.shop.id, True))
    clock.advance(DAY)
    assert await OrderExpiry(store, ClockGuard(store, clock)).step() is None
    assert shop.read(lambda db: db.all("SELECT status, count(*) FROM orders GROUP BY 1")) == [("cancelled", 210)]


async def test_a_clock_that_was_set_back_does_not_bring_an_order_back(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    shop.add("A")
    order = shop.place("A")
    clock.advance(ACCEPT_WINDOW)
    await OrderExpiry(store, ClockGuard(store, clock)).step()
    clock.set(clock.now() - DAY)
    later = shop.place("A")
    assert await OrderExpiry(store, ClockGuard(store, clock)).step() is None
    assert shop.order(order).status == "cancelled"
    assert (shop.order(later).status, shop.order(later).accept_by) == ("placed", None)


def lose_hold(shop: ShopFixture, sku: str) -> None:
    """The item's stock as a salvage may leave it: without the units that its orders hold."""
    shop.write(
        lambda tx: tx.update(
            "DELETE FROM stock WHERE item_id = (SELECT id FROM items WHERE shop_id = ? AND sku = ?)",
            (shop.shop.id, sku),
        )
    )


async def test_an_order_with_broken_stock_keeps_no_other_waiting_and_has_its_turn_an_hour_later(
    store: Store, shop: ShopFixture, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    for sku in ("A", "B"):
        shop.add(sku, 1000)
    broken = [shop.place("A") for _ in range(110)]
    whole = [shop.place("B") for _ in range(3)]
    lose_hold(shop, "A")
    clock.advance(ACCEPT_WINDOW)
    expiry = OrderExpiry(store, ClockGuard(store, clock))
    assert await expiry.step() == clock.now() + RETRY_DELAY
    assert {shop.order(order).status for order in whole} == {"cancelled"}
    assert {shop.order(order).status for order in broken} == {"placed"}
    assert shop.history(broken[0])[-1].action != "expire"
    told = [record.getMessage() for record in caplog.records if record.exc_info]
    assert len(told) == 110
    assert told[0].startswith("Reference ")
    assert broken[0].reference in told[0]
    clock.advance(RETRY_DELAY - HOUR // 2)
    await expiry.step()
    assert len([record for record in caplog.records if record.exc_info]) == 110
    shop.upload({"sku": "A", "quantity": 200})
    shop.write(lambda tx: tx.update("UPDATE stock SET reserved = quantity WHERE reserved = 0"))
    clock.advance(HOUR)
    assert await expiry.step() is None
    assert {shop.order(order).status for order in broken} == {"cancelled"}
