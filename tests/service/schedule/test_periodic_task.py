"""Waiting for the next work (service.schedule)."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import pytest

from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.domain.times import HOUR, MINUTE, Millis
from service.schedule.periodic_task import PeriodicTask
from tests.fakes.clock import FakeClock

LOOK_S = 0.01


class Duty:
    """Counts its steps; tells that it is due again after a span, or at no known time, or raises."""

    def __init__(self, clock: FakeClock, *ends: Millis | Exception | None) -> None:
        self._clock = clock
        self._ends = list(ends)
        self.steps = 0
        self._stepped = asyncio.Condition()

    async def step(self) -> Millis | None:
        async with self._stepped:
            self.steps += 1
            self._stepped.notify_all()
        end = self._ends.pop(0) if len(self._ends) > 1 else self._ends[0]
        if isinstance(end, Exception):
            raise end
        return None if end is None else self._clock.now() + end

    async def done(self, steps: int) -> None:
        """Waits until it was done that often."""
        async with asyncio.timeout(60), self._stepped:
            await self._stepped.wait_for(lambda: self.steps >= steps)


async def looked_around() -> None:
    """Long enough for a beat to look at its clock several times."""
    await asyncio.sleep(LOOK_S * 8)


async def test_a_duty_is_done_at_once_and_then_when_it_is_due(clock: FakeClock) -> None:
    duty = Duty(clock, HOUR)
    beat = PeriodicTask("duty", clock, duty.step, max_wait_s=LOOK_S)
    beat.start()
    await duty.done(1)
    clock.advance(HOUR - 1)
    await looked_around()
    assert duty.steps == 1
    clock.advance(1)
    await duty.done(2)
    await beat.stop()


async def test_a_clock_that_is_set_forward_brings_a_duty_on(clock: FakeClock) -> None:
    duty = Duty(clock, HOUR)
    beat = PeriodicTask("duty", clock, duty.step, max_wait_s=LOOK_S)
    beat.start()
    await duty.done(1)
    clock.set(clock.now() + 2 * HOUR)
    await duty.done(2)
    await beat.stop()
    assert duty.steps == 2


async def test_a_clock_that_is_set_back_has_a_duty_looked_at_again(clock: FakeClock) -> None:
    duty = Duty(clock, HOUR)
    beat = PeriodicTask("duty", clock, duty.step, max_wait_s=LOOK_S)
    beat.start()
    await duty.done(1)
    await looked_around()
    clock.set(clock.now() - 365 * 24 * HOUR)
    await duty.done(2)
    await looked_around()
    assert duty.steps == 2
    await beat.stop()


async def test_a_nudge_is_not_lost_though_it_comes_during_the_step(clock: FakeClock) -> None:
    duty = Duty(clock, None)
    beat = PeriodicTask("duty", clock, duty.step, max_wait_s=1000)
    beat.start()
    beat.wake()
    await duty.done(1)
    beat.wake()
    await duty.done(2)
    beat.wake()
    await duty.done(3)
    await beat.stop()
    assert duty.steps == 3


async def test_a_duty_that_knows_of_nothing_looks_again_all_the_same(clock: FakeClock) -> None:
    duty = Duty(clock, None)
    beat = PeriodicTask("duty", clock, duty.step, max_wait_s=LOOK_S)
    beat.start()
    await duty.done(3)
    await beat.stop()
    assert duty.steps >= 3


async def test_the_environments_fault_is_told_and_the_duty_tried_again(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    duty = Duty(clock, Unavailable(verbatim("The disk is full.")), HOUR)
    beat = PeriodicTask("Pruning", clock, duty.step, max_wait_s=LOOK_S)
    beat.start()
    await duty.done(1)
    await looked_around()
    assert duty.steps == 1
    clock.advance(MINUTE)
    await duty.done(2)
    await beat.stop()
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.WARNING, "Pruning has to wait: The disk is full.")


async def test_a_mistake_is_logged_with_its_traceback_and_ends_nothing(
    clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    duty = Duty(clock, RuntimeError("a mistake"), HOUR)
    beat = PeriodicTask("Pruning", clock, duty.step, max_wait_s=LOOK_S)
    beat.start()
    await duty.done(1)
    clock.advance(MINUTE)
    await duty.done(2)
    await beat.stop()
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info is not None


async def test_stopping_ends_it_and_a_beat_that_never_began_can_be_stopped(clock: FakeClock) -> None:
    duty = Duty(clock, None)
    beat = PeriodicTask("duty", clock, duty.step, max_wait_s=LOOK_S)
    await beat.stop()
    beat.start()
    await duty.done(1)
    await beat.stop()
    steps = duty.steps
    await looked_around()
    assert duty.steps == steps


async def test_a_step_that_swallows_its_cancellation_is_the_last(clock: FakeClock) -> None:
    begun = asyncio.Event()

    async def swallow_one() -> Millis | None:
        begun.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return None

    beat = PeriodicTask("duty", clock, swallow_one)
    beat.start()
    await begun.wait()
    async with asyncio.timeout(30):
        await beat.stop()


async def test_a_task_that_is_stopped_while_it_stops_another_ends(clock: FakeClock) -> None:
    begun, stopping, may_end = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def end_late() -> Millis | None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopping.set()
            await may_end.wait()
        return None

    inner = PeriodicTask("inner", clock, end_late)
    went_on: list[int] = []

    async def stop_inner() -> Millis | None:
        await inner.stop()
        went_on.append(1)
        return None

    outer = PeriodicTask("outer", clock, stop_inner)
    inner.start()
    await begun.wait()
    outer.start()
    await stopping.wait()
    async with asyncio.timeout(30):
        await outer.stop()
        may_end.set()
        await inner.stop()
    assert not went_on


async def test_a_duty_that_is_always_due_leaves_others_their_turn(clock: FakeClock) -> None:
    duty = Duty(clock, -1)
    beat = PeriodicTask("duty", clock, duty.step)
    turns: list[int] = []

    async def other() -> None:
        while duty.steps < 100:
            turns.append(duty.steps)
            await asyncio.sleep(0)

    beat.start()
    await asyncio.wait_for(other(), 30)
    await beat.stop()
    assert len(set(turns)) > 10
