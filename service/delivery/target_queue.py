"""One queue per target: its claimed deliveries, how many go at once, whether it is held."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from service.delivery.attempt_result import AttemptResult
from service.domain.times import SECOND, Millis
from service.domain.webhooks.events import ClaimedDelivery
from service.domain.webhooks.retries import TROUBLE_THRESHOLD, Outcome

MAX_IN_FLIGHT = 8
MAX_CLAIM = 256
FIRST_HOLD: Millis = 5 * SECOND
MAX_HOLD: Millis = 30 * SECOND
# A slot rests this long after a failure, so that a failing target costs the others next to
# nothing.
FAILING_DELAY: Millis = 100
_SMOOTHING = 0.2


class TargetQueue:
    """The state of one target in the dispatcher. No I/O; used from the event loop only."""

    def __init__(
        self, target_id: int, *, in_flight: int = MAX_IN_FLIGHT, opens_at: Millis = 0, failures: int = 0
    ) -> None:
        self.target_id = target_id
        self.slots = 0
        self.clear_note = True
        self._max_slots = in_flight
        self._allowed_slots = 1
        self._average_ms = 1000.0
        self._waiting: deque[ClaimedDelivery] = deque()
        self._orders_in_flight: set[str] = set()
        self._failures = failures
        self._holds = 0
        self._held_until = opens_at
        self._nothing_more_due = False

    def add(self, rows: Iterable[ClaimedDelivery]) -> None:
        self._waiting.extend(rows)

    def note_claim(self, requested: int, received: int) -> None:
        """Notes the result of a claim: fewer than asked for means that no more are due."""
        self._nothing_more_due = received < requested

    def take(self, now: Millis) -> ClaimedDelivery | None:
        """The next delivery to post, or None. First attempts about one order never overlap."""
        if not self.is_open(now) or self.slots > self._allowed_slots:
            return None
        for place, row in enumerate(self._waiting):
            if not self._is_blocked(row):
                del self._waiting[place]
                if row.is_first_attempt and row.order is not None:
                    self._orders_in_flight.add(row.order)
                return row
        return None

    def mark_done(self, row: ClaimedDelivery) -> None:
        """Ends the attempt of a taken delivery, whatever its result."""
        if row.is_first_attempt and row.order is not None:
            self._orders_in_flight.discard(row.order)

    def record_result(self, result: AttemptResult) -> None:
        """Notes how many may be sent at once now, how long attempts take, failures in a row."""
        if result.outcome is Outcome.OUTAGE:
            return
        self._holds = 0
        self._failures = 0 if result.outcome is Outcome.ACCEPTED else self._failures + 1
        self._allowed_slots = min(self._max_slots, self._allowed_slots + 1)
        self._average_ms += _SMOOTHING * (result.duration_ms - self._average_ms)

    def hold(self, now: Millis) -> tuple[ClaimedDelivery, ...]:
        """Stops posting, longer each time in a row; returns the deliveries to release."""
        if self.is_open(now):
            self._held_until = now + min(MAX_HOLD, FIRST_HOLD << min(self._holds, 8))
            self._holds += 1
            self._allowed_slots = 1
        return self.clear()

    def hold_until(self, moment: Millis) -> tuple[ClaimedDelivery, ...]:
        """Stops posting until a moment, then starts slowly; returns the deliveries to release."""
        self._held_until, self._allowed_slots, self._holds = moment, 1, 0
        return self.clear()

    def end_hold(self) -> None:
        self._held_until, self._holds = 0, 0

    def clear(self) -> tuple[ClaimedDelivery, ...]:
        """Removes and returns what is claimed and not yet taken."""
        rows = tuple(self._waiting)
        self._waiting.clear()
        self._nothing_more_due = False
        return rows

    def is_open(self, now: Millis) -> bool:
        """Whether it may post. A time too far ahead comes from a clock that was set back."""
        return not now < self._held_until <= now + MAX_HOLD

    def hold_end(self, now: Millis) -> Millis | None:
        return None if self.is_open(now) else self._held_until

    def claim_size(self, now: Millis) -> int:
        """How many to claim: what the target takes in a second, none while half is queued."""
        if not self.is_open(now):
            return 0
        about_a_second = int(self._allowed_slots * 1000 / max(1.0, self._average_ms))
        wanted = min(MAX_CLAIM, max(self._allowed_slots, about_a_second))
        return 0 if len(self._waiting) > wanted // 2 else wanted - len(self._waiting)

    def needs_claim(self, now: Millis) -> bool:
        """Whether it is nearly empty while more may be due."""
        return not self._nothing_more_due and self.claim_size(now) > 0

    def free_slots(self, now: Millis) -> int:
        """How many more posts may start."""
        if not self.is_open(now):
            return 0
        return max(0, min(self._allowed_slots - self.slots, len(self._waiting)))

    @property
    def was_held(self) -> bool:
        """Whether the last event was a hold."""
        return self._holds > 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def is_failing(self) -> bool:
        return self._failures >= TROUBLE_THRESHOLD

    def _is_blocked(self, row: ClaimedDelivery) -> bool:
        return row.is_first_attempt and row.order is not None and row.order in self._orders_in_flight
