"""The call log within its age and size (contract §7.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.call_log.calls import Call
from service.domain.times import DAY, MINUTE, Millis
from service.schedule.pruning import CallLogPruning, CallLogRetention
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.call_log.pruning import count_stored_bytes
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.sqlite_use import checkpointer_of

MIB = 1024 * 1024


def log_calls(shop: ShopFixture, count: int, at: Millis, body: bytes = b"") -> None:
    call = Call(0, at, shop.shop.id, None, None, "127.0.0.1", "GET", "/v1/items", 200, 100, len(body), 10)

    def work(tx: Tx) -> None:
        for _ in range(count):
            add_call(tx, call, PackedBodies(pack_body(body)))

    shop.write(work)


def incompressible(size: int) -> bytes:
    return bytes((number * number * 2654435761 >> 7) & 255 for number in range(size))


def pruning_of(store: Store, clock: FakeClock, days: int, most_bytes: int) -> CallLogPruning:
    """Without the breath between two steps: it is for other callers, and there are none here."""
    return CallLogPruning(store, clock, lambda: CallLogRetention(days, most_bytes), pause_s=0)


async def test_what_is_older_than_the_days_kept_goes_however_much_it_is(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    log_calls(shop, 250, clock.now() - 90 * DAY - 1)
    log_calls(shop, 30, clock.now() - 90 * DAY + MINUTE)
    shop.settle_time()
    due = await pruning_of(store, clock, 90, 100 * MIB).step()
    assert due == clock.now() + MINUTE
    assert shop.count("calls") == 30
    clock.advance(2 * MINUTE)
    shop.settle_time()
    await pruning_of(store, clock, 90, 100 * MIB).step()
    assert shop.count("calls") == 0


async def test_the_oldest_goes_first_until_the_rest_fits(store: Store, shop: ShopFixture, clock: FakeClock) -> None:
    for day in range(5):
        log_calls(shop, 20, clock.now() - (5 - day) * DAY, incompressible(10_000))
    most = 40 * 10_500
    await pruning_of(store, clock, 90, most).step()
    assert shop.read(count_stored_bytes) <= most
    kept = shop.read(lambda db: db.all("SELECT at, count(*) FROM calls GROUP BY at ORDER BY at"))
    assert [count for _, count in kept][1:] == [20]
    assert kept[-1][0] == clock.now() - DAY
    assert shop.count("call_bodies") == shop.count("calls")


def size_of(path: Path) -> int:
    return path.stat().st_size


@pytest.mark.sqlite
async def test_the_file_shrinks(store: Store, shop: ShopFixture, clock: FakeClock) -> None:
    log_calls(shop, 400, clock.now() - 91 * DAY, incompressible(20_000))

    def pages() -> int:
        return shop.read(lambda db: int(db.scalar("PRAGMA page_count")))

    shop.settle_time()
    full = pages()
    await pruning_of(store, clock, 90, 1024 * MIB).step()
    assert pages() < full / 4
    checkpointer_of(store)._checkpoint("TRUNCATE")
    assert size_of(store.path) < full * 4096 / 4


async def test_a_change_of_the_settings_counts_from_the_next_step(
    store: Store, shop: ShopFixture, clock: FakeClock
) -> None:
    keep = [CallLogRetention(90, 100 * MIB)]
    pruning = CallLogPruning(store, clock, lambda: keep[0], pause_s=0)
    log_calls(shop, 5, clock.now() - 10 * DAY)
    shop.settle_time()
    await pruning.step()
    assert shop.count("calls") == 5
    keep[0] = CallLogRetention(7, 100 * MIB)
    await pruning.step()
    assert shop.count("calls") == 0
