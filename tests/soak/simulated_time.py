"""Time that a test controls: wall clock and event loop jump together, or apart as
when a PC sleeps.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple, Unpack

from service.domain.times import Millis
from tests.fakes.clock import START

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WarpedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time goes on by itself and can be moved on:
    what is due before that is due at once.
    """

    def __init__(self) -> None:
        self._skipped = 0.0
        self.in_threads = 0
        super().__init__()

    def time(self) -> float:
        return super().time() + self._skipped

    def skip(self, seconds: float) -> None:
        self._skipped += seconds

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """The same, counted: a test that moves the time can wait until no thread is at work."""
        future = super().run_in_executor(executor, func, *args)
        self.in_threads += 1
        future.add_done_callback(self._back)
        return future

    def _back(self, _future: asyncio.Future[T]) -> None:
        self.in_threads -= 1

    @property
    def timers(self) -> int:
        """How many timers wait. Cancelled ones, which stay in the loop's heap for a while, do not
        count, nor those with which aiohttp closes idle connections.
        """
        waiting: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        return sum(not timer.cancelled() and not _is_of_connections(timer) for timer in waiting)


def _is_of_connections(timer: asyncio.TimerHandle) -> bool:
    return getattr(timer._callback, "__qualname__", "") == "_weakref_handle"  # type: ignore[attr-defined]


class SimulatedClock:
    """The clock of a program in a loop of its own (service.domain.times.Clock)."""

    def __init__(self, loop: WarpedLoop, start: Millis = START) -> None:
        self._loop = loop
        self._began = loop.time()
        self._shift = start
        self._asleep: Millis = 0

    def now(self) -> Millis:
        return self._shift + int((self._loop.time() - self._began) * 1000)

    def monotonic(self) -> float:
        return self._loop.time()

    def since_boot(self) -> float:
        return self._loop.time() + self._asleep / 1000

    def advance(self, span: Millis) -> None:
        """Time passes while the PC is awake."""
        self._loop.skip(span / 1000)

    def sleep(self, span: Millis) -> None:
        """The PC sleeps: the wall clock goes on, the loop's stops, as on Linux."""
        self._shift += span
        self._asleep += span

    def set_clock(self, by: Millis) -> None:
        """Somebody sets the wall clock, back where `by` is below 0."""
        self._shift += by
