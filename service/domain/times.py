"""Moments: whole milliseconds since 1970 in UTC inside, RFC 3339 with `Z` outside."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Protocol

from service.domain.errors import BadRequest

Millis = int
"""A moment or a span in milliseconds; moments count from 1970-01-01T00:00:00Z."""

SECOND: Millis = 1_000
MINUTE: Millis = 60 * SECOND
HOUR: Millis = 60 * MINUTE
DAY: Millis = 24 * HOUR

_BOOT_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"""Linux names the clock that counts sleep; macOS's CLOCK_MONOTONIC counts it."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MINUTES_A_DAY = 1440


class Clock(Protocol):
    """Where the time comes from. Tests use one that they set themselves."""

    def now(self) -> Millis:
        """The wall clock."""

    def monotonic(self) -> float:
        """Seconds that never go back, for durations."""

    def since_boot(self) -> float:
        """Seconds since the computer started, its sleep counted."""


class SystemClock:
    """The computer's own clock. `boot_clock` is the system's number of one that counts sleep."""

    def __init__(self, boot_clock: int | None = _BOOT_CLOCK) -> None:
        self._boot_clock = boot_clock

    def now(self) -> Millis:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()

    def since_boot(self) -> float:
        # Windows has no clock_gettime; there time.monotonic counts sleep.
        return time.monotonic() if self._boot_clock is None else time.clock_gettime(self._boot_clock)


class SharedClock:
    """The clock of the server that several services share; this computer's own until it is
    measured. It goes on with the time since the computer started, whatever its wall clock shows.
    """

    def __init__(self, own: Clock) -> None:
        self._own = own
        self._ahead: Millis | None = None
        self._took = self._measured_at = 0.0

    def now(self) -> Millis:
        return self._own.now() if self._ahead is None else self._ahead + int(self._own.since_boot() * 1000)

    def monotonic(self) -> float:
        return self._own.monotonic()

    def since_boot(self) -> float:
        return self._own.since_boot()

    def measure(self, read_server: Callable[[], Millis]) -> None:
        """Asks the server for its time. Of all answers of a minute the quickest one counts."""
        before = self._own.since_boot()
        there = read_server()
        after = self._own.since_boot()
        if self._ahead is None or after - before <= self._took or after - self._measured_at >= MINUTE / SECOND:
            self._took, self._measured_at = after - before, after
            self._ahead = there - int((before + after) / 2 * 1000)


def format_rfc3339(moment: Millis) -> str:
    """`2026-11-20T14:05:09.120Z` (contract §4: times are UTC, RFC 3339 with `Z`)."""
    seconds, millis = divmod(moment, 1000)
    return f"{_format_second(seconds)}.{millis:03d}Z"


@lru_cache(maxsize=4096)
def _format_second(seconds: int) -> str:
    """Cached: what was uploaded together has one moment, and a page shows hundreds of them."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


def format_optional_rfc3339(moment: Millis | None) -> str | None:
    """The same for an optional moment; None stays None."""
    return None if moment is None else format_rfc3339(moment)


def format_local(moment: Millis, zone: tzinfo | None = None) -> str:
    """`2026-11-20 17:05`, for a person: in a zone, None is the computer's own."""
    return f"{datetime.fromtimestamp(moment / 1000, zone):%Y-%m-%d %H:%M}"


def compute_end_of_day(day: date, zone: tzinfo | None = None) -> Millis:
    """The last millisecond of a day in a zone; None is the computer's own. Raises OverflowError."""
    following = day + timedelta(days=1)
    midnight = datetime(following.year, following.month, following.day, tzinfo=zone)
    return (midnight.astimezone(UTC) - _EPOCH) // timedelta(milliseconds=1) - 1


def get_year(moment: Millis) -> int:
    """The calendar year, UTC."""
    return (_EPOCH + timedelta(milliseconds=moment)).year


def get_year_start(moment: Millis) -> Millis:
    """When the calendar year of `moment` began, UTC."""
    return (datetime(get_year(moment), 1, 1, tzinfo=UTC) - _EPOCH) // timedelta(milliseconds=1)


def parse_moment(text: str) -> Millis:
    """A typed ISO 8601 date or time, local without an offset. Raises BadRequest."""
    try:
        moment = datetime.fromisoformat(text.strip())
        # Integers all the way: with a float, one moment in a hundred would lose its last
        # millisecond.
        return (moment.astimezone(UTC) - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, OverflowError, OSError) as error:
        raise BadRequest(f"{text!r} is no time; write it like 2026-11-20 or 2026-11-20T14:05") from error


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
    """The due moments around `now`, two on each side: a day may have fewer than 24 hours."""
    today = day_of(now, zone)
    return [moment_on(today + timedelta(days=days), minute, zone) for days in range(-2, 3)]
