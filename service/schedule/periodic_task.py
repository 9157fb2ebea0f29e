"""Waits for the next work: a moment, a wake-up, or a check of the clock."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar

from service.domain.errors import Unavailable
from service.domain.times import Clock, Millis

log = logging.getLogger(__name__)

MAX_WAIT_S = 2.0
"""Seconds between checks of the clock: a wall clock may jump and a PC may sleep."""

RETRY_DELAY_S = 5.0

Step = Callable[[], Awaitable[Millis | None]]
"""Does what is due and returns when the next work is due, or None if that is not known."""


class PeriodicTask:
    """Runs its step when it is due or woken, and goes on after faults of the environment."""

    def __init__(self, name: str, clock: Clock, step: Step, *, max_wait_s: float = MAX_WAIT_S) -> None:
        self.name = name
        self.step = step
        self._clock = clock
        self._max_wait_s = max_wait_s
        self._woken = asyncio.Event()
        self._is_stopped = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._is_stopped = False
        self._task = asyncio.create_task(self._run(), name=self.name)

    def wake(self) -> None:
        """Runs the step soon. Call it in the event loop."""
        self._woken.set()

    async def stop(self) -> None:
        """Cancels the step and waits for its end, also if the step swallows the cancellation."""
        self._is_stopped = True
        self._woken.set()
        if self._task is not None:
            self._task.cancel()
            # It is not awaited itself: its cancellation and that of the caller would look alike.
            await asyncio.wait((self._task,))

    async def _run(self) -> None:
        while not self._is_stopped:
            await self._wait_until(await self._step_once())
            self._woken.clear()
            # A step that is due again at once must not stop the rest of the event loop.
            await asyncio.sleep(0)

    async def _wait_until(self, due: Millis | None) -> None:
        """Waits until a moment, or until the clock was set back, by which that was due."""
        if due is None:
            await self._wait(None)
            return
        before = now = self._clock.now()
        while not self._woken.is_set() and before <= now < due:
            await self._wait(due)
            before, now = now, self._clock.now()

    async def _step_once(self) -> Millis | None:
        try:
            return await self.step()
        except Unavailable as error:
            log.warning("%s has to wait: %s", self.name, error.message)
        except Exception:
            log.exception("%s went wrong; it goes on in %.0f s", self.name, RETRY_DELAY_S)
        return self._clock.now() + int(RETRY_DELAY_S * 1000)

    async def _wait(self, due: Millis | None) -> None:
        seconds = (
            self._max_wait_s if due is None else min(self._max_wait_s, max(0.001, (due - self._clock.now()) / 1000))
        )
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()


T = TypeVar("T")


async def run_in_thread(work: Callable[[], T], stopping: threading.Event) -> T:
    """Runs long work in a thread. Cancelling sets `stopping` until the current piece ends."""
    running = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stopping.set()
        try:
            await running
        except Exception:
            log.exception("Work in a thread did not end well while the program was closing")
        stopping.clear()
        raise
