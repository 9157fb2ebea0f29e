"""One lane per target: what is claimed for it, how much may be in flight, and whether it is held."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from service.delivery.results import AttemptResult
from service.domain.claims import Claimed
from service.domain.retries import TROUBLE_AFTER, Outcome
from service.domain.times import SECOND, Millis

IN_FLIGHT = 8
LARGEST_CLAIM = 256
FIRST_HOLD: Millis = 5 * SECOND
LONGEST_HOLD: Millis = 30 * SECOND
# A slot that met a failing target rests this long, so that a refusing one costs the others next to nothing.
FAILING_PAUSE: Millis = 100
_WEIGHT = 0.2


class Lane:
    """The state of one target in the dispatcher; no I/O, used from the event loop only."""

    def __init__(self, target_id: int, *, in_flight: int = IN_FLIGHT, opens_at: Millis = 0, failures: int = 0) -> None:
        self.target_id = target_id
        self.slots = 0
        self.clear_note = True
        self._most = in_flight
        self._allowed = 1
        self._average_ms = 1000.0
        self._waiting: deque[Claimed] = deque()
        self._first_out: set[str] = set()
        self._failures = failures
        self._holds = 0
        self._closed_until = opens_at
        self._drained = False

    def add(self, rows: Iterable[Claimed]) -> None:
        """Takes in what a claim gave."""
        self._waiting.extend(rows)

    def asked(self, asked: int, got: int) -> None:
        """Notes what came of a claim: less than asked for means that nothing more is due, if anything was asked."""
        self._drained = got < asked

    def take(self, now: Millis) -> Claimed | None:
        """The next delivery to post, or None. First attempts about one order are never out at the same time."""
        if not self.open(now) or self.slots > self._allowed:
            return None
        for place, row in enumerate(self._waiting):
            if not self._blocked(row):
                del self._waiting[place]
                if row.first and row.order is not None:
                    self._first_out.add(row.order)
                return row
        return None

    def done(self, row: Claimed) -> None:
        """The attempt of a delivery that was taken has ended, whatever came of it."""
        if row.first and row.order is not None:
            self._first_out.discard(row.order)

    def learn(self, result: AttemptResult) -> None:
        """Grows what may be in flight, and keeps how long an attempt takes and how many failed in a row."""
        if result.outcome is Outcome.OUTAGE:
            return
        self._holds = 0
        self._failures = 0 if result.outcome is Outcome.ACCEPTED else self._failures + 1
        self._allowed = min(self._most, self._allowed + 1)
        self._average_ms += _WEIGHT * (result.duration_ms - self._average_ms)

    def hold(self, now: Millis) -> tuple[Claimed, ...]:
        """Stops posting for a while, longer each time in a row; returns what has to be given back."""
        if self.open(now):
            self._closed_until = now + min(LONGEST_HOLD, FIRST_HOLD << min(self._holds, 8))
            self._holds += 1
            self._allowed = 1
        return self.empty()

    def close_until(self, moment: Millis) -> tuple[Claimed, ...]:
        """Stops posting until then, and starts slowly; returns what has to be given back."""
        self._closed_until, self._allowed, self._holds = moment, 1, 0
        return self.empty()

    def release(self) -> None:
        """Ends a hold early."""
        self._closed_until, self._holds = 0, 0

    def empty(self) -> tuple[Claimed, ...]:
        """Gives up what is claimed and not yet taken."""
        rows = tuple(self._waiting)
        self._waiting.clear()
        self._drained = False
        return rows

    def open(self, now: Millis) -> bool:
        """Whether it may post; an opening time too far ahead was set by a clock that went back since."""
        return not now < self._closed_until <= now + LONGEST_HOLD

    def opens_at(self, now: Millis) -> Millis | None:
        """When a hold ends, or None when there is none."""
        return None if self.open(now) else self._closed_until

    def room(self, now: Millis) -> int:
        """How many to claim: about what the target takes in a second, none while half of that is still here."""
        if not self.open(now):
            return 0
        about_a_second = int(self._allowed * 1000 / max(1.0, self._average_ms))
        wanted = min(LARGEST_CLAIM, max(self._allowed, about_a_second))
        return 0 if len(self._waiting) > wanted // 2 else wanted - len(self._waiting)

    def wants_claim(self, now: Millis) -> bool:
        """Whether it runs dry while more may be due."""
        return not self._drained and self.room(now) > 0

    def free_slots(self, now: Millis) -> int:
        """How many more posts may start."""
        if not self.open(now):
            return 0
        return max(0, min(self._allowed - self.slots, len(self._waiting)))

    @property
    def held_before(self) -> bool:
        """Whether the last thing heard was a hold."""
        return self._holds > 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def failing(self) -> bool:
        return self._failures >= TROUBLE_AFTER

    def _blocked(self, row: Claimed) -> bool:
        return row.first and row.order is not None and row.order in self._first_out
