"""Spans of time for the filter: named ones that move with the clock, and one
between two moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from service.domain.times import DAY, HOUR, Millis
from ui.i18n import Formats


class Period(StrEnum):
    """A choice of the time filter."""

    ANY = "any"
    HOUR = "hour"
    TODAY = "today"
    YESTERDAY = "yesterday"
    WEEK = "week"
    MONTH = "month"
    SPAN = "span"


@dataclass(frozen=True, slots=True)
class Span:
    """From a moment until before another; None is open."""

    since: Millis | None = None
    until: Millis | None = None


def span_of(period: Period, now: Millis, formats: Formats) -> Span:
    """The moments of a named period; days begin at local midnight."""
    midnight = formats.to_local(now).replace(hour=0, minute=0, second=0, microsecond=0)
    if period is Period.HOUR:
        return Span(now - HOUR)
    if period is Period.TODAY:
        return Span(int(midnight.timestamp() * 1000))
    if period is Period.YESTERDAY:
        # The day before may have had 23 or 25 hours.
        before = formats.to_local(now - DAY).replace(hour=0, minute=0, second=0, microsecond=0)
        if before.date() == midnight.date():
            before = midnight - timedelta(days=1)
        return Span(int(before.timestamp() * 1000), int(midnight.timestamp() * 1000))
    if period is Period.WEEK:
        return Span(now - 7 * DAY)
    if period is Period.MONTH:
        return Span(now - 30 * DAY)
    return Span()
