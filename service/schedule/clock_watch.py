"""Notices that the PC slept or that its clock was set; every deadline is then checked again
(desktop §3.5).
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from service.domain.times import SECOND, Clock, Millis

log = logging.getLogger(__name__)

INTERVAL: Millis = 5 * SECOND
TOLERANCE: Millis = 20 * SECOND
"""Seconds that a computer under load may be late without having slept."""


class ClockWatch:
    """Compares the wall clock with the monotonic one; calls `jumped` when they differ."""

    def __init__(self, clock: Clock, on_jump: Callable[[], None]) -> None:
        self._clock = clock
        self._on_jump = on_jump
        self._offset = self._read_offset()
        self._checked_at = clock.monotonic()

    async def check(self) -> Millis | None:
        """Checks once; returns the moment of the next check. A late check means that the PC slept,
        whatever its clocks say.
        """
        apart, seconds = self._read_offset(), self._clock.monotonic()
        late = int((seconds - self._checked_at) * 1000) - INTERVAL
        moved = abs(apart - self._offset)
        self._offset, self._checked_at = apart, seconds
        if moved > TOLERANCE or late > TOLERANCE:
            log.info("The clock jumped by %d s, or the computer slept", max(moved, late) // 1000)
            self._on_jump()
        return self._clock.now() + INTERVAL

    def _read_offset(self) -> Millis:
        return self._clock.now() - int(self._clock.monotonic() * 1000)
