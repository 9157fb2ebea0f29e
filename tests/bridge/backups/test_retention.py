"""Which nightly backups are retained: of 7 days and of 4 weeks, the newest of each."""

from __future__ import annotations

from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.backups.retention import select_daily, select_expired, select_weekly

MONDAY = datetime(2026, 11, 2, 1, 30)  # noqa: DTZ001 - local time


def at(days: float) -> int:
    """That many days after the Monday, at local time."""
    return int((MONDAY + timedelta(days=days)).astimezone().timestamp() * 1000)


def test_the_newest_of_each_of_the_last_seven_days_is_retained() -> None:
    nights = [at(day) for day in range(10)]
    assert select_daily(nights) == set(nights[3:])
    again = at(9.25)
    assert select_daily([*nights, again]) == {*nights[3:9], again}


def test_days_without_a_backup_do_not_count() -> None:
    nights = [at(day) for day in range(0, 40, 5)]
    assert select_daily(nights) == set(nights[1:])


def test_the_newest_of_each_of_the_last_four_weeks_is_retained() -> None:
    nights = [at(day) for day in range(6 * 7 + 3)]
    sundays = [at(7 * week + 6) for week in range(6)]
    assert select_weekly(nights) == {*sundays[3:], at(44)}


def test_a_week_begins_on_monday_also_over_the_turn_of_a_year() -> None:
    monday = 8 * 7  # 2026-12-28
    nights = [at(monday + day) for day in (-1, 0, 3, 4, 6, 7)]
    assert select_weekly(nights) == {nights[0], nights[4], nights[5]}


def test_what_is_retained_for_neither_can_be_deleted() -> None:
    nights = [at(day) for day in range(40)]
    retained = {*nights[33:], at(34), at(27), at(20), at(39)}
    assert select_expired(nights) == set(nights) - retained
    assert select_expired([]) == set()


@settings(max_examples=30)
@given(st.lists(st.integers(0, 120).map(at), max_size=60))
def test_the_newest_is_never_deleted_and_deleting_twice_deletes_nothing(nights: list[int]) -> None:
    left = set(nights) - select_expired(nights)
    assert not nights or max(nights) in left
    assert len(left) <= 11
    assert select_expired(sorted(left)) == set()
