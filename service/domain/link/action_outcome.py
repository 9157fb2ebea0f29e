"""Actions on their way to the marketplace: which of them it must grant, and what its answer means
(link §3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from service.domain.link.order_merge import step_of
from service.domain.marketplace.orders import TRANSITIONS, Action, Status
from service.domain.times import MINUTE, SECOND, Millis

GRANTED_THERE = frozenset({Action.ACCEPT, Action.REJECT, Action.CONFIRM_FITMENT})
"""The marketplace decides these; ready, dispatched and delivered are facts of the shop."""

MOVES_UNITS = frozenset({Action.DISPATCHED, Action.DELIVERED})
"""While one of these waits, the stock of its items is not sent:
the marketplace would take the units off twice.
"""

FIRST_WAIT: Millis = SECOND
LONGEST_WAIT: Millis = 30 * SECOND
AFTER_REFUSAL: Millis = MINUTE
"""How long an action waits after the key was refused."""


class Outcome(StrEnum):
    """The result of one attempt to send an action."""

    DONE = "done"
    REFUSED = "refused"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class WaitingAction:
    """An action in the queue; `tries` counts attempts that may have reached the marketplace."""

    id: int
    order_id: int
    action: Action
    tries: int = 0
    next_try_at: Millis = 0


def is_there(action: Action, status: Status, *, fitment_confirmed: bool) -> bool:
    """Whether an order, in the marketplace's status, has reached the action's status or a later
    one.

    This shows that an action was done already, after a refusal or a lost answer.
    """
    if action is Action.CONFIRM_FITMENT:
        return fitment_confirmed
    target = TRANSITIONS[action].target
    if Status.CANCELLED in (status, target):
        return status is target
    return step_of(status) >= step_of(target)


def next_wait(tries: int, waited: Millis = 0) -> Millis:
    """How long an action waits after so many attempts: 1, 2, 4, 8, 16, then always 30 seconds.

    At least half of the time that it has waited since it was queued: attempts without a connection
    are not counted.
    """
    return min(LONGEST_WAIT, max(FIRST_WAIT << min(max(tries - 1, 0), 10), waited // 2))


def sending_order(queue: Sequence[WaitingAction], now: Millis) -> list[WaitingAction]:
    """The actions that may be sent now: of each order only the first, those that the marketplace
    grants before the others. A time far ahead comes from a clock that was set back since.

    Example: accept of order 2 goes before dispatched of order 1, and delivered of order 1 waits for
    its dispatched.
    """
    first: dict[int, WaitingAction] = {}
    for waiting in sorted(queue, key=lambda action: action.id):
        first.setdefault(waiting.order_id, waiting)
    due = [action for action in first.values() if not now < action.next_try_at <= now + AFTER_REFUSAL]
    return sorted(due, key=lambda action: (action.action not in GRANTED_THERE, action.id))
