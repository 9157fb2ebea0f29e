"""What the dispatcher needs of the store and of the clock. The adapters are in this folder."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from service.delivery.attempt_result import AttemptResult
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.domain.webhooks.events import ClaimedDelivery
from service.domain.webhooks.retries import NextStep


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """`next_due`: the earliest due time after `now` of a target with room, or None."""

    rows: tuple[ClaimedDelivery, ...]
    next_due: Millis | None


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt to record, with the step that follows from it."""

    delivery_id: str
    target_id: int
    at: Millis
    ended_at: Millis
    result: AttemptResult
    step: NextStep


class Outbox(Protocol):
    """Deliveries as rows. Each call is ONE write transaction (or none where it says so),
    whole or not at all.

    A call raises service.domain.errors.Unavailable when the database cannot be written now; nothing
    is changed then and the dispatcher asks again. All calls come from one dispatcher, one claim and
    one record at a time.
    """

    async def recover_claims(self, now: Millis) -> tuple[int, ...]:
        """Sets every `sending` row to `waiting`, due as before, at the start; no attempt is used
        up.

        For each, an attempt with fault `interrupted` is recorded, as nobody knows whether it was
        sent. Returns the ids of the targets (on, mode on) that have something due at `now`, longest
        overdue first.
        """

    async def claim(self, now: Millis, capacity: Mapping[int, int], default_capacity: int) -> ClaimResult:
        """Turns due rows into `sending` and returns them: up to `capacity[target]` of a target,
        `default_capacity` of others.

        Only of targets that are on, with capacity, in shops whose `webhooks` mode is on.
        Per target, rows never attempted (`attempts` 0) come by event sequence, so that no event of
        an order passes an earlier one, and the others by due time; where both wait, each gets about
        half of the capacity. A row never attempted is always due, at any time. Any other
        row is due at or before `now`, or if it is further ahead than retries.FURTHEST_DUE, because
        the clock was set back. A claim that finds nothing writes nothing and so wakes nobody.
        """

    async def record_attempts(self, records: Sequence[AttemptRecord]) -> None:
        """Records some hundreds of attempts at once. In the same transaction, in this order, for
        each:

        the Attempt row (its number is one above the last of that delivery); state, attempts and
        next_attempt_at from `step`, but only if the row is still `sending`; the target's health by
        `apply_outcome`; and, on a 2xx of a target that catches up, its `failed` deliveries created
        since `find_catch_up_start` become `waiting`, attempts 0, due now.
        """

    async def apply_step_only(self, record: AttemptRecord, note: Sentence) -> None:
        """Applies the step of an attempt that could not be recorded, if the row is still `sending`.
        There is no Attempt row and the target's health does not change; `note` tells the owner.
        """

    async def release_claims(self, delivery_ids: Collection[str]) -> None:
        """Sets claimed but never posted deliveries back to `waiting`. Records no attempt."""

    async def set_note(self, target_id: int, reason: Sentence | None) -> None:
        """Sets why the target's deliveries wait (Target.note). The same text is not written."""

    async def filter_sendable(self, target_ids: Collection[int]) -> frozenset[int]:
        """Those targets that are on, of shops whose `webhooks` mode is on. Reads only."""


class Poster(Protocol):
    """Sends one delivery once."""

    async def post(self, target_id: int, url: str, headers: Mapping[str, str], body: bytes) -> AttemptResult:
        """Makes one attempt. Faults outside the program are results; what it raises is a bug."""


class Timer(Protocol):
    """Waits, so that tests can replace it."""

    async def wait(self, signal: asyncio.Event, until: Millis | None) -> None:
        """Returns when the signal is set, or at `until` of the wall clock if it is given."""

    async def sleep(self, span: Millis) -> None:
        """Returns after a number of seconds."""


class BugReporter(Protocol):
    """Where bugs go: the program's log."""

    def report(self, activity: str, error: BaseException) -> str:
        """Logs the traceback and returns the reference that finds it."""
