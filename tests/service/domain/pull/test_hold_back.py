"""The bounds within which a file needs no approval (pull §4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.pull.hold_back import ImpactTally, changes_far, find_difference
from service.domain.sentences import message

_COUNT = st.integers(0, 10**6)
FINE = ImpactTally(100, 100, 100, 10, 10, 1000, 100, 90, 30)


@example(levels=100, zeroed=20, dropped=30)
@example(levels=100, zeroed=20, dropped=31)
@given(levels=_COUNT, zeroed=_COUNT, dropped=_COUNT)
def test_more_than_half_of_the_levels(levels: int, zeroed: int, dropped: int) -> None:
    zeroed, dropped = min(zeroed, levels), min(dropped, max(0, levels - zeroed))
    tally = replace(FINE, levels=levels, zeroed=zeroed, dropped=dropped)
    assert (find_difference(tally) is not None) == (zeroed + dropped > levels / 2)


@example(before=1000, lost=500)
@example(before=1000, lost=501)
@given(before=_COUNT, lost=st.integers(-(10**6), 10**6))
def test_more_than_half_of_the_units(before: int, lost: int) -> None:
    lost = min(before, lost)
    assert (find_difference(replace(FINE, units_before=before, units_lost=lost)) is not None) == (lost > before / 2)


@example(prices=90, changed=30)
@example(prices=90, changed=31)
@given(prices=_COUNT, changed=_COUNT)
def test_more_than_a_third_of_the_prices(prices: int, changed: int) -> None:
    changed = min(prices, changed)
    held = find_difference(replace(FINE, prices=prices, prices_changed=changed))
    assert (held is not None) == (changed * 3 > prices)


@example(before=100, now=50)
@example(before=100, now=49)
@given(before=_COUNT, now=_COUNT)
def test_less_than_half_of_last_times_rows(before: int, now: int) -> None:
    assert (find_difference(replace(FINE, rows_before=before, rows_now=now)) is not None) == (now < before / 2)


@example(before=10, percent=30)
@example(before=10, percent=-30)
@example(before=10, percent=31)
@given(before=st.integers(0, 10**9), percent=st.integers(-100, 1000))
def test_thirty_per_cent_is_not_far_more_is(before: int, percent: int) -> None:
    after = before * (100 + percent)
    assert changes_far(before * 100, after) == (before > 0 and abs(percent) > 30)


def test_a_price_of_nothing_that_becomes_one_and_one_that_is_cleared_move_far() -> None:
    assert changes_far(0, 1)
    assert not changes_far(0, 0)
    assert changes_far(5, None)


def test_each_reason_has_its_sentence() -> None:
    held = find_difference(ImpactTally(1200, 400, 1000, 620, 5, 10_000, 9_000, 90, 60))
    assert held is not None
    assert str(held.reason) == (
        "The file would set 620 of 1,000 stock levels to 0 and drop 5. The file would change 60 of 90 prices by more "
        "than 30%. The file has 400 rows, last time it had 1,200."
    )
    assert (held.rows_before, held.rows_now, held.dropped, held.zeroed, held.prices_changed) == (1200, 400, 5, 620, 60)
    assert find_difference(FINE) is None
    assert find_difference(ImpactTally()) is None


@pytest.mark.parametrize(
    ("tally", "reason"),
    [
        (replace(FINE, zeroed=51, dropped=0), "The file would set 51 of 100 stock levels to 0."),
        (
            replace(FINE, units_before=10_000, units_lost=7_500),
            "The file would bring the units in stock down from 10 to 2.5.",
        ),
    ],
)
def test_stock_that_falls_is_given_in_numbers(tally: ImpactTally, reason: str) -> None:
    held = find_difference(tally)
    assert held is not None
    assert str(held.reason) == reason


def test_doubts_about_the_values_come_first() -> None:
    held = find_difference(replace(FINE, zeroed=51, dropped=0), [message("9 of 10 prices are 0.")])
    assert held is not None
    assert str(held.reason) == "9 of 10 prices are 0. The file would set 51 of 100 stock levels to 0."
