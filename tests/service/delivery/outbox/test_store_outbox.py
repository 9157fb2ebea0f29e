"""The Outbox port over a real database: what each call writes, and what it does not change."""

from __future__ import annotations

import queue

import pytest

from service.delivery.attempt_result import AttemptFault
from service.delivery.delivery_ports import ClaimResult
from service.delivery.webhook_sender import StoreOutbox
from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import Action
from service.domain.sentences import verbatim
from service.domain.shops import Mode
from service.domain.times import DAY, MINUTE
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.retries import MAX_DUE_AHEAD
from service.store.engine.transaction import ReadTx, Tx
from service.store.shops import set_mode
from service.store.webhooks import deliveries, outbox
from service.usecases import edit_target
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.fakes.sqlite_use import sqlite_of
from tests.fakes.webhook_targets import add_target, count_stock, list_written, read_target, set_row
from tests.service.delivery.outbox.outbox_fixtures import S, W, claim, states


async def test_an_event_of_a_kind_that_nobody_knows_stops_no_other(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    add_target(floor)
    count_stock(floor, "A", 90)
    count_stock(floor, "A", 80)
    floor.write(lambda tx: tx.update("UPDATE events SET kind = 'rfq.old' WHERE seq = (SELECT min(seq) FROM events)"))
    assert [row.kind for row in (await claim(box, clock)).rows] == ["rfq.old", "stock.changed"]


async def test_a_claim_gives_all_that_posting_takes(floor: ShopFixture, box: StoreOutbox, clock: FakeClock) -> None:
    goal = add_target(floor, "http://127.0.0.1:9/orders", next_secret_name="webhook-next", failures=2)
    order = floor.place("A")
    count_stock(floor, "A", 90)
    placed, moved = (await claim(box, clock)).rows
    assert (placed.url, placed.secret_name, placed.next_secret_name) == (goal.url, goal.secret_name, "webhook-next")
    assert (placed.kind, placed.order, placed.attempts, placed.failures) == (
        EventKind.ORDER_PLACED,
        order.reference,
        0,
        2,
    )
    assert (moved.kind, moved.order) == (EventKind.STOCK_CHANGED, None)
    assert states(floor) == [S, S]
    bodies = floor.read(lambda db: [row[0] for row in db.all("SELECT body FROM events ORDER BY seq")])
    assert [placed.body, moved.body] == bodies


async def test_only_subscribed_targets_of_the_same_shop_get_an_event(
    floor: ShopFixture, staging: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    orders = add_target(floor, events=[EventKind.ORDER_STATUS, EventKind.ORDER_PLACED])
    stock = add_target(floor, events=[EventKind.STOCK_CHANGED])
    add_target(staging)
    floor.act(floor.place("A"), Action.ACCEPT)
    count_stock(floor, "A", 90)
    rows = (await claim(box, clock)).rows
    assert [(row.target_id, row.kind) for row in rows] == [
        (orders.id, EventKind.ORDER_PLACED),
        (orders.id, EventKind.ORDER_STATUS),
        (stock.id, EventKind.STOCK_CHANGED),
    ]
    assert list_written(staging) == []


async def test_room_bounds_each_target(floor: ShopFixture, box: StoreOutbox, clock: FakeClock) -> None:
    full, some, other = add_target(floor), add_target(floor), add_target(floor)
    count_stock(floor, "A", 1, 2, 3)
    rows = (await claim(box, clock, {full.id: 0, some.id: 2}, 1)).rows
    assert [row.target_id for row in rows] == [some.id, some.id, other.id]


async def test_first_attempts_go_by_sequence_and_share_the_room_with_later_ones(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", *range(1, 11))
    ids = [delivery.id for delivery in list_written(floor)]
    for place, late in ((1, 3), (3, 9), (5, 6), (7, 1)):
        set_row(floor, ids[place], attempts=1, next_attempt_at=clock.now() - late)
    claimed = [row.delivery_id for row in (await claim(box, clock, {goal.id: 6})).rows]
    assert claimed == [ids[0], ids[2], ids[4], ids[3], ids[5], ids[1]]
    assert [row.delivery_id for row in (await claim(box, clock, {goal.id: 6})).rows] == [ids[6], ids[8], ids[9], ids[7]]


async def test_with_room_for_one_a_later_attempt_is_not_starved(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1, 2)
    late = list_written(floor)[1].id
    set_row(floor, late, attempts=1)
    assert [row.delivery_id for row in (await claim(box, clock, {goal.id: 1})).rows] == [late]


async def test_the_next_due_time_is_of_targets_with_room(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    full, free = add_target(floor), add_target(floor)
    count_stock(floor, "A", 1)
    for delivery in list_written(floor):
        set_row(floor, delivery.id, attempts=1, next_attempt_at=clock.now() + delivery.target_id * MINUTE)
    assert await claim(box, clock, {full.id: 0}) == ClaimResult((), clock.now() + free.id * MINUTE)
    assert (await claim(box, clock)).next_due == clock.now() + full.id * MINUTE


async def test_a_clock_that_was_set_back_holds_nothing_up(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    add_target(floor)
    count_stock(floor, "A", 1, 2, 3)
    first, again, soon = (delivery.id for delivery in list_written(floor))
    set_row(floor, again, attempts=1, next_attempt_at=clock.now() + 30 * DAY)
    clock.set(clock.now() - 30 * DAY)
    set_row(floor, soon, attempts=1, next_attempt_at=clock.now() + MAX_DUE_AHEAD)
    found = await claim(box, clock)
    assert [row.delivery_id for row in found.rows] == [first, again]
    assert found.next_due == clock.now() + MAX_DUE_AHEAD


async def test_nothing_is_claimed_where_target_or_mode_is_off_or_the_target_is_gone(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    off, gone, live = add_target(floor, is_on=0), add_target(floor), add_target(floor)
    count_stock(floor, "A", 1)
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1 WHERE id = ?", (gone.id,)))
    assert await box.filter_sendable([off.id, gone.id, live.id, 99]) == {live.id}
    floor.write(lambda tx: set_mode(tx, floor.shop.id, Mode.WEBHOOKS, False))
    assert await claim(box, clock) == ClaimResult((), None)
    assert await box.filter_sendable([live.id]) == frozenset()
    floor.write(lambda tx: set_mode(tx, floor.shop.id, Mode.WEBHOOKS, True))
    assert [row.target_id for row in (await claim(box, clock)).rows] == [live.id]


async def test_what_finds_nothing_writes_nothing(floor: ShopFixture, box: StoreOutbox, clock: FakeClock) -> None:
    goal = add_target(floor, note="locked")
    told: queue.SimpleQueue[Changes] = queue.SimpleQueue()
    floor.store.subscribe(told.put)
    assert await claim(box, clock) == ClaimResult((), None)
    await box.set_note(goal.id, verbatim("locked"))
    await box.filter_sendable([goal.id])
    floor.write(lambda tx: set_mode(tx, floor.shop.id, Mode.WEBHOOKS, False))
    assert told.get(timeout=WAIT_S) == Changes.of(ChangeKind.SHOPS)
    await box.set_note(goal.id, None)
    assert read_target(floor, goal.id).note is None
    assert told.get(timeout=WAIT_S) == Changes.of(ChangeKind.TARGETS)


async def test_what_is_given_back_is_as_it_was(floor: ShopFixture, box: StoreOutbox, clock: FakeClock) -> None:
    add_target(floor)
    count_stock(floor, "A", 1, 2)
    set_row(floor, list_written(floor)[0].id, attempts=3)
    before = list_written(floor)
    rows = (await claim(box, clock)).rows
    await box.release_claims([row.delivery_id for row in rows])
    assert list_written(floor) == before
    assert floor.count("attempts") == 0
    await box.release_claims(["dlv_unknown"])


async def test_a_start_takes_back_what_was_being_sent(floor: ShopFixture, box: StoreOutbox, clock: FakeClock) -> None:
    late, later, off = add_target(floor), add_target(floor), add_target(floor)
    count_stock(floor, "A", 1)
    clock.advance(MINUTE)
    rows = {row.target_id: row for row in (await claim(box, clock)).rows}
    set_row(floor, rows[late.id].delivery_id, attempts=2, next_attempt_at=clock.now() - 1)
    floor.write(lambda tx: edit_target.switch_off(tx, floor.shop, off.id))
    assert await box.recover_claims(clock.now()) == (later.id, late.id)
    assert set(states(floor)) == {W}
    assert {d.target_id: d.attempts for d in list_written(floor)} == {late.id: 2, later.id: 0, off.id: 0}
    kept = floor.read(lambda db: deliveries.read_attempts(db, [row.delivery_id for row in rows.values()]))
    assert {(a.status, a.fault, a.duration_ms) for attempts in kept.values() for a in attempts} == {
        (None, AttemptFault.INTERRUPTED.value, 0)
    }
    assert await box.recover_claims(clock.now()) == (later.id, late.id)
    assert floor.count("attempts") == 3


@pytest.mark.sqlite
def test_a_look_takes_the_same_steps_however_many_wait(floor: ShopFixture, clock: FakeClock) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1)

    def pile(tx: Tx) -> None:
        tx.many(
            "INSERT INTO deliveries (id, target_id, event_seq, created_at, state, attempts, next_attempt_at) "
            "SELECT ?, target_id, event_seq, created_at, state, ?, ? FROM deliveries WHERE seq = 1",
            [(f"dlv_{n}", n % 2, clock.now() + 5 * MINUTE) for n in range(4000)],
        )

    def steps(db: ReadTx) -> int:
        taken: list[None] = []
        connection = sqlite_of(db)
        connection.set_progress_handler(lambda: taken.append(None), 10)
        outbox.find_due(db, clock.now(), {goal.id: 5}, 1)
        connection.set_progress_handler(None, 0)
        return len(taken)

    few = floor.read(steps)
    floor.write(pile)
    assert floor.read(steps) <= few + 50
