"""What the marketplace says about an order wins, moves only forward, and is explained (link §2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.link.order_merge import (
    ACCEPT_BY,
    AFTER_REFUSAL,
    REFUND,
    Merge,
    WaitingAction,
    is_forward,
    is_there,
    merge_order,
    next_wait,
    sending_order,
)
from service.domain.link.upstream_orders import UpstreamOrder
from service.domain.marketplace.orders import CANCEL, Action, Method, Order, Status, UnitsEffect, Vehicle

NOW = 1_795_183_509_120
ORDER = Order(
    1, 1, "ORD-2026-000007", Status.CONFIRMED, NOW, None, NOW, False, Vehicle("Kia", "Rio"), 1, Method.COURIER,
    0, 0, 0, False, None, False, "ORD-2026-000007",
)  # fmt: skip
THEIRS = UpstreamOrder(
    "ORD-2026-000007", Status.CONFIRMED, NOW, None, False, None, (), Method.COURIER, 0, 0, 0, False, None
)  # fmt: skip
PLACED = replace(ORDER, status=Status.PLACED, accept_by=NOW + 5)
GONE = replace(ORDER, status=Status.OUT_FOR_DELIVERY, units_left=True)


@pytest.mark.parametrize(
    ("action", "status", "reached"),
    [
        (Action.ACCEPT, Status.PLACED, False),
        (Action.ACCEPT, Status.CONFIRMED, True),
        (Action.ACCEPT, Status.READY, True),
        (Action.ACCEPT, Status.CANCELLED, False),
        (Action.REJECT, Status.CANCELLED, True),
        (Action.REJECT, Status.CONFIRMED, False),
        (Action.DELIVERED, Status.OUT_FOR_DELIVERY, False),
        (Action.DELIVERED, Status.DELIVERED, True),
    ],
)
def test_an_order_that_is_where_an_action_leads_needs_no_second_one(
    action: Action, status: Status, reached: bool
) -> None:
    assert is_there(action, status, fitment_confirmed=False) is reached
    assert is_there(action, status, fitment_confirmed=True) is reached


@pytest.mark.parametrize("confirmed", [True, False])
def test_a_fitment_that_is_confirmed_there_needs_no_second_confirmation(confirmed: bool) -> None:
    assert is_there(Action.CONFIRM_FITMENT, Status.PLACED, fitment_confirmed=confirmed) is confirmed


def test_accepts_go_first_and_the_steps_of_an_order_in_their_order() -> None:
    queue = [
        WaitingAction(2, 7, Action.DISPATCHED), WaitingAction(1, 7, Action.READY),
        WaitingAction(3, 8, Action.ACCEPT), WaitingAction(4, 9, Action.DISPATCHED, 1, NOW + 1),
    ]  # fmt: skip
    assert [action.id for action in sending_order(queue, NOW)] == [3, 1]
    assert [action.id for action in sending_order(queue, NOW + 1)] == [3, 1, 4]


def test_a_later_step_does_not_overtake_one_that_waits_for_its_next_try() -> None:
    queue = [WaitingAction(1, 7, Action.READY, 1, NOW + 1), WaitingAction(2, 7, Action.DISPATCHED)]
    assert sending_order(queue, NOW) == []


def test_a_clock_that_was_set_back_keeps_no_action_waiting() -> None:
    queue = [WaitingAction(1, 7, Action.ACCEPT, 1, NOW + AFTER_REFUSAL)]
    assert sending_order(queue, NOW) == []
    assert sending_order(queue, NOW - 1) == queue


def test_tries_are_1_to_30_seconds_apart() -> None:
    assert [next_wait(tries) for tries in (0, 1, 2, 5, 6, 99)] == [1000, 1000, 2000, 16000, 30000, 30000]


def test_without_a_connection_an_action_is_tried_after_half_the_time_that_it_waited() -> None:
    assert [next_wait(1, waited) for waited in (-5000, 0, 9001, 10**9)] == [1000, 1000, 4500, 30000]


def merge(order: Order, known: Status, theirs: Status, *waiting: Action, **fields: object) -> Merge:
    return merge_order(order, known, replace(THEIRS, status=theirs, **fields), waiting, NOW + 1)  # type: ignore[arg-type]


def test_a_step_in_its_web_console_has_the_same_effects_here() -> None:
    there = merge(ORDER, Status.CONFIRMED, Status.DELIVERED)
    assert (there.known, there.difference, there.withdraws) == (Status.DELIVERED, None, False)
    assert there.decision is not None
    assert (there.decision.action, there.decision.units) == (Action.DELIVERED, UnitsEffect.SHIP)
    assert there.decision.order == replace(ORDER, status=Status.DELIVERED, updated_at=NOW + 1, units_left=True)


@pytest.mark.parametrize(
    ("order", "theirs", "action", "units"),
    [
        (PLACED, Status.CONFIRMED, Action.ACCEPT, UnitsEffect.NONE),
        (ORDER, Status.READY, Action.READY, UnitsEffect.NONE),
        (ORDER, Status.OUT_FOR_DELIVERY, Action.DISPATCHED, UnitsEffect.SHIP),
        (GONE, Status.DELIVERED, Action.DELIVERED, UnitsEffect.NONE),
    ],
)
def test_units_leave_once_whichever_step_is_read(
    order: Order, theirs: Status, action: Action, units: UnitsEffect
) -> None:
    decision = merge(order, order.status, theirs).decision
    assert decision is not None
    assert (decision.action, decision.units) == (action, units)
    assert decision.order.units_left is (theirs in (Status.OUT_FOR_DELIVERY, Status.DELIVERED))
    assert decision.order.accept_by is None


@pytest.mark.parametrize(("here", "there"), [(True, False), (False, True)])
def test_a_fitment_that_either_side_confirmed_stays_confirmed(here: bool, there: bool) -> None:
    decision = merge(
        replace(PLACED, fitment_confirmed=here), Status.PLACED, Status.CONFIRMED, fitment_confirmed=there
    ).decision
    assert decision is not None
    assert decision.order.fitment_confirmed


def test_a_status_that_goes_back_is_shown_and_never_applied() -> None:
    back = merge(replace(ORDER, status=Status.READY), Status.READY, Status.PLACED)
    assert (back.decision, back.known) == (None, Status.READY)
    assert str(back.difference) == (
        "The marketplace says that ORD-2026-000007 is placed, and said ready before. It stays ready here: "
        "ask the marketplace what happened."
    )
    undone = merge(replace(ORDER, status=Status.DELIVERED), Status.DELIVERED, Status.CANCELLED)
    assert (undone.decision, undone.known, undone.withdraws) == (None, Status.DELIVERED, False)
    assert undone.difference


def test_what_the_shop_did_is_ahead_until_its_action_was_answered() -> None:
    ready = replace(ORDER, status=Status.READY)
    assert merge(ready, Status.CONFIRMED, Status.CONFIRMED, Action.READY) == Merge(Status.CONFIRMED)
    answered = merge(ready, Status.CONFIRMED, Status.CONFIRMED)
    assert (answered.known, answered.decision) == (Status.CONFIRMED, None)
    assert str(answered.difference) == (
        "ORD-2026-000007 is ready here and confirmed at the marketplace. Do the missing step on its website."
    )


def test_a_cancellation_wins_over_an_order_that_still_holds_its_units() -> None:
    held = merge(PLACED, Status.PLACED, Status.CANCELLED, reason="Too slow", refunded=True)
    assert (held.known, held.withdraws, held.notice) == (Status.CANCELLED, True, None)
    assert held.decision is not None
    assert (held.decision.action, held.decision.units) == (CANCEL, UnitsEffect.RELEASE)
    assert held.decision.order == replace(
        PLACED, status=Status.CANCELLED, accept_by=None, updated_at=NOW + 1, refunded=True, reason="Too slow"
    )


@pytest.mark.parametrize(
    ("waiting", "notice"),
    [
        (Action.DISPATCHED, "before the marketplace knew that you dispatched it: call the buyer. If the parts"),
        (Action.DELIVERED, "before the marketplace knew that you dispatched it: call the buyer. If the parts"),
        (Action.READY, "was cancelled after its parts had left. If they come back, enter them as a return."),
    ],
)
def test_a_cancellation_says_what_to_do_about_units_that_left(waiting: Action, notice: str) -> None:
    theirs = merge(GONE, Status.READY, Status.CANCELLED, waiting, reason="  ")
    assert theirs.decision is not None
    assert theirs.decision.units is UnitsEffect.NONE
    assert theirs.decision.order.reason == "The marketplace gave no reason."
    assert not theirs.decision.order.refunded
    assert str(theirs.notice).startswith("ORD-2026-000007 was cancelled ")
    assert notice in str(theirs.notice)


def test_an_order_that_both_sides_cancelled_has_nothing_left_to_do() -> None:
    both = merge(replace(ORDER, status=Status.CANCELLED), Status.CONFIRMED, Status.CANCELLED, Action.READY)
    assert both == Merge(Status.CANCELLED, withdraws=True)


def test_a_refund_that_comes_after_the_cancellation_is_noted() -> None:
    cancelled = replace(ORDER, status=Status.CANCELLED)
    later = merge(cancelled, Status.CANCELLED, Status.CANCELLED, refunded=True).decision
    assert later is not None
    assert (later.action, later.units) == (REFUND, UnitsEffect.NONE)
    assert later.order == replace(cancelled, refunded=True, updated_at=NOW + 1)
    assert merge(later.order, Status.CANCELLED, Status.CANCELLED, refunded=True).decision is None


def test_an_order_that_was_cancelled_here_alone_is_a_difference() -> None:
    here = merge(replace(ORDER, status=Status.CANCELLED), Status.CONFIRMED, Status.READY)
    assert (here.known, here.decision, here.withdraws) == (Status.READY, None, False)
    assert str(here.difference) == (
        "ORD-2026-000007 is cancelled here and ready at the marketplace. Do the missing step on its website."
    )


def test_another_deadline_is_taken_over_and_is_no_step() -> None:
    assert merge(PLACED, Status.PLACED, Status.PLACED, accept_by=NOW + 5) == Merge(Status.PLACED)
    later = merge(PLACED, Status.PLACED, Status.PLACED, accept_by=NOW + 9).decision
    assert later is not None
    assert (later.action, later.order) == (ACCEPT_BY, replace(PLACED, accept_by=NOW + 9))
    assert merge(ORDER, Status.CONFIRMED, Status.CONFIRMED, accept_by=NOW + 9).decision is None


def test_a_confirmed_fitment_and_a_refund_are_taken_over_as_steps() -> None:
    fits = merge(PLACED, Status.PLACED, Status.PLACED, accept_by=NOW + 9, fitment_confirmed=True).decision
    assert fits is not None
    assert fits.action is Action.CONFIRM_FITMENT
    assert fits.order == replace(PLACED, accept_by=NOW + 9, fitment_confirmed=True, updated_at=NOW + 1)
    refunded = merge(ORDER, Status.CONFIRMED, Status.CONFIRMED, refunded=True).decision
    assert refunded is not None
    assert (refunded.action, refunded.order) == (REFUND, replace(ORDER, refunded=True, updated_at=NOW + 1))
    assert merge(replace(ORDER, refunded=True), Status.CONFIRMED, Status.CONFIRMED).decision is None


def test_a_refund_of_an_order_whose_fitment_was_confirmed_before_is_a_refund() -> None:
    confirmed = replace(ORDER, fitment_confirmed=True)
    refunded = merge(confirmed, Status.CONFIRMED, Status.CONFIRMED, refunded=True).decision
    assert refunded is not None
    assert (refunded.action, refunded.order.refunded) == (REFUND, True)


def test_statuses_only_go_forward() -> None:
    path = [Status.PLACED, Status.CONFIRMED, Status.READY, Status.OUT_FOR_DELIVERY, Status.DELIVERED]
    for place, status in enumerate(path):
        assert [is_forward(status, other) for other in path] == [after >= place for after in range(5)]
        assert is_forward(status, Status.CANCELLED) == (status is not Status.DELIVERED)
        assert not is_forward(Status.CANCELLED, status)
    assert is_forward(Status.CANCELLED, Status.CANCELLED)
