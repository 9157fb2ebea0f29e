"""The summary of a day or a month."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from service.domain.reports import (
    CallHour,
    Events,
    PaidOrder,
    Period,
    PlacedOrder,
    Span,
    TopPart,
    day_span,
    find_span,
    get_next_month,
    get_previous_month,
    group_waits,
    month_span,
    summarize,
    year_span,
)
from service.domain.times import DAY, HOUR, MINUTE

BAHRAIN = ZoneInfo("Asia/Bahrain")
TODAY = date(2026, 11, 22)
START = find_span(Period.DAY, TODAY, BAHRAIN).first
EVENTS = Events(
    placed=(
        PlacedOrder(START, START + 4 * MINUTE),
        PlacedOrder(START + 9 * HOUR, START + 9 * HOUR + 12 * MINUTE),
        PlacedOrder(START + DAY - 1, START + DAY + 20 * MINUTE),
        PlacedOrder(START + 9 * HOUR + 1, None),
    ),
    paid=(PaidOrder(START + 9 * HOUR, 31_508, 2_000), PaidOrder(START + 9 * HOUR + 5, 1_000, 0)),
    lapsed=1,
    cancelled=6,
    top_parts=(TopPart("A", "Pad", 2_000, 25_000),),
    hours=(CallHour(START, 5, 1), CallHour(START + 23 * HOUR, 7, 0)),
)


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


def test_a_day_has_its_hours() -> None:
    summary = summarize(Period.DAY, TODAY, EVENTS, BAHRAIN)
    assert (summary.period, summary.first_day) == (Period.DAY, TODAY)
    assert [step.start for step in summary.steps] == [START + hour * HOUR for hour in range(24)]
    assert [hour for hour, step in enumerate(summary.steps) for _order in range(step.orders)] == [0, 9, 9, 23]
    assert summary.steps[9].items_fils == 32_508
    assert [(step.calls, step.faults) for step in summary.steps if step.calls] == [(5, 1), (7, 0)]


def test_figures_are_sums_and_the_typical_wait_is_the_median() -> None:
    summary = summarize(Period.DAY, TODAY, EVENTS, BAHRAIN)
    assert (summary.placed, summary.accepted, summary.lapsed, summary.delivered) == (4, 3, 1, 2)
    assert (summary.items_fils, summary.commission_fils, summary.payout_fils) == (32_508, 2_000, 30_508)
    assert (summary.calls, summary.faults) == (12, 1)
    assert (summary.cancelled, summary.top_parts) == (6, EVENTS.top_parts)
    assert summary.typical_wait == 12 * MINUTE
    assert summary.waits == (1, 0, 1, 1, 0)


def test_a_month_has_its_days() -> None:
    summary = summarize(Period.MONTH, TODAY, EVENTS, BAHRAIN)
    assert (summary.period, summary.first_day) == (Period.MONTH, date(2026, 11, 1))
    assert len(summary.steps) == 30
    assert (summary.steps[21].orders, summary.steps[21].calls) == (4, 12)
    assert sum(step.orders for step in summary.steps) == 4


@pytest.mark.parametrize(("day", "days"), [(date(2026, 12, 31), 31), (date(2028, 2, 1), 29)])
def test_every_month_has_as_many_steps_as_days(day: date, days: int) -> None:
    assert len(summarize(Period.MONTH, day, Events(), BAHRAIN).steps) == days


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25)])
def test_a_day_in_which_the_clock_changes_has_another_number_of_hours(day: date, hours: int) -> None:
    assert len(summarize(Period.DAY, day, Events(), ZoneInfo("Europe/Berlin")).steps) == hours


def test_an_empty_time_is_all_zeros() -> None:
    summary = summarize(Period.DAY, TODAY, Events(), BAHRAIN)
    assert (summary.placed, summary.items_fils, summary.typical_wait, summary.waits) == (0, 0, None, (0,) * 5)


@pytest.mark.parametrize(
    ("wait", "group"),
    [(0, 0), (5 * MINUTE, 0), (5 * MINUTE + 1, 1), (10 * MINUTE, 1), (30 * MINUTE, 3), (30 * MINUTE + 1, 4), (DAY, 4)],
)
def test_a_wait_belongs_to_the_first_group_that_holds_it(wait: int, group: int) -> None:
    assert group_waits([wait]).index(1) == group
