"""Which backups are kept: the newest of each of the last 7 days and of each of the last 4 weeks (DESKTOP.md)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from service.domain.times import Millis

DAILY = 7
WEEKLY = 4


def to_drop(moments: Sequence[Millis]) -> set[Millis]:
    """Of the moments of nightly backups, those whose backups may go; days and weeks are local."""
    newest_first = sorted(set(moments), reverse=True)
    days: dict[tuple[int, ...], Millis] = {}
    weeks: dict[tuple[int, ...], Millis] = {}
    for moment in newest_first:
        local = datetime.fromtimestamp(moment / 1000).astimezone()
        days.setdefault((local.year, local.month, local.day), moment)
        weeks.setdefault(local.isocalendar()[:2], moment)
    kept = {*list(days.values())[:DAILY], *list(weeks.values())[:WEEKLY]}
    return set(newest_first) - kept
