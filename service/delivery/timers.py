"""Waits on the real clock."""

from __future__ import annotations

import asyncio
import contextlib

from service.domain.times import SECOND, Clock, Millis

MAX_WAIT: Millis = 20 * SECOND
"""Seconds after which the wall clock is read again: it may have been set, or the PC
may have slept.
"""


class ClockTimer:
    """Sleeps in asyncio in short steps, because a long sleep may end at the wrong time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def wait(self, signal: asyncio.Event, until: Millis | None) -> None:
        """Returns when the signal is set, `until` is reached, or LONGEST_WAIT is over."""
        span = MAX_WAIT if until is None else min(MAX_WAIT, until - self._clock.now())
        if span <= 0:
            await asyncio.sleep(0)
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(span / 1000):
                await signal.wait()

    async def sleep(self, span: Millis) -> None:
        await asyncio.sleep(span / 1000)
