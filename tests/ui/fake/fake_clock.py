"""A clock that moves only when a test sets it: 15 November 2026, 14:29:19 in Bahrain."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from service.domain.times import Millis

ZONE = timezone(timedelta(hours=3), "Asia/Bahrain")


def moment(day: int, hour: int, minute: int, second: int = 0, *, month: int = 11) -> Millis:
    """A moment of 2026 in Bahrain."""
    return int(datetime(2026, month, day, hour, minute, second, tzinfo=ZONE).timestamp() * 1000)


NOW = moment(15, 14, 29, 19)


class FakeClock:
    """A clock at NOW."""

    def __init__(self, now: Millis = NOW) -> None:
        self._now = now

    def now(self) -> Millis:
        return self._now

    def monotonic(self) -> float:
        return self._now / 1000

    def since_boot(self) -> float:
        return self._now / 1000

    def turn(self, span: Millis) -> None:
        """Lets time pass."""
        self._now += span
