"""How often and how soon a program that crashed is started again."""

from __future__ import annotations

from collections import deque

MAX_RESTARTS = 5
SPAN_S = 600.0
FIRST_PAUSE_S = 1.0


class RestartLimit:
    """At most 5 restarts in 10 minutes, after 1, 2, 4, 8 and 16 seconds."""

    def __init__(self) -> None:
        self._restarts: deque[float] = deque()

    def next_pause(self, now: float) -> float | None:
        """Seconds to wait before the next start, None if there were too many. `now` is a monotonic
        time.
        """
        while self._restarts and self._restarts[0] <= now - SPAN_S:
            self._restarts.popleft()
        if len(self._restarts) >= MAX_RESTARTS:
            return None
        self._restarts.append(now)
        return float(FIRST_PAUSE_S * 2 ** (len(self._restarts) - 1))
