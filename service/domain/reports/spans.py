"""Days, months and years of the local calendar. A zone None is the computer's own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta, tzinfo

from service.domain.times import Millis, compute_end_of_day

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """From the first to the last millisecond, both included; everything at first."""

    first: Millis = 0
    last: Millis = 2**62


def day_span(day: date, zone: tzinfo | None = None) -> Span:
    """From midnight to midnight, which are 23 or 25 hours where the clock is changed."""
    return Span(compute_end_of_day(day - _ONE_DAY, zone) + 1, compute_end_of_day(day, zone))


def month_span(day: date, zone: tzinfo | None = None) -> Span:
    """The month that a day is in."""
    first = day.replace(day=1)
    return Span(day_span(first, zone).first, compute_end_of_day(get_next_month(first) - _ONE_DAY, zone))


def year_span(day: date, zone: tzinfo | None = None) -> Span:
    """The year that a day is in."""
    return Span(day_span(date(day.year, 1, 1), zone).first, compute_end_of_day(date(day.year, 12, 31), zone))


def get_next_month(day: date) -> date:
    """The first day of the month after the one that a day is in."""
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def get_previous_month(day: date) -> date:
    """The first day of the month before the one that a day is in."""
    return (day.replace(day=1) - _ONE_DAY).replace(day=1)
