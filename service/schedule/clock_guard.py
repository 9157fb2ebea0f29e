"""Watches whether the wall clock may be believed, and says so in the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from service.domain.actors import TIME
from service.domain.clock_trust import (
    ClockDoubt,
    PlausibleTimes,
    estimate_time,
    expect_after,
    expect_at_start,
    find_doubt,
    read_clocks,
    settle_time,
)
from service.domain.marketplace.orders import ACCEPT_MINUTES
from service.domain.times import MINUTE, SECOND, Clock, Millis, format_rfc3339
from service.store.engine.store import Store
from service.store.trusted_clock import read_clock_record
from service.usecases.settle_clock import begin_clock_doubt, settle_clock

log = logging.getLogger(__name__)

WATCH_INTERVAL: Millis = 5 * SECOND
TOLERANCE: Millis = 20 * SECOND
"""Seconds that a computer under load may be late without having slept."""
INTERVAL: Millis = SECOND
SAVE_INTERVAL: Millis = 10 * MINUTE
"""How often the time that is believed is written down for the next start."""


class ClockWatch:
    """Compares the wall clock with the monotonic one; calls `jumped` when they differ."""

    def __init__(self, clock: Clock, on_jump: Callable[[], None]) -> None:
        self._clock = clock
        self._on_jump = on_jump
        self._offset = self._read_offset()
        self._checked_at = clock.monotonic()

    async def check(self) -> Millis | None:
        """Checks once; gives the moment of the next. A late check means that the PC slept."""
        apart, seconds = self._read_offset(), self._clock.monotonic()
        late = int((seconds - self._checked_at) * 1000) - WATCH_INTERVAL
        moved = abs(apart - self._offset)
        self._offset, self._checked_at = apart, seconds
        if moved > TOLERANCE or late > TOLERANCE:
            log.info("The clock jumped by %d s, or the computer slept", max(moved, late) // 1000)
            self._on_jump()
        return self._clock.now() + WATCH_INTERVAL

    def _read_offset(self) -> Millis:
        return self._clock.now() - int(self._clock.monotonic() * 1000)


class ClockGuard:
    """Compares the wall clock with the time since the computer started. It is itself a `Clock`, for
    what expires, is due or is tried again: it shows the time that is believed.

    A doubt ends when both agree again, or when the owner says that the clock is right. What is
    deleted for its age asks `read_cutoff`.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._lock = asyncio.Lock()
        self._plausible: PlausibleTimes | None = None
        self._doubt: ClockDoubt | None = None
        self._saved_at: Millis | None = None
        self._settled_at: Millis | None = None

    def monotonic(self) -> float:
        return self._clock.monotonic()

    def since_boot(self) -> float:
        return self._clock.since_boot()

    def now(self) -> Millis:
        """The wall clock, or while it is in doubt what it was expected to show."""
        reading = read_clocks(self._clock)
        return reading.wall if self._plausible is None else estimate_time(self._plausible, reading)

    async def step(self) -> Millis:
        """One check; gives the moment of the next. Raises Unavailable."""
        async with self._lock:
            await self._check()
        return self.now() + INTERVAL

    async def check(self) -> None:
        """A doubt that begins now is in the database when this returns. Raises Unavailable."""
        if self._doubt or self._plausible is None or find_doubt(self._plausible, read_clocks(self._clock)):
            await self.step()

    async def _check(self) -> None:
        plausible = await self._read_expectation()
        reading = read_clocks(self._clock)
        doubt = find_doubt(plausible, reading)
        if doubt is None:
            passed = reading.since_boot - plausible.since_boot
            settled_at = self._settled_at = settle_time(self._settled_at, reading.wall, passed)
            is_late = self._saved_at is None or abs(reading.wall - self._saved_at) >= SAVE_INTERVAL
            if self._doubt or is_late:
                # A command may have left orders without a time, in a doubt that it did not store.
                await self._store.write(lambda tx: settle_clock(tx, by=TIME, now=reading.wall, settled_at=settled_at))
                self._saved_at = reading.wall
            if self._doubt:
                log.warning(
                    "The computer's clock is right again; placed orders have %d minutes from now", ACCEPT_MINUTES
                )
            self._doubt = None
            self._plausible = expect_after(reading)
        elif self._doubt is None or doubt.is_of_another_jump(self._doubt):
            await self._store.write(lambda tx: begin_clock_doubt(tx, doubt))
            self._doubt = doubt
            log.warning(
                "The computer's clock shows %s where %s was expected; no order expires until the owner confirms it",
                format_rfc3339(doubt.shown_at),
                format_rfc3339(doubt.expected_at),
            )

    async def _read_expectation(self) -> PlausibleTimes:
        """What is believed now; while in doubt the owner may have confirmed the clock."""
        if self._plausible is not None and self._doubt is None:
            return self._plausible
        record = await self._store.read(read_clock_record)
        if self._plausible is None:
            self._doubt, self._settled_at = record.doubt, record.settled_at
            self._plausible = expect_at_start(record, read_clocks(self._clock))
        elif record.doubt is None:
            self._doubt = None
            self._plausible = expect_after(read_clocks(self._clock))
        return self._plausible
