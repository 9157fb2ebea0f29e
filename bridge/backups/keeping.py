"""Which backups are kept: the newest of each of the last 7 days and of each of the last 4 weeks (DESKTOP.md)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from service.domain.times import Millis

DAILY = 7
WEEKLY = 4


def kept_daily(moments: Sequence[Millis]) -> set[Millis]:
    """Of the moments of nightly backups, those kept for their day; days are local."""
    days: dict[tuple[int, ...], Millis] = {}
    for moment in sorted(set(moments), reverse=True):
        local = _local(moment)
        days.setdefault((local.year, local.month, local.day), moment)
    return set(list(days.values())[:DAILY])


def kept_weekly(moments: Sequence[Millis]) -> set[Millis]:
    """Those kept for their week, Monday to Sunday."""
    weeks: dict[tuple[int, int], Millis] = {}
    for moment in sorted(set(moments), reverse=True):
        year, week, _ = _local(moment).isocalendar()
        weeks.setdefault((year, week), moment)
    return set(list(weeks.values())[:WEEKLY])


def to_drop(moments: Sequence[Millis]) -> set[Millis]:
    """Those whose backups may go."""
    return set(moments) - kept_daily(moments) - kept_weekly(moments)


def _local(moment: Millis) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone()
