"""When something that happens at a wall-clock time each day is due, whatever the clocks do.

`zone` None is the computer's own. Each calendar day has exactly one such moment: a time that a
spring night leaves out comes as much later as the clocks went forward, one that an autumn night has
twice counts the first time.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo

from service.domain.times import Millis

MINUTES_A_DAY = 1440


def moment_on(day: date, minute: int, zone: tzinfo | None) -> Millis:
    """The moment at which `minute` minutes after midnight are shown on a day."""
    wall = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    return int(wall.astimezone(UTC).timestamp()) * 1000


def day_of(now: Millis, zone: tzinfo | None) -> date:
    """The calendar day at a moment."""
    return datetime.fromtimestamp(now // 1000, UTC).astimezone(zone).date()


def latest_due(now: Millis, minute: int, zone: tzinfo | None) -> Millis:
    """The last such moment, `now` included."""
    return max(moment for moment in _around(now, minute, zone) if moment <= now)


def next_due(now: Millis, minute: int, zone: tzinfo | None) -> Millis:
    """The first such moment after `now`."""
    return min(moment for moment in _around(now, minute, zone) if moment > now)


def _around(now: Millis, minute: int, zone: tzinfo | None) -> list[Millis]:
    """Yesterday's, today's and those after;
    two on each side, as a day may be shorter than the way to its moment.
    """
    today = day_of(now, zone)
    return [moment_on(today + timedelta(days=days), minute, zone) for days in range(-2, 3)]
