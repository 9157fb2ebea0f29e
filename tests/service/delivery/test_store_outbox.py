"""The Outbox port over a real database: what each call writes, and what it does not change."""

from __future__ import annotations

import queue
from dataclasses import replace

import pytest

from service.delivery.attempt_recorder import AttemptRecorder
from service.delivery.attempt_result import AttemptFault, AttemptResult, make_answered_result
from service.delivery.delivery_ports import AttemptRecord, ClaimResult
from service.delivery.store_outbox import StoreOutbox, _make_attempt_row
from service.domain.changes import ChangeKind, Changes
from service.domain.marketplace.orders import Action
from service.domain.sentences import verbatim
from service.domain.shops import Mode
from service.domain.times import DAY, MINUTE, SECOND
from service.domain.webhooks.claimed_delivery import ClaimedDelivery
from service.domain.webhooks.events import DeliveryState, EventKind
from service.domain.webhooks.retries import MAX_DUE_AHEAD, NextStep, choose_next_step
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.shops import set_mode
from service.store.webhooks import deliveries, outbox
from service.usecases import edit_target
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written, read_target, set_row
from tests.service.delivery.delivery_fakes import FakeBugReporter, FakeTimer
from tests.service.delivery.delivery_fakes import FakeClock as OutboxClock

W, S, D, F, X = (
    DeliveryState.WAITING, DeliveryState.SENDING, DeliveryState.DELIVERED, DeliveryState.FAILED, DeliveryState.SKIPPED
)  # fmt: skip
TAKEN, BROKEN = make_answered_result(200, 5, b"ok"), make_answered_result(500, 7, b"no")


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    return shop


@pytest.fixture
def box(store: Store) -> StoreOutbox:
    return StoreOutbox(store)


async def claim(
    box: StoreOutbox, clock: FakeClock, room: dict[int, int] | None = None, room_else: int = 100
) -> ClaimResult:
    return await box.claim(clock.now(), room or {}, room_else)


def record_of(row: ClaimedDelivery, result: AttemptResult, clock: FakeClock) -> AttemptRecord:
    step = choose_next_step(attempts=row.attempts, outcome=result.outcome, ended_at=clock.now())
    return AttemptRecord(row.delivery_id, row.target_id, clock.now() - 5, clock.now(), result, step)


def states(floor: ShopFixture) -> list[DeliveryState]:
    return [delivery.state for delivery in list_written(floor)]


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


