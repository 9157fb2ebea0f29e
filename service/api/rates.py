"""At most so many answered calls per key in any rolling minute (CONTRACT.md section 2)."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from dataclasses import dataclass, field

SPAN_S = 60.0
CALLS_PER_SPAN = 120
_MOST_ADDRESSES = 10_000


@dataclass(frozen=True, slots=True)
class RateState:
    """What a caller is told: how many more calls will pass now, and in how many seconds one more will."""

    passed: bool
    limit: int
    remaining: int
    reset: int


@dataclass(slots=True)
class _Window:
    answered: deque[float] = field(default_factory=deque)
    in_flight: int = 0


class KeyRates:
    """The rolling window of each key. A call counts from when it is let in until a minute after its answer."""

    def __init__(self, limit: int | None = CALLS_PER_SPAN) -> None:
        """None lifts the limit (for measuring)."""
        self._limit = limit
        self._windows: dict[int, _Window] = {}

    def admit(self, key_id: int, now: float) -> RateState | None:
        """Lets a call in, or not; None where there is no limit. Each call let in is to be `settle`d."""
        if self._limit is None:
            return None
        window = self._windows.setdefault(key_id, _Window())
        while window.answered and window.answered[0] <= now - SPAN_S:
            window.answered.popleft()
        used = len(window.answered) + window.in_flight
        passed = used < self._limit
        if passed:
            window.in_flight += 1
            used += 1
        reset = max(1, math.ceil(window.answered[0] + SPAN_S - now)) if window.answered else int(SPAN_S)
        if not passed and not window.answered:
            reset = 1
        return RateState(passed, self._limit, max(0, self._limit - used), reset)

    def settle(self, key_id: int, now: float) -> None:
        """A call that was let in is answered."""
        if self._limit is None:
            return
        window = self._windows[key_id]
        window.in_flight -= 1
        window.answered.append(now)


class StrangerRates:
    """Calls without a valid key, per address: past the limit each is answered later."""

    def __init__(self, limit: int = CALLS_PER_SPAN) -> None:
        self._limit = limit
        self._seen: OrderedDict[str, deque[float]] = OrderedDict()

    def slow_down(self, address: str, now: float) -> bool:
        """Counts a call; whether it is past the limit of the rolling minute."""
        calls = self._seen.setdefault(address, deque(maxlen=self._limit + 1))
        self._seen.move_to_end(address)
        if len(self._seen) > _MOST_ADDRESSES:
            self._seen.popitem(last=False)
        calls.append(now)
        return len(calls) > self._limit and calls[0] > now - SPAN_S
