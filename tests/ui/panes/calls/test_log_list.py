"""The names of the log's columns are above what they name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics

from service.domain.call_log.calls import Call
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.fake.fake_clock import moment
from tests.ui.find_ink import find_ink, paint_on_white
from tests.ui.ready_shop import ReadyShop
from ui.i18n import Language
from ui.panes.calls.call_words import CallWords
from ui.panes.calls.calls_pane import CallsPane
from ui.panes.calls.log_list import HEADER, LogPainter
from ui.panes.calls.log_model import LogRowFactory
from ui.panes.shared.time_chip import Period
from ui.theme import Type
from ui.theme.metrics import LOG_ROW
from ui.widgets.painting import mirror

Settle = Callable[[], None]
_SIDE_BEARING = 3
"""Pixels that letters and digits may differ by."""


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    ("period", "days_later", "named"), [(Period.TODAY, 0, 1), (Period.ANY, 0, 2), (Period.ANY, 1, 2)]
)
def test_a_heading_begins_where_its_texts_do(
    make_context: MakeContext,
    backend: ReadyShop,
    show: ShowWidget,
    settle: Settle,
    language: Language,
    period: Period,
    days_later: int,
    named: int,
) -> None:
    """With a date before the times, "Time" was above the date."""
    pane = CallsPane(make_context(language=language))
    pane.resize(1000, 600)
    show(pane)
    backend.clock.turn(days_later * 86_400_000)
    pane.filters.time.choose(period.value)
    settle()
    rtl = language is Language.ARABIC
    head, rows = paint_on_white(pane.columns), paint_on_white(pane.list.viewport())
    width = pane.list.viewport().width()
    for place, title, _side in pane.columns.columns(width)[:named]:
        offset = pane.columns.width() - width if rtl else 0
        above = mirror(QRect(place.left(), 0, place.width(), HEADER - 2), QRect(0, 0, width, HEADER), rtl=rtl)
        below = mirror(QRect(place.left(), 3, place.width(), LOG_ROW - 6), QRect(0, 0, width, LOG_ROW), rtl=rtl)
        edge = 1 if rtl else 0
        found = find_ink(head, above.translated(QPoint(offset, 0)))[edge] - offset
        assert abs(found - find_ink(rows, below)[edge]) <= _SIDE_BEARING, title


@pytest.mark.parametrize("language", list(Language))
def test_the_longest_name_of_a_month_fits(make_context: MakeContext, language: Language) -> None:
    context = make_context(language=language)
    painter = LogPainter(context.theme)
    painter.days = True
    make = LogRowFactory(context.formats, CallWords(context.formats))
    metrics = QFontMetrics(context.theme.font(Type.SMALL))
    for month in range(1, 13):
        at = moment(28, 12, 0, month=month)
        call = Call(1, at, 1, 1, "Till 1", "127.0.0.1", "GET", "/v1/orders", 200, 900, 0, 10)
        (row,) = make.make_rows((call,), at + 200 * 86_400_000)
        assert metrics.horizontalAdvance(row.day) <= painter.column_rects(1000).day.width(), row.day