async def test_a_2xx_ends_a_delivery_and_keeps_the_attempt(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    goal = add_target(floor, failures=4, trouble_since=1)
    count_stock(floor, "A", 1)
    (row,) = (await claim(box, clock)).rows
    await box.record_attempts([record_of(row, TAKEN, clock)])
    (delivery,) = list_written(floor)
    assert (delivery.state, delivery.attempts, delivery.next_attempt_at, delivery.note) == (D, 1, None, TAKEN.sentence)
    (attempt,) = floor.read(lambda db: deliveries.read_attempts(db, [delivery.id]))[delivery.id]
    assert (attempt.number, attempt.at, attempt.status, attempt.fault) == (1, clock.now() - 5, 200, None)
    assert (attempt.duration_ms, attempt.answer) == (5, b"ok")
    assert (read_target(floor, goal.id).failures, read_target(floor, goal.id).trouble_since) == (0, None)


async def test_failures_in_a_row_mark_trouble_and_never_switch_off(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1, 2, 3)
    rows = (await claim(box, clock)).rows
    await box.record_attempts([record_of(row, BROKEN, clock) for row in rows])
    assert {(d.state, d.attempts, d.next_attempt_at) for d in list_written(floor)} == {(W, 1, clock.now() + MINUTE)}
    marked = read_target(floor, goal.id)
    assert (marked.failures, marked.trouble_since, marked.on) == (3, clock.now(), True)


async def test_an_answer_that_echoes_a_secret_is_blotted(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    add_target(floor)
    count_stock(floor, "A", 1)
    (row,) = (await claim(box, clock)).rows
    await box.record_attempts([record_of(row, make_answered_result(200, 1, b"key whsec_" + b"A" * 44), clock)])
    (kept,) = floor.read(lambda db: deliveries.read_attempts(db, [row.delivery_id]))[row.delivery_id]
    assert kept.answer == b"key [secret removed]"


async def test_an_attempt_recorded_late_changes_no_delivery_that_went_on(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    add_target(floor)
    count_stock(floor, "A", 1)
    (row,) = (await claim(box, clock)).rows
    await box.record_attempts([record_of(row, TAKEN, clock)])
    await box.record_attempts([record_of(row, BROKEN, clock)])
    (delivery,) = list_written(floor)
    assert (delivery.state, delivery.note) == (D, TAKEN.sentence)
    assert [
        a.number for a in floor.read(lambda db: deliveries.read_attempts(db, [row.delivery_id]))[row.delivery_id]
    ] == [1, 2]


async def test_among_what_failed_is_looked_once_for_all_that_was_taken_together(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    add_target(floor, catch_up=1)
    for level in range(90, 84, -1):
        count_stock(floor, "A", level)
    rows = (await claim(box, clock)).rows
    seen: list[str] = []

    def keep(tx: Tx) -> None:
        tx._connection.set_trace_callback(seen.append)
        last = replace(record_of(rows[2], BROKEN, clock), step=NextStep(F, 6, None))
        records = [record_of(row, TAKEN, clock) for row in rows]
        outbox.record_attempts(tx, [_make_attempt_row(one) for one in (*records[:2], last, *records[3:])])
        tx._connection.set_trace_callback(None)

    floor.write(keep)
    assert sum("AND state = 'failed'" in statement for statement in seen) == 2
    assert states(floor) == [D, D, W, D, D, D]


async def test_a_target_that_catches_up_sends_what_failed_in_the_last_3_days(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    goal = add_target(floor, catch_up=1)
    plain = add_target(floor)
    count_stock(floor, "A", 1)
    for delivery in list_written(floor):
        set_row(floor, delivery.id, state=F, attempts=6, created_at=clock.now() - 3 * DAY - 1)
    count_stock(floor, "A", 2)
    for delivery in list_written(floor)[2:]:
        set_row(floor, delivery.id, state=F, attempts=6, next_attempt_at=None, finished_at=clock.now())
    count_stock(floor, "A", 3)
    clock.advance(SECOND)
    rows = (await claim(box, clock)).rows
    await box.record_attempts([record_of(row, TAKEN, clock) for row in rows])
    assert [d.state for d in list_written(floor, target_id=goal.id)] == [F, W, D]
    assert [d.state for d in list_written(floor, target_id=plain.id)] == [F, F, D]
    (again,) = list_written(floor, W)
    assert (again.attempts, again.next_attempt_at) == (0, clock.now())


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
    assert {(a.status, a.fault) for attempts in kept.values() for a in attempts} == {
        (None, AttemptFault.INTERRUPTED.value)
    }
    assert await box.recover_claims(clock.now()) == (later.id, late.id)
    assert floor.count("attempts") == 3


@pytest.mark.parametrize("how", ["record", "give_back", "take_back"])
async def test_what_was_in_flight_to_a_removed_target_is_over(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock, how: str
) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1)
    (row,) = (await claim(box, clock)).rows
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 5 WHERE id = ?", (goal.id,)))
    if how == "record":
        await box.record_attempts([record_of(row, BROKEN, clock)])
    elif how == "give_back":
        await box.release_claims([row.delivery_id])
    else:
        await box.recover_claims(clock.now())
    (delivery,) = list_written(floor)
    assert (delivery.state, delivery.note) == (X, outbox.TARGET_REMOVED)


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
        connection = db._connection
        connection.set_progress_handler(lambda: taken.append(None), 10)
        outbox.find_due(db, clock.now(), {goal.id: 5}, 1)
        connection.set_progress_handler(None, 0)
        return len(taken)

    few = floor.read(steps)
    floor.write(pile)
    assert floor.read(steps) <= few + 50


def break_attempts(floor: ShopFixture, delivery_id: str) -> None:
    """The next attempt's number is taken already,
    as after a salvage that lost count of the tries.
    """
    floor.write(
        lambda tx: tx.insert(
            "INSERT INTO attempts (delivery_seq, number, at, duration_ms, answer) "
            "SELECT seq, tries + 1, 1, 1, x'' FROM deliveries WHERE id = ?",
            (delivery_id,),
        )
    )


@pytest.mark.parametrize(("result", "state"), [(TAKEN, D), (BROKEN, W)], ids=["accepted", "refused"])
async def test_what_cannot_be_written_down_is_set_aside_with_its_step(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock, result: AttemptResult, state: DeliveryState
) -> None:
    add_target(floor)
    count_stock(floor, "A", 90, 80)
    first, second = (await claim(box, clock)).rows
    break_attempts(floor, first.delivery_id)
    incidents = FakeBugReporter()
    books = AttemptRecorder(box, FakeTimer(OutboxClock()), incidents)
    for row in (first, second):
        books.add(record_of(row, result, clock))
    assert await books.flush()
    assert states(floor) == [state, state]
    aside, whole = list_written(floor)
    assert "ref1" in str(aside.note)
    assert (aside.attempts, aside.next_attempt_at) == (whole.attempts, whole.next_attempt_at)
    assert len(incidents.reported) == 1


async def test_a_row_that_cannot_be_taken_back_whole_keeps_no_sender_from_starting(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    add_target(floor)
    count_stock(floor, "A", 90, 80)
    rows = (await claim(box, clock)).rows
    break_attempts(floor, rows[0].delivery_id)
    await box.recover_claims(clock.now())
    assert states(floor) == [W, W]
    assert [record.getMessage() for record in caplog.records if rows[0].delivery_id in record.getMessage()] != []
    assert len((await claim(box, clock)).rows) == 2
