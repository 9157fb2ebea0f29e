"""When a delivery is tried again (contract §6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from service.domain.times import DAY, MINUTE, Millis
from service.domain.webhooks.events import DeliveryState, EventKind, SwitchOnChoice

RETRY_AFTER: tuple[Millis, ...] = tuple(minutes * MINUTE for minutes in (1, 2, 4, 8, 16))
MAX_DUE_AHEAD: Millis = RETRY_AFTER[-1]
"""A time further ahead is from a clock that was set back since: it counts as due."""
TROUBLE_THRESHOLD = 3
CATCH_UP_SPAN: Millis = 3 * DAY
STAGGER_STEP: Millis = 200
STAGGER_SPAN: Millis = 10_000


def describe_schedule() -> str:
    """The minutes between attempts, for a sentence."""
    *first, last = (str(step // MINUTE) for step in RETRY_AFTER)
    return f"{', '.join(first)} and {last}"


class Outcome(StrEnum):
    """`outage` is a fault of this computer (no network, asleep), not of the target."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    OUTAGE = "outage"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What follows an attempt. `attempts` counts the used steps of the schedule."""

    state: DeliveryState
    attempts: int
    next_attempt_at: Millis | None


def choose_next_step(
    *, attempts: int, outcome: Outcome, ended_at: Millis, retry_after: Sequence[Millis] = RETRY_AFTER
) -> NextStep:
    """The step after an attempt that ended at `ended_at`, when `attempts` had been used before it.

    An outage uses none and leaves the delivery due at once: the dispatcher holds it until the
    network is back, so that it stays before later events about the same order.
    """
    if attempts < 0:
        raise ValueError("attempts are counted from 0")
    if outcome is Outcome.OUTAGE:
        return NextStep(DeliveryState.WAITING, attempts, ended_at)
    used = attempts + 1
    if outcome is Outcome.ACCEPTED:
        return NextStep(DeliveryState.DELIVERED, used, None)
    if used > len(retry_after):
        return NextStep(DeliveryState.FAILED, used, None)
    return NextStep(DeliveryState.WAITING, used, ended_at + retry_after[used - 1])


@dataclass(frozen=True, slots=True)
class TargetHealth:
    """A target's series of failures: `failures` in a row, and since when."""

    failures: int = 0
    trouble_since: Millis | None = None

    def apply_outcome(self, outcome: Outcome, at: Millis) -> TargetHealth:
        """One 2xx ends the series, an outage says nothing. Never switches a target off."""
        if outcome is Outcome.OUTAGE:
            return self
        if outcome is Outcome.ACCEPTED:
            return TargetHealth()
        failed = replace(self, failures=self.failures + 1)
        if failed.failures >= TROUBLE_THRESHOLD and failed.trouble_since is None:
            return replace(failed, trouble_since=at)
        return failed


def find_catch_up_start(*, catches_up: bool, outcome: Outcome, now: Millis) -> Millis | None:
    """Since when a target's failed deliveries are sent again by themselves, or None."""
    return now - CATCH_UP_SPAN if catches_up and outcome is Outcome.ACCEPTED else None


def stagger_starts(targets: Sequence[int], now: Millis) -> dict[int, Millis]:
    """When each target with overdue deliveries may start after a start or a resume: not all at
    once. The first starts at `now`, each other one a step later, and all within STAGGER_SPAN.
    """
    step = min(STAGGER_STEP, STAGGER_SPAN // max(1, len(targets)))
    return {target: now + place * step for place, target in enumerate(targets)}


@dataclass(frozen=True, slots=True)
class RecordedDelivery:
    """Recorded while its target was off, the oldest first. `place` is its item and branch."""

    delivery_id: str
    kind: EventKind
    stock_place: str
    """For `stock.changed` the SKU and the branch; ignored for other kinds."""


def select_to_send(choice: SwitchOnChoice, recorded: Iterable[RecordedDelivery]) -> frozenset[str]:
    """The deliveries that go out when the owner switches a target on; the others are skipped.

    `newest` keeps the last `stock.changed` of each item and branch,
    and everything about orders and requests for quotation, as those are said only once.
    """
    rows = tuple(recorded)
    if choice is SwitchOnChoice.NOTHING:
        return frozenset()
    if choice is SwitchOnChoice.ALL:
        return frozenset(row.delivery_id for row in rows)
    levels = {row.stock_place: row.delivery_id for row in rows if row.kind is EventKind.STOCK_CHANGED}
    others = (row.delivery_id for row in rows if row.kind is not EventKind.STOCK_CHANGED)
    return frozenset([*levels.values(), *others])
