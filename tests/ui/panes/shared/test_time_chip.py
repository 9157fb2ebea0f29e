"""Spans of time of the filters."""

from __future__ import annotations

from service.domain.times import DAY, HOUR
from tests.ui.fake.fake_clock import NOW, ZONE, moment
from ui.i18n import Formats, Language
from ui.panes.shared.time_chip import Period, Span, span_of

FORMATS = Formats(Language.ENGLISH, ZONE)


def test_days_begin_at_local_midnight() -> None:
    assert span_of(Period.TODAY, NOW, FORMATS) == Span(moment(15, 0, 0))
    assert span_of(Period.YESTERDAY, NOW, FORMATS) == Span(moment(14, 0, 0), moment(15, 0, 0))
    assert span_of(Period.HOUR, NOW, FORMATS) == Span(NOW - HOUR)
    assert span_of(Period.WEEK, NOW, FORMATS) == Span(NOW - 7 * DAY)
    assert span_of(Period.MONTH, NOW, FORMATS) == Span(NOW - 30 * DAY)
    assert span_of(Period.ANY, NOW, FORMATS) == Span()
