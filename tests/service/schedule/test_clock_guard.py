"""The guard records which times it trusts and which it does not."""

from __future__ import annotations

import pytest

from service.domain.clock_trust import ClockDoubt, ClockRecord
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action
from service.domain.times import DAY, HOUR, MINUTE
from service.schedule.clock_guard import INTERVAL, SAVE_INTERVAL, TOLERANCE, WATCH_INTERVAL, ClockGuard, ClockWatch
from service.schedule.order_expiry import OrderExpiry
from service.store.engine.store import Store
from service.store.trusted_clock import read_believed_time, read_clock_record, read_cutoff
from service.usecases.settle_clock import find_clock_doubt, settle_clock
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import ShopFixture


class Parting(FakeClock):
    """A wall clock that can be set without the other one moving, and the other way round."""

    shift = 0
    ahead = 0.0

    def now(self) -> int:
        return super().now() + self.shift

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


@pytest.mark.parametrize(
    ("shift", "ahead", "noticed"),
    [(0, 0.0, False), (TOLERANCE + 1, 0.0, True), (-TOLERANCE - 1, 0.0, True), (1000, 0.0, False), (0, 25.0, True)],
    ids=["nothing", "set forward", "set back", "a little", "slept"],
)
async def test_a_jump_is_noticed_once(shift: int, ahead: float, noticed: bool) -> None:
    clock, jumps = Parting(), []
    watch = ClockWatch(clock, lambda: jumps.append(clock.now()))
    clock.shift, clock.ahead = shift, ahead
    clock.advance(WATCH_INTERVAL)
    await watch.check()
    assert bool(jumps) is noticed
    clock.advance(WATCH_INTERVAL)
    await watch.check()
    assert len(jumps) == int(noticed)


@pytest.fixture
def guard(store: Store, clock: FakeClock) -> ClockGuard:
    return ClockGuard(store, clock)


def record(shop: ShopFixture) -> ClockRecord:
    return shop.read(read_clock_record)


async def test_the_time_that_is_believed_is_saved_now_and_then(
    guard: ClockGuard, shop: ShopFixture, clock: FakeClock
) -> None:
    assert await guard.step() == START + INTERVAL
    assert record(shop) == ClockRecord(START, settled_at=START)
    clock.advance(SAVE_INTERVAL - 1)
    await guard.step()
    assert record(shop) == ClockRecord(START, settled_at=START)
    clock.advance(1)
    await guard.step()
    assert record(shop) == ClockRecord(START + SAVE_INTERVAL, settled_at=START + SAVE_INTERVAL)


@pytest.mark.parametrize("jump", [2 * DAY, -2 * DAY, 365 * DAY, -START])
async def test_in_doubt_it_shows_what_was_expected_and_goes_on(
    guard: ClockGuard, clock: FakeClock, shop: ShopFixture, jump: int
) -> None:
    await guard.step()
    clock.set(START + jump)
    assert guard.now() == START, "before it has looked too"
    assert await guard.step() == START + INTERVAL
    clock.advance(HOUR)
    assert guard.now() == START + HOUR
    assert shop.read(lambda db: read_cutoff(db, 0)) is None
    clock.set(START + HOUR)
    await guard.step()
    assert record(shop).doubt is None
    assert shop.read(lambda db: read_cutoff(db, 0)) is not None


async def test_other_processes_follow_a_clock_that_jumps_again(
    guard: ClockGuard, clock: FakeClock, shop: ShopFixture
) -> None:
    await guard.step()
    for jump in (2 * DAY, 365 * DAY, DAY, -START):
        clock.set(START + jump)
        await guard.step()
        assert shop.read(lambda db: read_believed_time(db, clock.now())) == START
    clock.advance(HOUR)
    assert shop.read(lambda db: read_believed_time(db, clock.now())) == guard.now() == START + HOUR


async def test_what_the_owner_confirms_makes_nothing_old_at_once(
    guard: ClockGuard, clock: FakeClock, shop: ShopFixture
) -> None:
    await guard.step()
    clock.set(START + 365 * DAY)
    await guard.step()
    shop.write(lambda tx: settle_clock(tx, by="owner", now=clock.now()))
    await guard.step()
    clock.advance(SAVE_INTERVAL)
    await guard.step()
    cutoff = shop.read(lambda db: read_cutoff(db, 0))
    assert cutoff is not None
    assert START < cutoff.at < START + 3 * DAY


async def test_many_small_steps_are_no_jump(guard: ClockGuard, shop: ShopFixture, clock: FakeClock) -> None:
    for _ in range(20):
        clock.set(clock.now() + 4 * MINUTE)
        clock.advance(INTERVAL)
        await guard.step()
    assert record(shop).doubt is None


