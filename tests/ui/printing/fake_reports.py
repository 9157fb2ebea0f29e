"""The fake's summaries: a busy time, or an empty one."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import date

from service.domain.reports import (
    CallHour,
    Events,
    PaidOrder,
    Period,
    PlacedOrder,
    Summary,
    TopPart,
    find_span,
    summarize,
)
from service.domain.times import HOUR, MINUTE
from tests.ui.fake.fake_clock import ZONE
from tests.ui.fake.fake_data import FakeData

_TOP = (
    ("04465-60320", "Front brake pads, LC200", 14_000, 399_000),
    ("90915-YZZD4", "Oil filter", 31_000, 85_250),
    ("81150-60K60", "Headlamp, left", 2_000, 69_350),
)


class FakeReports:
    """`empty` is a shop in which nothing happened."""

    def __init__(self, data: FakeData) -> None:
        self._answers = data.answers
        self.empty = False

    def summary(self, shop: int, period: Period, day: date) -> Future[Summary]:
        def make() -> Summary:
            return summarize(period, day, Events() if self.empty else _make_events(period, day), ZONE)

        return self._answers.answer("reports.summary", make, shop, period, day)


def _make_events(period: Period, day: date) -> Events:
    span = find_span(period, day, ZONE)
    hours = range((span.last + 1 - span.first) // HOUR)
    busy = [hour for hour in hours if 8 <= hour % 24 <= 20]
    starts = {hour: span.first + hour * HOUR for hour in hours}
    return Events(
        placed=tuple(
            PlacedOrder(starts[hour], starts[hour] + (hour * 7 % 33) * MINUTE if hour % 6 else None)
            for hour in busy
            for _again in range(1 + hour % 3)
        ),
        paid=tuple(PaidOrder(starts[hour], 4_250 * (1 + hour % 5), 340 * (1 + hour % 5)) for hour in busy),
        lapsed=3,
        cancelled=2,
        top_parts=tuple(TopPart(*part) for part in _TOP),
        hours=tuple(CallHour(starts[hour], 20 + hour % 24 * 3, hour % 7) for hour in hours),
    )
