"""The bucket stays below the upstream's limit with any callers, and an action never waits behind a
first upload.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.link.call_pacing import CallPriority, full, rest_of

CALLERS = st.lists(st.tuples(st.sampled_from(CallPriority), st.floats(0, 5)), min_size=1, max_size=400)


@given(CALLERS)
def test_no_60_seconds_have_more_than_115_calls(callers: list[tuple[CallPriority, float]]) -> None:
    now, bucket, calls = 0.0, full(0.0), []
    for priority, idle in callers:
        now += idle / 10
        now += bucket.wait_for(priority, now) + 1e-9
        bucket = bucket.taken(now)
        calls.append(now)
    for call in calls:
        assert sum(call <= other < call + 60 for other in calls) <= 115


def test_a_first_upload_leaves_an_action_its_token() -> None:
    bucket, now = full(0.0), 0.0
    while not bucket.wait_for(CallPriority.BULK, now):
        bucket = bucket.taken(now)
    for priority in (CallPriority.ACTION, CallPriority.ORDERS, CallPriority.CHANGES):
        assert bucket.wait_for(priority, now) == 0


@pytest.mark.parametrize("priority", CallPriority)
def test_a_call_leaves_a_token_to_each_higher_priority(priority: CallPriority) -> None:
    bucket, calls = full(0.0), 0
    while not bucket.wait_for(priority, 0.0):
        bucket, calls = bucket.taken(0.0), calls + 1
    assert calls == 10 - priority
    assert bucket.wait_for(priority, 0.0) == pytest.approx(60 / 105)
    assert bucket.wait_for(priority, 60 / 105) == pytest.approx(0, abs=1e-9)


def test_a_bucket_that_rests_still_rests_after_a_shorter_rest_a_call_and_an_answer() -> None:
    bucket = full(0.0).resting(0.0, 30).resting(1.0, 2).taken(2.0).after_answer(3.0, 50, 40.0)
    assert bucket.wait_for(CallPriority.ACTION, 10.0) == 20


def test_a_clock_that_goes_back_gains_no_token() -> None:
    bucket = full(100.0)
    for _ in range(10):
        bucket = bucket.taken(100.0)
    assert bucket.refilled(90.0) == bucket


def test_one_token_that_is_left_upstream_may_be_used() -> None:
    bucket = full(0.0).after_answer(5.0, 1, 40.0)
    assert bucket.wait_for(CallPriority.ACTION, 5.0) == 0
    assert bucket.taken(5.0).wait_for(CallPriority.ACTION, 5.0) == pytest.approx(60 / 105)
    assert full(0.0).after_answer(5.0, 0, None).wait_for(CallPriority.ACTION, 5.0) == pytest.approx(60 / 105)


def test_what_upstream_says_is_honoured() -> None:
    bucket = full(0.0)
    assert bucket.resting(0.0, 30).wait_for(CallPriority.ACTION, 10.0) == 20
    assert bucket.after_answer(0.0, 0, 12.0).wait_for(CallPriority.ACTION, 2.0) == 10
    assert bucket.after_answer(0.0, 2, 40.0).wait_for(CallPriority.ACTION, 0.0) == 0
    assert bucket.after_answer(0.0, 2, 40.0).wait_for(CallPriority.BULK, 0.0) > 0
    assert bucket.after_answer(0.0, None, None) == bucket
    assert bucket.resting(0.0, 10**9).wait_for(CallPriority.ACTION, 0.0) == 300
    assert bucket.resting(0.0, 0).wait_for(CallPriority.ACTION, 0.0) == 0


def test_a_retry_after_that_is_no_number_is_a_short_rest() -> None:
    words = ["7", None, "soon", "-3", "Wed, 21 Oct 2026 07:28:00 GMT", "9" * 10, "9" * 400]
    assert [rest_of(text) for text in words] == [7, 5, 5, 5, 5, 5, 5]
