"""When the wall clock is trusted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.clock_trust import (
    MAX_TIME_OFF,
    TOLERANCE,
    ClockDoubt,
    ClockReading,
    ClockRecord,
    Cutoff,
    PlausibleTimes,
    estimate_time,
    expect_after,
    expect_at_start,
    find_cutoff,
    find_doubt,
    find_stored_doubt,
    read_clocks,
    settle_time,
)
from service.domain.times import DAY, HOUR, MINUTE, SystemClock
from tests.fakes.clock import START, FakeClock

YEAR = 365 * DAY
spans = st.integers(0, 400 * DAY)
small = st.integers(-TOLERANCE, TOLERANCE)
large = st.integers(TOLERANCE + 1, 50 * YEAR)


@given(spans, small)
def test_time_that_passes_on_both_clocks_is_believed(passed: int, drift: int) -> None:
    plausible = expect_after(ClockReading(START, 1_000))
    assert find_doubt(plausible, ClockReading(START + passed + drift, 1_000 + passed)) is None


@given(spans, st.integers(-50 * YEAR, 50 * YEAR))
def test_the_estimate_follows_the_clock_and_no_jump(passed: int, moved: int) -> None:
    plausible = expect_after(ClockReading(START, 1_000))
    estimate = estimate_time(plausible, ClockReading(START + passed + moved, 1_000 + passed))
    assert estimate == START + passed + (moved if abs(moved) <= TOLERANCE else 0)


@given(spans, large, st.sampled_from([1, -1]))
def test_a_jump_is_doubted_and_says_what_was_expected(passed: int, jump: int, sign: int) -> None:
    plausible = expect_after(ClockReading(START, 1_000))
    shown = START + passed + sign * jump
    doubt = find_doubt(plausible, ClockReading(shown, 1_000 + passed))
    assert doubt == ClockDoubt(START + passed, shown)
    assert doubt.is_ahead is (sign > 0)


@given(spans, large, st.sampled_from([1, -1]), small)
def test_a_jump_that_is_taken_back_is_believed_again(passed: int, jump: int, sign: int, drift: int) -> None:
    plausible = expect_after(ClockReading(START, 0))
    assert find_doubt(plausible, ClockReading(START + sign * jump, 0)) is not None
    assert find_doubt(plausible, ClockReading(START + passed + drift, passed)) is None


@given(st.integers(0, MAX_TIME_OFF), st.integers(0, 10 * DAY))
def test_a_computer_that_was_off_is_believed(off: int, since_boot: int) -> None:
    record, reading = ClockRecord(START), ClockReading(START + off, since_boot)
    assert find_doubt(expect_at_start(record, reading), reading) is None
    assert find_stored_doubt(record, START + off) is None


@pytest.mark.parametrize(
    ("shift", "believed"),
    [
        (-TOLERANCE, True),
        (-TOLERANCE - 1, False),
        (7 * DAY, True),
        (MAX_TIME_OFF, True),
        (MAX_TIME_OFF + 1, False),
        (YEAR, False),
    ],
)
def test_at_a_start_time_went_forward_and_not_too_far(shift: int, believed: bool) -> None:
    assert (find_stored_doubt(ClockRecord(START), START + shift) is None) is believed


def test_a_first_start_believes_the_clock() -> None:
    reading = ClockReading(0, 5)
    assert expect_at_start(ClockRecord(), reading) == PlausibleTimes(-TOLERANCE, TOLERANCE, 5)
    assert find_stored_doubt(ClockRecord(), 0) is None


@pytest.mark.parametrize(
    ("shown_at", "now", "believed"),
    [
        (START + DAY, START + DAY, False),
        (START + DAY, START + DAY + HOUR, False),
        (START + DAY, START + HOUR, True),
        (START + DAY, START + DAY - 2 * TOLERANCE, True),
        (START + DAY, START + DAY - 2 * TOLERANCE + 1, False),
        (START + DAY, START - TOLERANCE, True),
        (START + DAY, START - TOLERANCE - 1, False),
        (START - DAY, START - DAY, False),
        (START - DAY, START + 7 * DAY, True),
        (START - DAY, START + MAX_TIME_OFF + 1, False),
    ],
)
def test_a_doubt_outlives_a_restart_until_the_clock_is_put_right(shown_at: int, now: int, believed: bool) -> None:
    record, reading = ClockRecord(START - MINUTE, ClockDoubt(START, shown_at)), ClockReading(now, 77)
    assert (find_doubt(expect_at_start(record, reading), reading) is None) is believed
    assert find_stored_doubt(record, now) == record.doubt


@given(spans, st.integers(0, DAY))
def test_a_dead_battery_is_over_when_the_network_sets_the_time(off: int, passed: int) -> None:
    off = min(off, MAX_TIME_OFF)
    start = ClockReading(0, 0)
    plausible = expect_at_start(ClockRecord(START), start)
    assert find_doubt(plausible, start) == ClockDoubt(START, 0)
    assert find_doubt(plausible, ClockReading(START + off + passed, passed)) is None


def test_sleep_counts_as_time() -> None:
    clock = FakeClock()
    plausible = expect_after(read_clocks(clock))
    clock.sleep(3 * DAY)
    assert read_clocks(clock) == ClockReading(START + 3 * DAY, 3 * DAY)
    assert find_doubt(plausible, read_clocks(clock)) is None


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_the_systems_own_clock_counts_since_the_start_of_the_computer() -> None:
    uptime = float(Path("/proc/uptime").read_text(encoding="ascii").split()[0])
    assert SystemClock().since_boot() == pytest.approx(uptime, abs=60)


@given(st.integers(0, 400 * DAY), st.lists(st.integers(0, HOUR), max_size=30))
def test_settled_time_never_passes_the_wall_clock_nor_goes_back(behind: int, steps: list[int]) -> None:
    settled, wall = START, START + behind
    for passed in steps:
        wall += passed
        before, settled = settled, settle_time(settled, wall, passed)
        assert before <= settled <= wall
        assert settled - before <= 2 * passed + (wall - before) * passed // DAY, "a moment makes nothing old"


def test_settled_time_follows_a_pc_that_is_on_by_day_and_makes_up_for_years() -> None:
    """Ten hours a day in steps of ten minutes; then a clock that is right after 46 years."""
    settled, wall = START, START
    for _ in range(30):
        wall += 14 * HOUR
        for _ in range(60):
            wall += 10 * MINUTE
            settled = settle_time(settled, wall, 10 * MINUTE)
        assert wall - settled <= DAY
    settled = wall - 46 * 365 * DAY
    for _ in range(20 * 144):
        wall += 10 * MINUTE
        settled = settle_time(settled, wall, 10 * MINUTE)
    assert wall == settled


def test_a_clock_that_was_set_back_takes_settled_time_with_it() -> None:
    assert settle_time(START, START - DAY, 0) == START - DAY
    assert settle_time(None, START, 0) == START


def test_nothing_is_old_while_the_clock_is_in_doubt_or_was_never_believed() -> None:
    assert find_cutoff(ClockRecord(START, settled_at=START), HOUR) == Cutoff(START - HOUR)
    assert find_cutoff(ClockRecord(START, ClockDoubt(START, 0), START), HOUR) is None
    assert find_cutoff(ClockRecord(START), HOUR) is None
