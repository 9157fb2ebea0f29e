"""Attempts are recorded once, even if the caller is cancelled meanwhile
(service.delivery.attempt_recorder).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from service.delivery.attempt_recorder import AttemptRecorder
from service.delivery.attempt_result import make_answered_result
from service.delivery.delivery_ports import AttemptRecord
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.domain.webhooks.events import DeliveryState
from service.domain.webhooks.retries import NextStep
from tests.service.delivery.delivery_fakes import START, FakeBugReporter, FakeClock, FakeOutbox, FakeTimer

RECORD = AttemptRecord(
    "dlv_1", 1, START, START, make_answered_result(204, 1, b""), NextStep(DeliveryState.DELIVERED, 1, None)
)


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
