"""The queue of actions on their way to the marketplace (link §3)."""

from __future__ import annotations

import pytest

from service.domain.link.action_outcome import AFTER_REFUSAL, WaitingAction, is_there, next_wait, sending_order
from service.domain.marketplace.orders import Action, Status

NOW = 1_795_183_509_120


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
