"""Attempts are written down once, whoever is cancelled meanwhile (service.delivery.bookkeeping)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from service.delivery.bookkeeping import Bookkeeper
from service.delivery.ports import Record
from service.delivery.results import answered
from service.domain.errors import Unavailable
from service.domain.events import DeliveryState
from service.domain.retries import NextStep
from service.domain.sentences import verbatim
from tests.service.delivery.fakes import START, FakeAlarm, FakeClock, FakeIncidents, FakeOutbox

RECORD = Record("dlv_1", 1, START, START, answered(204, 1, b""), NextStep(DeliveryState.DELIVERED, 1, None))


class SlowOutbox(FakeOutbox):
    """Like the store: what was asked for is committed, though nobody may be there any more to hear of it."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.asked, self.answer = asyncio.Event(), asyncio.Event()

    async def record(self, records: Sequence[Record]) -> None:
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
    books = Bookkeeper(outbox, FakeAlarm(clock), FakeIncidents())
    books.record(RECORD)
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