@pytest.mark.parametrize("jump", [365 * DAY, -DAY, ACCEPT_WINDOW])
async def test_a_jump_takes_the_time_to_accept_from_waiting_orders_until_the_owner_confirms(
    guard: ClockGuard, shop: ShopFixture, store: Store, clock: FakeClock, jump: int
) -> None:
    shop.add("A")
    await guard.step()
    order, accepted = shop.place("A"), shop.place("A")
    shop.act(accepted, Action.ACCEPT)
    clock.set(START + jump)
    await OrderExpiry(store, guard).step()
    assert record(shop).doubt == ClockDoubt(START, START + jump)
    assert (shop.order(order).status, shop.order(order).accept_by) == ("placed", None)
    clock.advance(HOUR)
    await OrderExpiry(store, guard).step()
    assert record(shop).doubt == ClockDoubt(START, START + jump)
    now = clock.now()
    assert shop.write(lambda tx: settle_clock(tx, by="owner", now=now)) == 1
    await guard.step()
    assert record(shop) == ClockRecord(now, settled_at=START if jump > 0 else now)
    restarted = shop.order(order)
    assert (restarted.accept_by, restarted.updated_at) == (now + ACCEPT_WINDOW, now)
    entry = shop.history(order)[-1]
    assert (entry.action, entry.by, entry.at, entry.from_status, entry.to_status) == (
        "restart_time", "owner", now, "placed", "placed",
    )  # fmt: skip
    assert shop.history(accepted)[-1].action == "accept"
    clock.advance(ACCEPT_WINDOW)
    await OrderExpiry(store, guard).step()
    assert shop.order(order).status == "cancelled"


async def test_a_clock_that_is_put_right_gives_waiting_orders_their_time(
    guard: ClockGuard, shop: ShopFixture, clock: FakeClock
) -> None:
    shop.add("A")
    await guard.step()
    clock.set(START + 365 * DAY)
    await guard.check()
    order = shop.place("A")
    assert order.accept_by is None
    clock.set(START + MINUTE)
    await guard.check()
    assert record(shop) == ClockRecord(START + MINUTE, settled_at=START)
    assert shop.order(order).accept_by == START + MINUTE + ACCEPT_WINDOW
    assert shop.history(order)[-1].by == "time"


async def test_a_week_off_is_no_jump_and_orders_of_before_have_expired(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    shop.add("A")
    await ClockGuard(store, clock).step()
    order = shop.place("A")
    later = FakeClock(START + 7 * DAY)
    await OrderExpiry(store, ClockGuard(store, later)).step()
    assert shop.order(order).status == "cancelled"


async def test_a_doubt_outlives_a_restart(store: Store, shop: ShopFixture, clock: FakeClock) -> None:
    shop.add("A")
    await ClockGuard(store, clock).step()
    order = shop.place("A")
    ahead = FakeClock(START + 365 * DAY)
    await OrderExpiry(store, ClockGuard(store, ahead)).step()
    await OrderExpiry(store, ClockGuard(store, ahead)).step()
    assert shop.order(order).status == "placed"
    right = FakeClock(START + DAY)
    await OrderExpiry(store, ClockGuard(store, right)).step()
    assert shop.order(order).accept_by == START + DAY + ACCEPT_WINDOW


async def test_a_process_that_has_not_watched_cancels_nothing_by_a_clock_a_year_ahead(
    guard: ClockGuard, shop: ShopFixture, clock: FakeClock
) -> None:
    shop.add("A")
    await guard.step()
    order = shop.place("A")
    clock.set(START + 365 * DAY)
    assert shop.expire() == 0
    assert shop.read(lambda db: find_clock_doubt(db, clock.now())) == ClockDoubt(START, START + 365 * DAY)
    assert shop.act(order, Action.ACCEPT).refusal is None
    assert shop.order(order).status == "confirmed"


async def test_orders_that_a_command_left_without_a_time_have_one_when_the_service_starts_with_the_right_clock(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    shop.add("A")
    await ClockGuard(store, clock).step()
    order = shop.place("A")
    clock.set(START + 365 * DAY)
    placed = shop.place("A")
    shop.act(order, Action.CONFIRM_FITMENT)
    assert (record(shop).doubt, shop.order(order).accept_by, placed.accept_by) == (None, None, None)
    right = FakeClock(START + DAY)
    await OrderExpiry(store, ClockGuard(store, right)).step()
    assert [shop.order(left).accept_by for left in (order, placed)] == [START + DAY + ACCEPT_WINDOW] * 2


async def test_an_overdue_order_that_a_doubt_protects_is_looked_at_again(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    shop.add("A")
    guard = ClockGuard(store, clock)
    await guard.step()
    clock.set(START + 365 * DAY)
    await guard.step()
    # As a salvage of the database may leave it.
    order = shop.place("A")
    shop.write(lambda tx: tx.update("UPDATE orders SET accept_by = ?", (START,)))
    assert await OrderExpiry(store, guard).step() == guard.now() + 1_000
    assert shop.order(order).status == "placed"
