"""The rolling minute, compared with a model that stores every call (contract §2.6)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.checks.rate_limits import (
    CALLS_PER_WINDOW,
    WINDOW,
    WINDOW_S,
    AddressRateLimiter,
    KeyRateLimiter,
    measure_window,
)

# Quarters of a second are exact in binary, so the model may compare moments for equality.
steps = st.lists(st.tuples(st.integers(0, 120), st.integers(0, 80)), min_size=1, max_size=60)


@given(limit=st.integers(1, 6), times=steps)
def test_calls_pass_exactly_while_fewer_than_the_limit_were_answered(limit: int, times: list[tuple[int, int]]) -> None:
    rates, answered, now = KeyRateLimiter(limit), list[float](), 0.0
    for wait, took in times:
        now += wait / 4
        in_window = [moment for moment in answered if moment > now - WINDOW_S]
        state = rates.admit(1, now)
        assert state is not None
        assert state.limit == limit
        assert state.allowed == (len(in_window) < limit)
        assert state.remaining == max(0, limit - len(in_window) - 1)
        if in_window:
            assert state.reset == max(1, math.ceil(in_window[0] + WINDOW_S - now))
        if state.allowed:
            now += took / 4
            rates.finish_call(1, now)
            answered.append(now)


@given(limit=st.integers(1, 6), waits=st.lists(st.integers(0, 120), min_size=1, max_size=60))
def test_the_last_answers_of_a_key_allow_what_one_service_alone_would(limit: int, waits: list[int]) -> None:
    rates, answered, now = KeyRateLimiter(limit), list[int](), 10 * WINDOW
    for wait in waits:
        now += wait * 250
        alone, together = rates.admit(1, now / 1000), measure_window(answered, now, limit)
        assert alone is not None
        assert (together.allowed, together.remaining) == (alone.allowed, alone.remaining)
        if together.allowed:
            rates.finish_call(1, now / 1000)
            answered = [*answered, now][-limit:]
        else:
            assert together.reset == alone.reset


def test_answers_of_a_time_that_is_to_come_do_not_count() -> None:
    """The clock was set back since."""
    assert measure_window([10 * WINDOW], 2 * WINDOW, 1).allowed


@given(limit=st.integers(1, 5), times=steps)
def test_whoever_waits_as_long_as_told_passes_and_no_minute_holds_more(
    limit: int, times: list[tuple[int, int]]
) -> None:
    rates, answered, now = KeyRateLimiter(limit), list[float](), 0.0
    for wait, _ in times:
        now += wait / 4
        state = rates.admit(1, now)
        assert state is not None
        if not state.allowed:
            too_early = rates.admit(1, now + state.reset - 1.25)
            assert too_early is not None
            assert not too_early.allowed
            now += state.reset
            state = rates.admit(1, now)
            assert state is not None
            assert state.allowed
        rates.finish_call(1, now)
        answered.append(now)
        assert all(sum(end - WINDOW_S < moment <= end for moment in answered) <= limit for end in answered)


def test_calls_under_way_count_too() -> None:
    rates = KeyRateLimiter(2)
    first, second, third = (rates.admit(1, 0.0) for _ in range(3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert (first.allowed, second.allowed, third.allowed) == (True, True, False)
    assert third.reset == 1
    rates.finish_call(1, 100.0)
    later = rates.admit(1, 100.0)
    assert later is not None
    assert not later.allowed
    assert later.reset == 60


def test_keys_have_windows_of_their_own() -> None:
    rates = KeyRateLimiter(1)
    states = [rates.admit(key, 0.0) for key in (1, 2, 1)]
    assert [state is not None and state.allowed for state in states] == [True, True, False]


def test_without_a_limit_nothing_is_counted() -> None:
    rates = KeyRateLimiter(None)
    assert [rates.admit(1, 0.0) for _ in range(500)] == [None] * 500
    rates.finish_call(1, 0.0)


def test_the_limit_is_120_a_minute() -> None:
    rates = KeyRateLimiter()
    states = [rates.admit(1, 0.0) for _ in range(CALLS_PER_WINDOW + 1)]
    assert CALLS_PER_WINDOW == 120
    assert [state is not None and state.allowed for state in states] == [True] * 120 + [False]


@given(limit=st.integers(1, 5), waits=st.lists(st.integers(0, 200), max_size=60))
def test_strangers_are_slowed_past_the_limit_of_a_rolling_minute(limit: int, waits: list[int]) -> None:
    rates, seen, now = AddressRateLimiter(limit), list[float](), 0.0
    for wait in waits:
        now += wait / 4
        seen.append(now)
        recent = sum(moment > now - WINDOW_S for moment in seen)
        assert rates.count_call("10.0.0.9", now) == (recent > limit)


def test_addresses_are_counted_apart_and_forgotten_when_there_are_too_many() -> None:
    rates = AddressRateLimiter(1)
    assert not rates.count_call("a", 0.0)
    assert not rates.count_call("b", 0.0)
    assert rates.count_call("a", 0.0)
    for number in range(10_001):
        rates.count_call(f"10.{number}", 0.0)
    assert not rates.count_call("a", 0.0)
    assert len(rates._calls) == 10_000


@pytest.mark.parametrize("answered_after", [0.0, 30.0])
def test_a_call_counts_from_its_answer(answered_after: float) -> None:
    rates = KeyRateLimiter(1)
    rates.admit(1, 0.0)
    rates.finish_call(1, answered_after)
    state = rates.admit(1, 59.0)
    assert state is not None
    assert not state.allowed
    assert state.reset == answered_after + 1


def test_a_cancelled_call_makes_room_for_another() -> None:
    rates = KeyRateLimiter(1)
    for _ in range(3):
        admitted = rates.admit(1, 0.0)
        assert admitted is not None
        assert admitted.allowed
        rates.cancel_call(1)
    KeyRateLimiter(None).cancel_call(1)
