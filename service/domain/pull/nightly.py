"""When a daily task at a local time is due, also when the clocks change.

`zone` None is the computer's own. Each calendar day has exactly one such moment. A time that does
not exist in a spring night comes later by as much as the clocks went forward. A time that an autumn
night has twice counts the first time.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo

from service.domain.times import Millis

MINUTES_A_DAY = 1440


def moment_on(day: date, minute: int, zone: tzinfo | None) -> Millis:
    """The moment on a day at which a local clock shows `minute` minutes after midnight."""
    wall = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    return int(wall.astimezone(UTC).timestamp()) * 1000


def day_of(now: Millis, zone: tzinfo | None) -> date:
    """The calendar day at a moment."""
    return datetime.fromtimestamp(now // 1000, UTC).astimezone(zone).date()


def latest_due(now: Millis, minute: int, zone: tzinfo | None) -> Millis:
    """The last due moment, which may be `now`."""
    return max(moment for moment in _around(now, minute, zone) if moment <= now)


def next_due(now: Millis, minute: int, zone: tzinfo | None) -> Millis:
    """The first due moment after `now`."""
    return min(moment for moment in _around(now, minute, zone) if moment > now)


def _around(now: Millis, minute: int, zone: tzinfo | None) -> list[Millis]:
    """The due moments of the days around `now`: two on each side, as a day may be shorter than 24
    hours.
    """
    today = day_of(now, zone)
    return [moment_on(today + timedelta(days=days), minute, zone) for days in range(-2, 3)]
