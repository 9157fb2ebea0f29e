"""The retry schedule, health, catching up, staggering, and what is sent on switching on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.times import MINUTE
from service.domain.webhooks.events import DeliveryState, EventKind, SwitchOnChoice
from service.domain.webhooks.retries import (
    CATCH_UP_SPAN,
    RETRY_AFTER,
    STAGGER_SPAN,
    Outcome,
    RecordedDelivery,
    TargetHealth,
    choose_next_step,
    find_catch_up_start,
    select_to_send,
    stagger_starts,
)

moments = st.integers(min_value=0, max_value=2**50)
outcomes = st.lists(st.sampled_from(Outcome), max_size=40)


def test_the_schedule_is_1_2_4_8_16_minutes_and_then_failed() -> None:
    waits: list[int] = []
    attempts = 0
    while True:
        step = choose_next_step(attempts=attempts, outcome=Outcome.REFUSED, ended_at=1000)
        attempts = step.attempts
        if step.next_attempt_at is None:
            break
        waits.append((step.next_attempt_at - 1000) // MINUTE)
    assert waits == [1, 2, 4, 8, 16]
    assert step.state is DeliveryState.FAILED
    assert attempts == len(RETRY_AFTER) + 1 == 6


def test_an_acceptance_ends_it() -> None:
    step = choose_next_step(attempts=2, outcome=Outcome.ACCEPTED, ended_at=5)
    assert (step.state, step.attempts, step.next_attempt_at) == (DeliveryState.DELIVERED, 3, None)


def test_attempts_below_0_are_a_bug() -> None:
    with pytest.raises(ValueError, match="counted from 0"):
        choose_next_step(attempts=-1, outcome=Outcome.REFUSED, ended_at=0)


@given(outcomes, moments)
def test_only_attempts_that_are_the_targets_fault_or_credit_are_counted(run: list[Outcome], at: int) -> None:
    attempts, counted, state = 0, 0, DeliveryState.WAITING
    for outcome in run:
        step = choose_next_step(attempts=attempts, outcome=outcome, ended_at=at)
        counted += outcome is not Outcome.OUTAGE
        assert step.attempts == counted <= len(RETRY_AFTER) + 1
        assert (step.next_attempt_at is None) == (step.state is not DeliveryState.WAITING)
        attempts, state = step.attempts, step.state
        if outcome is Outcome.OUTAGE:
            assert (state, step.next_attempt_at) == (DeliveryState.WAITING, at)
        if state is not DeliveryState.WAITING:
            break
    assert (state is DeliveryState.FAILED) == (counted == len(RETRY_AFTER) + 1 and state is not DeliveryState.DELIVERED)


@given(outcomes)
def test_trouble_is_three_failures_in_a_row_and_ends_with_a_2xx(run: list[Outcome]) -> None:
    health = TargetHealth()
    for at, outcome in enumerate(run):
        health = health.apply_outcome(outcome, at)
    told = [outcome for outcome in run if outcome is not Outcome.OUTAGE]
    row = next((place for place, outcome in enumerate(reversed(told)) if outcome is Outcome.ACCEPTED), len(told))
    assert health.failures == row
    assert (health.trouble_since is not None) == (row >= 3)


def test_trouble_keeps_the_moment_at_which_it_began() -> None:
    health = TargetHealth()
    for at in (10, 20, 30, 40):
        health = health.apply_outcome(Outcome.REFUSED, at)
    assert health.trouble_since == 30


@pytest.mark.parametrize(
    ("catches_up", "outcome", "since"),
    [
        (True, Outcome.ACCEPTED, 7),
        (False, Outcome.ACCEPTED, None),
        (True, Outcome.REFUSED, None),
        (True, Outcome.OUTAGE, None),
    ],
)
def test_catching_up(catches_up: bool, outcome: Outcome, since: int | None) -> None:
    assert find_catch_up_start(catches_up=catches_up, outcome=outcome, now=CATCH_UP_SPAN + 7) == since


@given(st.lists(st.integers(), unique=True, max_size=300), moments)
def test_overdue_targets_start_one_after_another_within_the_span(targets: list[int], now: int) -> None:
    starts = stagger_starts(targets, now)
    assert list(starts) == targets
    times = list(starts.values())
    assert times == sorted(set(times))
    assert all(now <= at <= now + STAGGER_SPAN for at in times)
    assert {type(at) for at in times} <= {int}


RECORDED = (
    RecordedDelivery("1", EventKind.STOCK_CHANGED, "A@Main"),
    RecordedDelivery("2", EventKind.ORDER_PLACED, "ORD-1"),
    RecordedDelivery("3", EventKind.STOCK_CHANGED, "A@Riffa"),
    RecordedDelivery("4", EventKind.STOCK_CHANGED, "A@Main"),
    RecordedDelivery("5", EventKind.ORDER_STATUS, "ORD-1"),
    RecordedDelivery("6", EventKind.RFQ_NEW, "RFQ-1"),
)


@pytest.mark.parametrize(
    ("choice", "sent"), [(SwitchOnChoice.NOTHING, ""), (SwitchOnChoice.ALL, "123456"), (SwitchOnChoice.NEWEST, "23456")]
)
def test_what_goes_out_on_switching_on(choice: SwitchOnChoice, sent: str) -> None:
    assert select_to_send(choice, RECORDED) == frozenset(sent)
