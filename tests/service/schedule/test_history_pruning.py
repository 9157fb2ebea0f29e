"""The history has a bound of bytes; the oldest writes go first."""

from __future__ import annotations

from pathlib import Path

from service.domain.history.write_causes import CauseKind
from service.domain.times import MINUTE
from service.schedule.history_pruning import HistoryPruning
from service.store.history.history_pruning import count_history_bytes
from service.store.history.item_history import list_item_history
from service.store.history.write_lists import WriteFilter, list_writes
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture

_MAX = 20_000


def _upload_changes(shop: ShopFixture, uploads: int) -> None:
    for number in range(uploads):
        shop.clock.advance(1)
        shop.upload(*({"sku": f"P{item}", "name": f"{number} {'n' * 100}"} for item in range(5)))


async def _prune(shop: ShopFixture) -> None:
    await HistoryPruning(shop.store, shop.clock, max_bytes=_MAX, pause_s=0).step()


async def test_the_oldest_writes_go_until_the_rest_is_within_the_bound(shop: ShopFixture) -> None:
    _upload_changes(shop, 30)
    await _prune(shop)
    writes = shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))
    assert 5 < len(writes) < 25
    assert _MAX / 2 < shop.read(count_history_bytes) <= _MAX
    assert [span.write.at for span in writes] == [shop.clock.now() - age for age in range(len(writes))]
    assert shop.count("value_changes") == 5 * len(writes)


async def test_the_history_of_an_item_ends_where_it_was_pruned(shop: ShopFixture) -> None:
    _upload_changes(shop, 30)
    await _prune(shop)
    writes = shop.count("item_writes")
    entries = shop.read(lambda db: list_item_history(db, shop.shop.id, "P1"))
    assert len(entries) == writes
    assert not any(entry.created for entry in entries)


async def test_what_is_measured_is_about_what_the_texts_take(shop: ShopFixture) -> None:
    _upload_changes(shop, 2)
    await _prune(shop)
    assert 5 * 200 < shop.read(count_history_bytes) < 5 * 200 + 2 * 200 + 5 * 100


async def test_it_looks_again_after_a_minute(shop: ShopFixture) -> None:
    assert await HistoryPruning(shop.store, shop.clock).step() == shop.clock.now() + MINUTE


async def test_what_the_undo_of_a_run_needs_stays(shop: ShopFixture, tmp_path: Path) -> None:
    pulling = PullFixture(shop, tmp_path)
    pulling.pull(*rows_of(5))
    run = pulling.pull(*rows_of(5, price=1.6))
    _upload_changes(shop, 30)
    await _prune(shop)
    writes = shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))
    assert [span.write.cause.kind for span in writes[-2:]] == [CauseKind.RUN, CauseKind.RUN]
    assert len(writes) < 25
    assert pulling.undo(run).fault is None
    assert shop.item_json("P000001")["price_fils"] != 1_600
