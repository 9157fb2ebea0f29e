"""What an attempt changes: its record, the delivery, and the target."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.delivery.attempt_recorder import AttemptRecorder
from service.delivery.attempt_result import AttemptResult, make_answered_result
from service.delivery.delivery_ports import AttemptRecord
from service.delivery.webhook_sender import StoreOutbox, _make_attempt_row
from service.domain.times import DAY, MINUTE, SECOND
from service.domain.webhooks.events import ClaimedDelivery, DeliveryState
from service.domain.webhooks.retries import NextStep, choose_next_step
from service.store.engine.transaction import Tx
from service.store.webhooks import deliveries, outbox
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.sqlite_use import sqlite_of
from tests.fakes.webhook_targets import add_target, count_stock, list_written, read_target, set_row
from tests.service.delivery.delivery_fakes import FakeBugReporter, FakeTimer
from tests.service.delivery.delivery_fakes import FakeClock as OutboxClock
from tests.service.delivery.outbox.outbox_fixtures import D, F, W, X, claim, states

TAKEN, BROKEN = make_answered_result(200, 5, b"ok"), make_answered_result(500, 7, b"no")


def record_of(row: ClaimedDelivery, result: AttemptResult, clock: FakeClock) -> AttemptRecord:
    step = choose_next_step(attempts=row.attempts, outcome=result.outcome, ended_at=clock.now())
    return AttemptRecord(row.delivery_id, row.target_id, clock.now() - 5, clock.now(), result, step)


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


@pytest.mark.sqlite
async def test_among_what_failed_is_looked_once_for_all_that_was_taken_together(
    floor: ShopFixture, box: StoreOutbox, clock: FakeClock
) -> None:
    add_target(floor, catch_up=1)
    for level in range(90, 84, -1):
        count_stock(floor, "A", level)
    rows = (await claim(box, clock)).rows
    seen: list[str] = []

    def keep(tx: Tx) -> None:
        sqlite_of(tx).set_trace_callback(seen.append)
        last = replace(record_of(rows[2], BROKEN, clock), step=NextStep(F, 6, None))
        records = [record_of(row, TAKEN, clock) for row in rows]
        outbox.record_attempts(tx, [_make_attempt_row(one) for one in (*records[:2], last, *records[3:])])
        sqlite_of(tx).set_trace_callback(None)

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


async def test_a_step_alone_ends_a_delivery_at_its_time(floor: ShopFixture, box: StoreOutbox, clock: FakeClock) -> None:
    add_target(floor)
    count_stock(floor, "A", 1)
    (row,) = (await claim(box, clock)).rows
    await box.apply_step_only(record_of(row, TAKEN, clock), TAKEN.sentence)
    assert states(floor) == [D]
    assert floor.read(lambda db: db.scalar("SELECT finished_at FROM deliveries")) == clock.now()


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
@pytest.mark.sqlite
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


@pytest.mark.sqlite
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
