"""Waiting on the real clock, as briefly as possible."""

from __future__ import annotations

import asyncio

from service.delivery.timers import ClockTimer
from tests.service.delivery.delivery_fakes import START, FakeClock


async def test_a_signal_ends_the_wait() -> None:
    signal = asyncio.Event()
    waiting = asyncio.create_task(ClockTimer(FakeClock()).wait(signal, None))
    await asyncio.sleep(0)
    assert not waiting.done()
    signal.set()
    await asyncio.wait_for(waiting, 30)


async def test_a_moment_that_has_come_takes_no_time() -> None:
    waiting = asyncio.create_task(ClockTimer(FakeClock()).wait(asyncio.Event(), START))
    for _ in range(3):
        await asyncio.sleep(0)
    assert waiting.done()


async def test_a_moment_that_has_come_ends_it_at_once() -> None:
    alarm = ClockTimer(FakeClock())
    waits = [alarm.wait(asyncio.Event(), START - 1), alarm.wait(asyncio.Event(), START + 1), alarm.sleep(1)]
    assert await asyncio.wait_for(asyncio.gather(*waits), 5) == [None, None, None]
