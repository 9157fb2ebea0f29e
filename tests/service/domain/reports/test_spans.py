"""Days, months and years begin and end at local midnight."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from service.domain.reports.spans import Span, day_span, get_next_month, get_previous_month, month_span, year_span
from service.domain.times import DAY, HOUR

BAHRAIN = ZoneInfo("Asia/Bahrain")


def moment(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=BAHRAIN).timestamp() * 1000)


def test_a_day_a_month_and_a_year_end_a_millisecond_before_the_next() -> None:
    today = date(2026, 12, 31)
    assert day_span(today, BAHRAIN) == Span(moment("2026-12-31"), moment("2027-01-01") - 1)
    assert month_span(today, BAHRAIN) == Span(moment("2026-12-01"), moment("2027-01-01") - 1)
    assert year_span(today, BAHRAIN) == Span(moment("2026-01-01"), moment("2027-01-01") - 1)


def test_a_day_in_which_the_clock_goes_forward_has_23_hours() -> None:
    span = day_span(date(2026, 3, 29), ZoneInfo("Europe/Berlin"))
    assert span.last + 1 - span.first == DAY - HOUR


@pytest.mark.parametrize(
    ("day", "previous", "following"),
    [
        (date(2026, 1, 31), date(2025, 12, 1), date(2026, 2, 1)),
        (date(2026, 12, 5), date(2026, 11, 1), date(2027, 1, 1)),
    ],
)
def test_the_months_around_a_day(day: date, previous: date, following: date) -> None:
    assert (get_previous_month(day), get_next_month(day)) == (previous, following)


def test_without_a_choice_everything_is_within() -> None:
    assert Span().first <= 0 < round(datetime.now(UTC).timestamp() * 1000) < Span().last
