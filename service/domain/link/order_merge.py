"""What an order is when both sides changed it, and the outcome of an action that was sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from service.domain.link.upstream_orders import UpstreamOrder
from service.domain.marketplace.orders import (
    CANCEL,
    CLOSED,
    TRANSITIONS,
    Action,
    Decision,
    Order,
    Status,
    UnitsEffect,
    describe_status,
)
from service.domain.sentences import Sentence, message
from service.domain.times import MINUTE, SECOND, Millis

_STEPS = (Status.PLACED, Status.CONFIRMED, Status.READY, Status.OUT_FOR_DELIVERY, Status.DELIVERED)
_LED_BY = {
    Status.CONFIRMED: Action.ACCEPT,
    Status.READY: Action.READY,
    Status.OUT_FOR_DELIVERY: Action.DISPATCHED,
    Status.DELIVERED: Action.DELIVERED,
}
NOT_GIVEN = "The marketplace gave no reason."
GRANTED_THERE = frozenset({Action.ACCEPT, Action.REJECT, Action.CONFIRM_FITMENT})
"""The marketplace decides these; ready, dispatched and delivered are facts of the shop."""

MOVES_UNITS = frozenset({Action.DISPATCHED, Action.DELIVERED})
"""While one waits its items' stock is not sent: the units would be taken off twice."""

FIRST_WAIT: Millis = SECOND
LONGEST_WAIT: Millis = 30 * SECOND
AFTER_REFUSAL: Millis = MINUTE
"""How long an action waits after the key was refused."""


@dataclass(frozen=True, slots=True)
class Merge:
    """The result of one reading of an order.

    `known` is the last status of the marketplace that was accepted. `decision` is what changes
    here. `difference` is where the two sides disagree. `notice` is what the owner should do. Each
    of the three is None for nothing. `withdraws`: actions that wait for this order are pointless
    now. `is_new_difference`: the sides agreed until now.
    """

    known: Status
    decision: Decision | None = None
    difference: Sentence | None = None
    notice: Sentence | None = None
    withdraws: bool = False
    is_new_difference: bool = False


def step_of(status: Status) -> int:
    """A position: placed 0 to delivered 4. Raises ValueError for cancelled, which has none."""
    return _STEPS.index(status)


def is_forward(known: Status, theirs: Status) -> bool:
    """Whether an order can have gone from one status to the other, or stayed."""
    if theirs is known:
        return True
    if known in CLOSED:
        return False
    return theirs is Status.CANCELLED or step_of(theirs) > step_of(known)


def merge_order(order: Order, known: Status, theirs: UpstreamOrder, waiting: Collection[Action], now: Millis) -> Merge:
    """Merges with `theirs`; `known` was the last accepted status, `waiting` are our actions."""
    if not is_forward(known, theirs.status):
        return Merge(known, difference=_went_back(order, known, theirs.status))
    if theirs.status is Status.CANCELLED:
        return _cancelled(order, theirs, waiting, now)
    if theirs.status is order.status or order.status is Status.CANCELLED:
        difference = None if theirs.status is order.status else _apart(order, theirs.status)
        return Merge(theirs.status, _details(order, theirs, now), difference)
    if step_of(theirs.status) > step_of(order.status):
        return Merge(theirs.status, _forward(order, theirs, now))
    return Merge(theirs.status, difference=None if waiting else _apart(order, theirs.status))


def _forward(order: Order, theirs: UpstreamOrder, now: Millis) -> Decision:
    leaves = theirs.status in (Status.OUT_FOR_DELIVERY, Status.DELIVERED) and not order.units_left
    moved = replace(
        order,
        status=theirs.status,
        accept_by=None,
        updated_at=now,
        fitment_confirmed=order.fitment_confirmed or theirs.fitment_confirmed,
        units_left=order.units_left or leaves,
    )
    return Decision(moved, _LED_BY[theirs.status], units=UnitsEffect.SHIP if leaves else UnitsEffect.NONE)


def _cancelled(order: Order, theirs: UpstreamOrder, waiting: Collection[Action], now: Millis) -> Merge:
    if order.status is Status.CANCELLED:
        return Merge(Status.CANCELLED, _details(order, theirs, now), withdraws=True)
    reason = theirs.reason if theirs.reason and theirs.reason.strip() else NOT_GIVEN
    after = replace(
        order,
        status=Status.CANCELLED,
        accept_by=None,
        updated_at=now,
        refunded=order.refunded or theirs.refunded,
        reason=reason,
    )
    decision = Decision(after, CANCEL, units=UnitsEffect.NONE if order.units_left else UnitsEffect.RELEASE)
    return Merge(Status.CANCELLED, decision, notice=_units_notice(order, waiting), withdraws=True)


def _units_notice(order: Order, waiting: Collection[Action]) -> Sentence | None:
    """What the owner has to do about units that are on their way to a buyer who cancelled."""
    if not order.units_left:
        return None
    if Action.DISPATCHED in waiting or Action.DELIVERED in waiting:
        return message(
            "{order} was cancelled before the marketplace knew that you dispatched it: call the buyer. "
            "If the parts come back, enter them as a return.",
            order=order.reference,
        )
    return message(
        "{order} was cancelled after its parts had left. If they come back, enter them as a return.",
        order=order.reference,
    )


def _details(order: Order, theirs: UpstreamOrder, now: Millis) -> Decision | None:
    """The details that may change in an order whose status is the same on both sides."""
    accept_by = theirs.accept_by if order.status is Status.PLACED else None
    fitment = order.fitment_confirmed or theirs.fitment_confirmed
    refunded = order.refunded or theirs.refunded
    same = (accept_by, fitment, refunded) == (order.accept_by, order.fitment_confirmed, order.refunded)
    if same:
        return None
    after = replace(order, accept_by=accept_by, fitment_confirmed=fitment, refunded=refunded)
    if (fitment, refunded) == (order.fitment_confirmed, order.refunded):
        return Decision(after, ACCEPT_BY)
    newly_fits = fitment and not order.fitment_confirmed
    return Decision(replace(after, updated_at=now), Action.CONFIRM_FITMENT if newly_fits else REFUND)


ACCEPT_BY = "accept_by"
"""The deadline changed. That is no step of the order, so its history does not have it."""

REFUND = "refund"


def _went_back(order: Order, known: Status, theirs: Status) -> Sentence:
    return message(
        "The marketplace says that {order} is {told}, and said {known} before. It stays {status} here: "
        "ask the marketplace what happened.",
        order=order.reference,
        told=describe_status(theirs),
        known=describe_status(known),
        status=describe_status(order.status),
    )


def _apart(order: Order, theirs: Status) -> Sentence:
    return message(
        "{order} is {status} here and {told} at the marketplace. Do the missing step on its website.",
        order=order.reference,
        status=describe_status(order.status),
        told=describe_status(theirs),
    )


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
    """Whether the marketplace's order is there already, after a refusal or a lost answer."""
    if action is Action.CONFIRM_FITMENT:
        return fitment_confirmed
    target = TRANSITIONS[action].target
    if Status.CANCELLED in (status, target):
        return status is target
    return step_of(status) >= step_of(target)


def next_wait(tries: int, waited: Millis = 0) -> Millis:
    """How long an action waits after so many attempts: 1, 2, 4, 8, 16, then always 30 seconds. At
    least half of the time that it has waited since it was queued: attempts without a connection are
    not counted.
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
