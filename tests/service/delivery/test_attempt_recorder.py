"""Attempts are recorded once, even if the caller is cancelled meanwhile
(service.delivery.attempt_recorder).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from service.delivery.attempt_recorder import AttemptRecorder
from service.delivery.attempt_result import make_answered_result
from service.delivery.delivery_ports import AttemptRecord
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.domain.times import SECOND
from service.domain.webhooks.events import ClaimedDelivery, DeliveryState, EventKind
from service.domain.webhooks.retries import NextStep
from tests.service.delivery.delivery_fakes import START, FakeBugReporter, FakeClock, FakeOutbox, FakeTimer

RECORD = AttemptRecord(
    "dlv_1", 1, START, START, make_answered_result(204, 1, b""), NextStep(DeliveryState.DELIVERED, 1, None)
)


CLAIMED = ClaimedDelivery("dlv_1", 1, "http://127.0.0.1/", "webhook-1", None, EventKind.STOCK_CHANGED, b"{}", 0, None)


class SlowOutbox(FakeOutbox):
    """Like the store: what was asked for is committed,
    though nobody may be there any more to receive it.
    """

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def record_attempts(self, records: Sequence[AttemptRecord]) -> None:
        self.asked.set()
        if not self.full:
            self.attempts += records
        await self.answer.wait()
        if self.full:
            raise Unavailable(verbatim("The disk is full; make room"))


@pytest.mark.parametrize("full", [False, True], ids=["written", "not written"])
async def test_ending_in_the_middle_of_a_write_neither_repeats_nor_loses_it(full: bool) -> None:
    clock = FakeClock()
    outbox = SlowOutbox(clock)
    outbox.full = full
    books = AttemptRecorder(outbox, FakeTimer(clock), FakeBugReporter())
    books.add(RECORD)
    running = asyncio.create_task(books.run())
    await outbox.asked.wait()
    running.cancel()
    await asyncio.sleep(0)
    outbox.answer.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    outbox.full = False
    assert await books.flush()
    assert outbox.attempts == [RECORD]


class FullOutbox(FakeOutbox):
    """Is full for the first writes."""

    def __init__(self, clock: FakeClock, times: int) -> None:
        super().__init__(clock)
        self.left = times

    async def record_attempts(self, records: Sequence[AttemptRecord]) -> None:
        self.left -= 1
        self.full = self.left >= 0
        if self.full:
            raise Unavailable(verbatim("The disk is full; make room"))
        self.attempts += records


async def test_what_cannot_be_written_at_the_end_is_said_and_not_lost(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeClock()
    outbox = FullOutbox(clock, 1)
    books = AttemptRecorder(outbox, FakeTimer(clock), FakeBugReporter())
    assert books.is_blocked is False
    assert await books.flush() is True
    books.add(RECORD)
    assert await books.flush() is False
    assert "Attempts could not be written down at the end: The disk is full; make room" in caplog.text
    assert await books.flush() is True
    assert outbox.attempts == [RECORD]


async def run_tasks() -> None:
    """Lets the tasks run that wait for nothing."""
    for _ in range(100):
        await asyncio.sleep(0)


def make_record(delivery_id: str) -> AttemptRecord:
    return replace(RECORD, delivery_id=delivery_id)


@pytest.fixture
def outbox() -> FakeOutbox:
    made = FakeOutbox(FakeClock())
    for delivery_id in ("dlv_1", "dlv_2", "dlv_3"):
        made.add(delivery_id)
        made.rows[delivery_id].state = DeliveryState.SENDING
    return made


@pytest.mark.parametrize("unmovable", [False, True])
async def test_an_attempt_that_meets_a_bug_stops_no_other_and_is_reported(outbox: FakeOutbox, unmovable: bool) -> None:
    bugs = FakeBugReporter()
    books = AttemptRecorder(outbox, FakeTimer(FakeClock()), bugs)
    outbox.broken = {"dlv_2"}
    outbox.unmovable = {"dlv_2"} if unmovable else set()
    for delivery_id in ("dlv_1", "dlv_2", "dlv_3"):
        books.add(make_record(delivery_id))
    assert await books.flush()
    assert [record.delivery_id for record in outbox.attempts] == ["dlv_1", "dlv_3"]
    assert [str(error) for error in bugs.reported] == ["a bug", "another bug"][: 1 + unmovable]
    activities = ["writing down an attempt of delivery dlv_2", "setting delivery dlv_2 aside"]
    assert bugs.activities == activities[: 1 + unmovable]
    note = "The program met a fault of its own; its log has it under ref1"
    assert outbox.steps_only == ([] if unmovable else [("dlv_2", note)])
    assert await books.flush()
    assert len(outbox.attempts) == 2, "nothing is written twice"


async def test_notes_and_released_claims_are_written_once(outbox: FakeOutbox) -> None:
    books = AttemptRecorder(outbox, FakeTimer(FakeClock()), FakeBugReporter())
    reason = verbatim("The keyring is locked")
    books.set_note(1, reason)
    books.release_claims([replace(CLAIMED, delivery_id="dlv_1"), replace(CLAIMED, delivery_id="dlv_3")])
    assert await books.flush()
    assert outbox.notes == [(1, reason)]
    states = [DeliveryState.WAITING, DeliveryState.SENDING, DeliveryState.WAITING]
    assert list(outbox.states().values()) == states
    written = list(outbox.writes)
    assert await books.flush()
    assert outbox.writes == written


async def test_a_released_claim_alone_is_written_at_the_end(outbox: FakeOutbox) -> None:
    books = AttemptRecorder(outbox, FakeTimer(FakeClock()), FakeBugReporter())
    books.release_claims([replace(CLAIMED, delivery_id="dlv_1")])
    assert await books.flush()
    assert outbox.states()["dlv_1"] is DeliveryState.WAITING


async def test_a_note_alone_is_written_at_the_end(outbox: FakeOutbox) -> None:
    books = AttemptRecorder(outbox, FakeTimer(FakeClock()), FakeBugReporter())
    reason = verbatim("The keyring is locked")
    books.set_note(1, reason)
    assert await books.flush()
    assert outbox.notes == [(1, reason)]


async def test_while_the_disk_is_full_it_tries_every_second_and_says_so_once(
    outbox: FakeOutbox, caplog: pytest.LogCaptureFixture
) -> None:
    timer = FakeTimer(FakeClock())
    books = AttemptRecorder(outbox, timer, FakeBugReporter())
    outbox.full = True
    running = asyncio.create_task(books.run())
    books.add(RECORD)
    await run_tasks()
    assert len(timer.sleeps) > 5
    assert set(timer.sleeps) == {SECOND}
    assert books.is_blocked is True
    assert caplog.messages == ["Attempts wait to be written down: The disk is full; make room"]
    outbox.full = False
    await run_tasks()
    assert (outbox.attempts, books.is_blocked) == ([RECORD], False)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
