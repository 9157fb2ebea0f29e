"""The small rules of a link: numbers, clocks, approval, and what a rehearsal counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.link.action_outcome import WaitingAction, is_there, next_wait, sending_order
from service.domain.link.far_orders import FarOrder, clock_offset, in_our_time
from service.domain.link.order_merge import Merge, is_forward, merge_order
from service.domain.link.own_numbers import is_usable_reference, own_sequence
from service.domain.link.push_hold_back import PushTally, reason_to_hold
from service.domain.link.rehearsal import Priced, Rehearsal
from service.domain.marketplace.orders import Action, Method, Order, Status, UnitsEffect, Vehicle
from service.domain.times import HOUR, SECOND

NOW = 1_795_183_509_120
ORDER = Order(
    1, 1, "ORD-2026-000007", Status.CONFIRMED, NOW, None, NOW, False, Vehicle("Kia", "Rio"), (), 1, Method.COURIER,
    0, 0, 0, False, None, False, "ORD-2026-000007",
)  # fmt: skip
TOLD = FarOrder(
    "ORD-2026-000007", Status.CONFIRMED, NOW, None, False, None, (), Method.COURIER, 0, 0, 0, False, None
)  # fmt: skip


@given(st.integers(-5 * HOUR, 5 * HOUR))
def test_a_countdown_is_right_although_the_clocks_differ(ahead: int) -> None:
    """An order placed at this very moment, by a clock that is `ahead` of ours."""
    there = NOW + ahead
    theirs = replace(TOLD, placed_at=there, accept_by=there + 30 * 60 * SECOND)
    ours = in_our_time(theirs, clock_offset(NOW, there))
    assert ours.accept_by is not None
    assert abs(ours.accept_by - (NOW + 30 * 60 * SECOND)) <= 2 * SECOND


def test_own_orders_of_a_linked_shop_begin_beyond_the_marketplaces() -> None:
    assert [own_sequence(1), own_sequence(2)] == [9_000_001, 9_000_002]


@pytest.mark.parametrize(
    "reference", ["", "ORD-2026-1", "ord-2026-000001", "ORD-2026-000001\n", "ORD-٢٠٢٦-000001", "#9"]
)
def test_a_reference_of_another_shape_is_not_taken_over(reference: str) -> None:
    assert is_usable_reference("ORD-2026-000001")
    assert not is_usable_reference(reference)


def merge(order: Order, known: Status, theirs: Status, *waiting: Action, **fields: object) -> Merge:
    return merge_order(order, known, replace(TOLD, status=theirs, **fields), waiting, NOW + 1)  # type: ignore[arg-type]


def test_a_step_in_its_web_console_has_the_same_effects_here() -> None:
    there = merge(ORDER, Status.CONFIRMED, Status.DELIVERED)
    assert there.decision is not None
    assert (there.decision.action, there.decision.units) == (Action.DELIVERED, UnitsEffect.SHIP)
    assert there.decision.order.units_left


def test_a_status_that_goes_back_is_shown_and_never_applied() -> None:
    back = merge(replace(ORDER, status=Status.READY), Status.READY, Status.PLACED)
    assert (back.decision, back.known) == (None, Status.READY)
    assert "placed" in str(back.difference)
    undone = merge(replace(ORDER, status=Status.DELIVERED), Status.DELIVERED, Status.CANCELLED)
    assert undone.decision is None
    assert undone.difference


def test_what_the_shop_did_is_ahead_until_its_action_was_answered() -> None:
    ready = replace(ORDER, status=Status.READY)
    assert merge(ready, Status.CONFIRMED, Status.CONFIRMED, Action.READY).difference is None
    assert merge(ready, Status.CONFIRMED, Status.CONFIRMED).difference


def test_a_cancellation_wins_and_says_what_to_do_about_units_that_left() -> None:
    held = merge(ORDER, Status.CONFIRMED, Status.CANCELLED, reason="Too slow", refunded=True)
    assert held.decision is not None
    assert (held.decision.units, held.decision.order.reason) == (UnitsEffect.RELEASE, "Too slow")
    assert held.decision.order.refunded
    assert held.withdraws
    gone = replace(ORDER, status=Status.OUT_FOR_DELIVERY, units_left=True)
    theirs = merge(gone, Status.READY, Status.CANCELLED, Action.DISPATCHED, reason="  ")
    assert theirs.decision is not None
    assert theirs.decision.units is UnitsEffect.NONE
    assert "call the buyer" in str(theirs.notice)
    assert theirs.decision.order.reason == "The marketplace gave no reason."


def test_another_deadline_and_a_confirmed_fitment_are_taken_over() -> None:
    placed = replace(ORDER, status=Status.PLACED, accept_by=NOW + 5)
    assert merge(placed, Status.PLACED, Status.PLACED, accept_by=NOW + 5).decision is None
    later = merge(placed, Status.PLACED, Status.PLACED, accept_by=NOW + 9, fitment_confirmed=True)
    assert later.decision is not None
    assert (later.decision.order.accept_by, later.decision.order.fitment_confirmed) == (NOW + 9, True)


def test_statuses_only_go_forward() -> None:
    path = [Status.PLACED, Status.CONFIRMED, Status.READY, Status.OUT_FOR_DELIVERY, Status.DELIVERED]
    for place, status in enumerate(path):
        assert [is_forward(status, other) for other in path] == [after >= place for after in range(5)]
        assert is_forward(status, Status.CANCELLED) == (status is not Status.DELIVERED)
        assert not is_forward(Status.CANCELLED, status)


def test_an_order_that_is_where_an_action_leads_needs_no_second_one() -> None:
    assert is_there(Action.ACCEPT, Status.READY, fitment_confirmed=False)
    assert not is_there(Action.ACCEPT, Status.CANCELLED, fitment_confirmed=True)
    assert is_there(Action.REJECT, Status.CANCELLED, fitment_confirmed=False)
    assert not is_there(Action.REJECT, Status.CONFIRMED, fitment_confirmed=False)
    assert is_there(Action.CONFIRM_FITMENT, Status.PLACED, fitment_confirmed=True)


def test_accepts_go_first_and_the_steps_of_an_order_in_their_order() -> None:
    queue = [
        WaitingAction(1, 7, Action.READY), WaitingAction(2, 7, Action.DISPATCHED),
        WaitingAction(3, 8, Action.ACCEPT), WaitingAction(4, 9, Action.DISPATCHED, 1, NOW + 1),
    ]  # fmt: skip
    assert [action.id for action in sending_order(queue, NOW)] == [3, 1]
    assert [action.id for action in sending_order(queue, NOW + 1)] == [3, 1, 4]
    assert [next_wait(tries) for tries in (0, 1, 2, 5, 6, 99)] == [1000, 1000, 2000, 16000, 30000, 30000]
    assert [next_wait(1, waited) for waited in (-5000, 0, 9000, 10**9)] == [1000, 1000, 4500, 30000]


def test_a_day_of_trade_is_not_held_back_and_a_bad_file_is() -> None:
    tally = PushTally(stocked=100, priced=100)
    for _ in range(19):
        tally.add((100, 5000), (100, 0))
    assert not reason_to_hold(tally)
    for _ in range(40):
        tally.add((100, 5000), (1000, 0))
    words = str(reason_to_hold(tally))
    assert "59 of 100 items would go to 0" in words
    assert "40 of 100 prices" in words


def test_a_rehearsal_counts_and_names_the_worst_first() -> None:
    rehearsal = Rehearsal(create=1)
    rehearsal.add_changed(Priced("A", 100, 5000), Priced("A", 110, 5000))
    rehearsal.add_changed(Priced("B", 100, 5000), Priced("B", 100, 0))
    for place in range(30):
        rehearsal.add_changed(Priced(f"C{place}", 100, 1000), Priced(f"C{place}", 100, 3000 + place))
    report = rehearsal.report()
    assert (report.create, report.change, report.equal, len(report.worst)) == (1, 32, 0, 20)
    assert (report.worst[0].sku, report.worst[0].field, report.worst[0].here) == ("B", "quantity", 0)
    assert "A" not in [change.sku for change in report.worst]
