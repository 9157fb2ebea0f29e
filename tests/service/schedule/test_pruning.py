"""Old events are deleted, but never one that still waits or failed lately."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.history import CauseKind
from service.domain.idempotency import RETENTION, RepeatableCall
from service.domain.link.order_merge import Outcome
from service.domain.marketplace.orders import Action
from service.domain.times import DAY, HOUR, MINUTE
from service.domain.webhooks.events import DeliveryState
from service.schedule.pruning import (
    ANSWERS_PER_STEP,
    ActionPruning,
    AnswerPruning,
    ChangeMerging,
    EventPruning,
    HistoryPruning,
)
from service.store import keys
from service.store.engine.transaction import Tx
from service.store.history.history_pruning import count_history_bytes
from service.store.history.item_history import list_item_history
from service.store.history.write_lists import WriteFilter, list_writes
from service.store.kept_answers import keep_answer
from service.store.link import action_queue
from service.store.revisions import ItemRevision, list_changed_items
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written, set_row

_MAX = 20_000


async def prune(shop: ShopFixture) -> None:
    shop.settle_time()
    assert await ActionPruning(shop.store, shop.clock).step() == shop.clock.now() + DAY


def queue(shop: ShopFixture, action: Action) -> int:
    shop.add("A")
    order = shop.place("A")
    now = shop.clock.now()
    return shop.write(lambda tx: action_queue.add_action(tx, shop.shop.id, order.id, action, None, "Till", now))


@pytest.mark.parametrize("outcome", [Outcome.DONE, Outcome.REFUSED, action_queue.WITHDRAWN])
async def test_what_ended_goes_90_days_later(shop: ShopFixture, outcome: str) -> None:
    action = queue(shop, Action.ACCEPT)
    shop.write(lambda tx: action_queue.finish(tx, action, outcome, None, shop.clock.now()))
    shop.clock.advance(90 * DAY)
    await prune(shop)
    assert shop.count("link_actions") == 1
    shop.clock.advance(1)
    await prune(shop)
    assert shop.count("link_actions") == 0


async def test_what_waits_stays_however_old(shop: ShopFixture) -> None:
    action = queue(shop, Action.DISPATCHED)
    shop.clock.advance(400 * DAY)
    await prune(shop)
    waiting = shop.read(lambda db: action_queue.list_waiting(db, shop.shop.id))
    assert [queued.id for queued in waiting] == [action]


async def test_old_answers_go_and_newer_ones_stay(shop: ShopFixture) -> None:
    key = shop.write(lambda tx: keys.add_key(tx, shop.shop.id, "T", "text", 0))

    def keep(first: int, count: int) -> None:
        def work(tx: Tx) -> None:
            for number in range(first, first + count):
                keep_answer(tx, RepeatableCall(key.id, b"%d" % number, b""), 200, b"{}", shop.clock.now())

        shop.write(work)

    keep(0, ANSWERS_PER_STEP + 5)
    shop.clock.advance(1)
    keep(ANSWERS_PER_STEP + 5, 3)
    shop.clock.advance(RETENTION - 1)
    shop.settle_time()
    assert await AnswerPruning(shop.store, shop.clock).step() == shop.clock.now() + HOUR
    assert shop.count("kept_answers") == 3


def changed(floor: ShopFixture, since: int = 0) -> list[ItemRevision]:
    return floor.read(lambda db: list_changed_items(db, floor.shop.id, since, 100))


async def test_many_small_writes_become_few_rows_that_lead_to_the_same_items(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P-{place}", "name": "x", "quantity": 1} for place in range(20)))
    for turn in range(40):
        shop.move(f"P-{turn % 7}", Cause.RETURN, 1000)
    before = {since: changed(shop, since) for since in (0, 10, 25, 55, 60)}
    assert shop.count("item_changes") == 41
    step = ChangeMerging(shop.store, shop.clock, max_rows=30).step
    assert await step() == shop.clock.now() + HOUR
    assert shop.count("item_changes") == 1
    assert {since: changed(shop, since) for since in before} == before
    shop.move("P-19", Cause.SALE, 1000)
    assert [entry.revision for entry in changed(shop, 60)] == [61]


async def test_few_rows_are_left_alone(shop: ShopFixture) -> None:
    shop.add("A")
    shop.add("B")
    await ChangeMerging(shop.store, shop.clock).step()
    assert shop.count("item_changes") == 2


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


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    add_target(shop)
    return shop


async def prune_events(floor: ShopFixture) -> None:
    floor.settle_time()
    step = EventPruning(floor.store, floor.clock).step
    assert await step() == floor.clock.now() + HOUR


@pytest.mark.parametrize("state", [DeliveryState.DELIVERED, DeliveryState.FAILED, DeliveryState.SKIPPED])
async def test_what_is_over_goes_90_days_later(floor: ShopFixture, state: DeliveryState) -> None:
    count_stock(floor, "A", 1)
    (delivery,) = list_written(floor)
    set_row(floor, delivery.id, state=state, next_attempt_at=None, finished_at=floor.clock.now() + DAY)
    floor.write(
        lambda tx: tx.insert(
            "INSERT INTO attempts (delivery_seq, number, at, duration_ms, answer) VALUES (1, 1, 1, 1, x'')", ()
        )
    )
    floor.clock.advance(91 * DAY)
    await prune_events(floor)
    assert list_written(floor) != []
    floor.clock.advance(1)
    await prune_events(floor)
    assert (floor.count("events"), floor.count("deliveries"), floor.count("attempts")) == (0, 0, 0)


@pytest.mark.parametrize("state", [DeliveryState.WAITING, DeliveryState.SENDING])
async def test_what_waits_stays_however_old_pruning(floor: ShopFixture, state: DeliveryState) -> None:
    count_stock(floor, "A", 1)
    set_row(floor, list_written(floor)[0].id, state=state)
    floor.clock.advance(400 * DAY)
    await prune_events(floor)
    assert floor.count("events") == 1


async def test_one_delivery_that_waits_keeps_the_event_for_all(floor: ShopFixture) -> None:
    add_target(floor)
    count_stock(floor, "A", 1, 2)
    over = floor.clock.now()
    for delivery in list_written(floor)[:3]:
        set_row(floor, delivery.id, state=DeliveryState.DELIVERED, finished_at=over)
    floor.clock.advance(91 * DAY)
    await prune_events(floor)
    assert (floor.count("events"), floor.count("deliveries")) == (1, 2)


async def test_more_than_one_step_is_dropped(floor: ShopFixture) -> None:
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1"))
    count_stock(floor, "A", *(1 + n % 2 for n in range(250)))
    floor.clock.advance(91 * DAY)
    await prune_events(floor)
    assert floor.count("events") == 0
