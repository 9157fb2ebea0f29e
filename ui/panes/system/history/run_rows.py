"""The list of runs: time, result, counts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtGui import QPainter

from service.domain.pull.pulls import Run, RunState
from service.domain.sentences import EMPTY
from service.domain.times import Millis
from ui.i18n import translate_sentence
from ui.panes.system.history.run_note import impact_text
from ui.panes.system.pull.pull_words import run_tone, run_word
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import RowPainter
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.painting import mirror

translate = QCoreApplication.translate
RUN_ROW = 60
_EDGE = 20


class RunRows(RowPainter):
    """Day and time over counts, a badge at the end."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, RUN_ROW)
        self._context = context

    def paint_row(self, painter: QPainter, rect: QRect, row: Run, *, rtl: bool) -> None:
        tokens = self.theme.tokens
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        painter.setFont(self.theme.font(Type.CAPTION))
        word = run_word(row)
        width = badge_width(painter.fontMetrics(), word, dot=False)
        badge = QRect(inner.right() - width + 1, inner.top() + 11, width, HEIGHT)
        paint_badge(painter, self.theme, mirror(badge, rect, rtl=rtl), word, run_tone(row), dot=False, rtl=rtl)
        upper = mirror(QRect(inner.left(), inner.top() + 10, inner.width() - width - 10, 21), rect, rtl=rtl)
        lower = mirror(QRect(inner.left(), inner.top() + 31, inner.width(), 19), rect, rtl=rtl)
        when = self._context.formats.day_time(row.at, self._context.now())
        self.text(painter, upper, when, Type.MEDIUM, tokens.text, end=False, rtl=rtl)
        self.text(painter, lower, self.describe(row), Type.SMALL, tokens.text2, end=False, rtl=rtl)

    def describe(self, run: Run) -> str:
        """`1,243 saved, 2 rejected · by hand`, or why it ended."""
        if run.state is RunState.FAILED:
            return translate_sentence(run.fault or EMPTY)
        formats = self._context.formats
        if run.state is RunState.NEEDS_APPROVAL and run.held:
            return impact_text(run.held, formats)
        parts = [translate("RunRows", "The same file as before")] if run.state is RunState.UNCHANGED else []
        if run.counts.saved:
            saved = translate("RunRows", "%1 saved, %2 rejected").replace("%1", formats.count(run.counts.saved))
            parts.append(saved.replace("%2", formats.count(run.counts.rejected)))
        if run.by_hand:
            parts.append(translate("RunRows", "by hand"))
        return " · ".join(parts)

    def accessible_text(self, run: Run, now: Millis) -> str:
        """The whole row for screen readers."""
        return ", ".join((self._context.formats.day_time(run.at, now), run_word(run), self.describe(run)))
