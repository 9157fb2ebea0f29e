"""Makes calls wait for the upstream's limit, the highest priority first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable

from service.domain.link.call_pacing import CallPriority, full
from service.domain.times import Clock

Pause = Callable[[float], Awaitable[None]]


class Pacer:
    """The token bucket of one link, for all its callers in one event loop."""

    def __init__(self, clock: Clock, pause: Pause = asyncio.sleep) -> None:
        self._clock = clock
        self._pause = pause
        self._bucket = full(clock.monotonic())
        self._queue: list[tuple[CallPriority, int, asyncio.Event]] = []
        self._numbers = itertools.count()

    async def take(self, priority: CallPriority) -> None:
        """Returns when a call of that priority may be sent."""
        entry = (priority, next(self._numbers), asyncio.Event())
        heapq.heappush(self._queue, entry)
        try:
            await self._wait_turn(entry)
        finally:
            self._queue.remove(entry)
            heapq.heapify(self._queue)
            if self._queue:
                self._queue[0][2].set()

    async def _wait_turn(self, entry: tuple[CallPriority, int, asyncio.Event]) -> None:
        priority, _, turn = entry
        while True:
            if self._queue[0] is not entry:
                turn.clear()
                await turn.wait()
                continue
            wait = self._bucket.wait_for(priority, self._clock.monotonic())
            if wait <= 0:
                self._bucket = self._bucket.taken(self._clock.monotonic())
                return
            await self._pause(wait)

    def rest(self, seconds: float) -> None:
        """Sends nothing for so many seconds, as upstream asked."""
        self._bucket = self._bucket.resting(self._clock.monotonic(), seconds)

    def heed(self, remaining: int | None, reset_s: int | None) -> None:
        """Notes what upstream says of its own count."""
        self._bucket = self._bucket.after_answer(self._clock.monotonic(), remaining, reset_s)
