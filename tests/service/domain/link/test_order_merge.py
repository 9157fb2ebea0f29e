"""What the marketplace says about an order wins, moves only forward, and is explained (link §2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.link.far_orders import FarOrder
from service.domain.link.order_merge import ACCEPT_BY, REFUND, Merge, is_forward, merge_order
from service.domain.marketplace.orders import CANCEL, Action, Method, Order, Status, UnitsEffect, Vehicle

NOW = 1_795_183_509_120
ORDER = Order(
    1, 1, "ORD-2026-000007", Status.CONFIRMED, NOW, None, NOW, False, Vehicle("Kia", "Rio"), (), 1, Method.COURIER,
    0, 0, 0, False, None, False, "ORD-2026-000007",
)  # fmt: skip
THEIRS = FarOrder(
    "ORD-2026-000007", Status.CONFIRMED, NOW, None, False, None, (), Method.COURIER, 0, 0, 0, False, None
)  # fmt: skip
PLACED = replace(ORDER, status=Status.PLACED, accept_by=NOW + 5)
GONE = replace(ORDER, status=Status.OUT_FOR_DELIVERY, units_left=True)


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
