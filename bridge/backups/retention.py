"""Which backups are retained: the newest of each of the last 7 days and of each of the last 4 weeks
(desktop §3.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from service.domain.times import Millis

DAILY_COUNT = 7
WEEKLY_COUNT = 4


def select_daily(moments: Sequence[Millis]) -> set[Millis]:
    """Of the moments of nightly backups, those retained for their day; days are local."""
    days: dict[tuple[int, ...], Millis] = {}
    for moment in sorted(set(moments), reverse=True):
        local = _to_local(moment)
        days.setdefault((local.year, local.month, local.day), moment)
    return set(list(days.values())[:DAILY_COUNT])


def select_weekly(moments: Sequence[Millis]) -> set[Millis]:
    """Those retained for their week, Monday to Sunday."""
    weeks: dict[tuple[int, int], Millis] = {}
    for moment in sorted(set(moments), reverse=True):
        year, week, _ = _to_local(moment).isocalendar()
        weeks.setdefault((year, week), moment)
    return set(list(weeks.values())[:WEEKLY_COUNT])


def select_expired(moments: Sequence[Millis]) -> set[Millis]:
    """Those whose backups can be deleted."""
    return set(moments) - select_daily(moments) - select_weekly(moments)


def _to_local(moment: Millis) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone()
