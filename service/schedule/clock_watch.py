"""Notices that the PC slept or that its clock was set: every deadline is then looked at again (DESKTOP.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable

from service.domain.times import SECOND, Clock, Millis

log = logging.getLogger(__name__)

EVERY: Millis = 5 * SECOND
TOLERATED: Millis = 20 * SECOND
"""A computer under load may be late by this much without having slept."""


class ClockWatch:
    """Compares the wall clock with the one that only goes forward; `jumped` is called when they part."""

    def __init__(self, clock: Clock, jumped: Callable[[], None]) -> None:
        self._clock = clock
        self._jumped = jumped
        self._apart = self._difference()
        self._looked_at = clock.monotonic()

    async def step(self) -> Millis | None:
        """One look; gives the moment of the next. A late look means that the PC slept, however its clocks count."""
        apart, seconds = self._difference(), self._clock.monotonic()
        late = int((seconds - self._looked_at) * 1000) - EVERY
        moved = abs(apart - self._apart)
        self._apart, self._looked_at = apart, seconds
        if moved > TOLERATED or late > TOLERATED:
            log.info("The clock jumped by %d s, or the computer slept", max(moved, late) // 1000)
            self._jumped()
        return self._clock.now() + EVERY

    def _difference(self) -> Millis:
        return self._clock.now() - int(self._clock.monotonic() * 1000)
