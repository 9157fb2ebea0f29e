"""The list of runs: when, how it ended, what it did."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtGui import QPainter

from service.domain.pulls import RunState
from service.domain.times import Millis
from ui.backend.pulls import PullRun
from ui.i18n import told
from ui.panes.system.run_note import difference_text
from ui.panes.system.words import run_tone, run_word
from ui.shell.desk import Desk
from ui.theme import Type
from ui.widgets import RowPainter
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.ink import mirrored

translate = QCoreApplication.translate
RUN_ROW = 60
_EDGE = 20


class RunRows(RowPainter):
    """Day and time over counts, a badge at the end."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, RUN_ROW)
        self._desk = desk

    def paint_row(self, painter: QPainter, rect: QRect, row: PullRun, *, rtl: bool) -> None:
        tokens = self.theme.tokens
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        painter.setFont(self.theme.font(Type.CAPTION))
        word = run_word(row)
        width = badge_width(painter.fontMetrics(), word, dot=False)
        badge = QRect(inner.right() - width + 1, inner.top() + 11, width, HEIGHT)
        paint_badge(painter, self.theme, mirrored(badge, rect, rtl=rtl), word, run_tone(row), dot=False, rtl=rtl)
        upper = mirrored(QRect(inner.left(), inner.top() + 10, inner.width() - width - 10, 21), rect, rtl=rtl)
        lower = mirrored(QRect(inner.left(), inner.top() + 31, inner.width(), 19), rect, rtl=rtl)
        when = self._desk.formats.day_time(row.at, self._desk.now())
        self.text(painter, upper, when, Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        self.text(painter, lower, self.said(row), Type.SMALL, tokens.text2, end=False, rtl=rtl)

    def said(self, run: PullRun) -> str:
        """`1,243 saved, 2 rejected · by hand`, or why it ended."""
        if run.state is RunState.FAILED:
            return told(run.fault)
        formats = self._desk.formats
        if run.state is RunState.NEEDS_APPROVAL and run.held:
            return difference_text(run.held, formats)
        parts = [translate("RunRows", "The same file as before")] if run.state is RunState.UNCHANGED else []
        if run.saved:
            saved = translate("RunRows", "%1 saved, %2 rejected").replace("%1", formats.count(run.saved))
            parts.append(saved.replace("%2", formats.count(run.rejected)))
        if run.by_hand:
            parts.append(translate("RunRows", "by hand"))
        return " · ".join(parts)

    def sentence(self, run: PullRun, now: Millis) -> str:
        """All of it for screen readers."""
        return ", ".join((self._desk.formats.day_time(run.at, now), run_word(run), self.said(run)))
