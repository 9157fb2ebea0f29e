"""Waiting on the real clock, for as short as can be."""

from __future__ import annotations

import asyncio

from service.delivery.alarms import ClockAlarm
from tests.service.delivery.fakes import START, FakeClock


async def test_a_signal_ends_the_wait() -> None:
    signal = asyncio.Event()
    waiting = asyncio.create_task(ClockAlarm(FakeClock()).wait(signal, None))
    await asyncio.sleep(0)
    assert not waiting.done()
    signal.set()
    await asyncio.wait_for(waiting, 5)


async def test_a_moment_that_has_come_ends_it_at_once() -> None:
    await asyncio.wait_for(ClockAlarm(FakeClock()).wait(asyncio.Event(), START - 1), 5)
    await asyncio.wait_for(ClockAlarm(FakeClock()).wait(asyncio.Event(), START + 1), 5)
    await asyncio.wait_for(ClockAlarm(FakeClock()).pause(1), 5)
