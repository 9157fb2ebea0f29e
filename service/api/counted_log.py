"""A repeated line of the program's log: written once, then at most once a minute with a count."""

from __future__ import annotations

import logging
from collections.abc import Callable

INTERVAL_S = 60.0


class CountedLog:
    """One kind of line. Even a thousand events a second write at most two lines a minute."""

    def __init__(self, log: logging.Logger, monotonic: Callable[[], float], interval_s: float = INTERVAL_S) -> None:
        self._log = log
        self._monotonic = monotonic
        self._interval_s = interval_s
        self._last: float | None = None
        self._left_out = 0

    def warn(self, text: str, *values: object) -> None:
        """Writes the line, or counts it."""
        now = self._monotonic()
        if self._last is not None and now - self._last < self._interval_s:
            self._left_out += 1
            return
        more = f" ({self._left_out} more like this since the last line)" if self._left_out else ""
        self._last, self._left_out = now, 0
        self._log.warning(text + "%s", *values, more)
