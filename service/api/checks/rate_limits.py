"""The limit of answered calls per key in any rolling minute (contract §2.6)."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from service.domain.times import MINUTE, SECOND, Millis

WINDOW: Millis = MINUTE
WINDOW_S = WINDOW / SECOND
CALLS_PER_WINDOW = 120
_MAX_ADDRESSES = 10_000


@dataclass(frozen=True, slots=True)
class RateLimitState:
    """How many more calls pass now, and in how many seconds one more will."""

    allowed: bool
    limit: int
    remaining: int
    reset: int


@dataclass(slots=True)
class _Window:
    answered: deque[float] = field(default_factory=deque)
    in_flight: int = 0


def measure_window(answered: Sequence[Millis], now: Millis, limit: int) -> RateLimitState:
    """The state of a call that is answered now, where these were answered before it. Those of
    more than a minute ago do not count, nor those after the clock was set back.
    """
    recent = [at for at in answered if abs(now - at) < WINDOW]
    reset = math.ceil((recent[0] + WINDOW - now) / SECOND) if recent else int(WINDOW_S)
    return RateLimitState(len(recent) < limit, limit, max(0, limit - len(recent) - 1), max(1, reset))


class KeyRateLimiter:
    """The minute of each key at this service. A call counts until a minute after its answer."""

    def __init__(self, limit: int | None = CALLS_PER_WINDOW) -> None:
        """With None there is no limit (for measuring)."""
        self.limit = limit
        self._windows: dict[int, _Window] = {}

    def admit(self, key_id: int, now: float) -> RateLimitState | None:
        """Whether a call is admitted; None without limit. Then `finish_call` or `cancel_call`."""
        if self.limit is None:
            return None
        window = self._windows.setdefault(key_id, _Window())
        while window.answered and window.answered[0] <= now - WINDOW_S:
            window.answered.popleft()
        used = len(window.answered) + window.in_flight
        passed = used < self.limit
        if passed:
            window.in_flight += 1
            used += 1
        reset = max(1, math.ceil(window.answered[0] + WINDOW_S - now)) if window.answered else int(WINDOW_S)
        if not passed and not window.answered:
            reset = 1
        return RateLimitState(passed, self.limit, max(0, self.limit - used), reset)

    def finish_call(self, key_id: int, now: float) -> None:
        """An admitted call was answered."""
        if self.limit is None:
            return
        window = self._windows[key_id]
        window.in_flight -= 1
        window.answered.append(now)

    def cancel_call(self, key_id: int) -> None:
        """An admitted call was refused as too many after all, and does not count."""
        if self.limit is not None:
            self._windows[key_id].in_flight -= 1


class AddressRateLimiter:
    """Calls without a valid key, per address. Above the limit each is answered later."""

    def __init__(self, limit: int = CALLS_PER_WINDOW) -> None:
        self._limit = limit
        self._calls: OrderedDict[str, deque[float]] = OrderedDict()

    def count_call(self, address: str, now: float) -> bool:
        """Counts a call; returns whether it is above the limit of the rolling minute."""
        calls = self._calls.setdefault(address, deque(maxlen=self._limit + 1))
        self._calls.move_to_end(address)
        if len(self._calls) > _MAX_ADDRESSES:
            self._calls.popitem(last=False)
        calls.append(now)
        return len(calls) > self._limit and calls[0] > now - WINDOW_S
