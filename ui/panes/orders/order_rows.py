"""One order in the list: reference over car, money over the time left or the status."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from service.domain.marketplace.orders import ACCEPT_WINDOW, ListedOrder, Status
from service.domain.times import Millis
from ui.i18n.vehicle_text import vehicle_text
from ui.panes.orders.order_words import TONES, status_words
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Type
from ui.theme.metrics import ORDER_ROW
from ui.widgets import RowPainter, countdown_tone
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.painting import mirror

_EDGE, _RING, _STROKE, _DOT = 20, 14, 2.5, 7
_FULL = 360 * 16


class OrderRows(RowPainter):
    """Paints the rows; `now` is the moment of the countdowns."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context.theme, ORDER_ROW)
        self._context, self._words = context, status_words()
        self.now = context.now()

    def paint_row(self, painter: QPainter, rect: QRect, row: ListedOrder, *, rtl: bool) -> None:
        tokens, formats = self.theme.tokens, self._context.formats
        inner = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        middle = rect.center().y()
        upper = QRect(inner.left(), middle - 20, inner.width(), 20)
        lower = QRect(inner.left(), middle + 2, inner.width(), 20)
        used = self.text(painter, upper, formats.money(row.items_fils), Type.STRONG, tokens.text, end=True, rtl=rtl)
        rest = mirror(upper.adjusted(0, 0, -used - 8, 0), upper, rtl=rtl)
        taken = self.text(painter, rest, formats.ltr(row.reference), Type.STRONG, tokens.text, end=False, rtl=rtl)
        if not row.seen:
            self._dot(painter, mirror(QRect(upper.left() + taken + 8, upper.top(), _DOT, 20), inner, rtl=rtl))
        used = self._state(painter, lower, row, rtl=rtl)
        rest = mirror(lower.adjusted(0, 0, -used - 8, 0), lower, rtl=rtl)
        about = " · ".join(filter(None, (vehicle_text(row.vehicle), formats.parts(row.parts))))
        self.text(painter, rest, about, Type.SMALL, tokens.text2, end=False, rtl=rtl)

    def _state(self, painter: QPainter, rect: QRect, row: ListedOrder, *, rtl: bool) -> int:
        if row.status is Status.PLACED and row.accept_by is not None:
            return self._countdown(painter, rect, row.accept_by - self.now, rtl=rtl)
        painter.setFont(self.theme.font(Type.CAPTION))
        text = self._words[row.status]
        width = badge_width(painter.fontMetrics(), text, dot=False)
        place = mirror(QRect(rect.right() - width + 1, rect.top(), width, HEIGHT), rect, rtl=rtl)
        paint_badge(painter, self.theme, place, text, TONES[row.status], dot=False, rtl=rtl)
        return width

    def _countdown(self, painter: QPainter, rect: QRect, left: Millis, *, rtl: bool) -> int:
        tint = self.theme.tint(countdown_tone(left))
        digits = self._context.formats.countdown(left)
        used = self.text(painter, rect, digits, Type.SMALL_STRONG, tint.text, end=True, rtl=rtl)
        place = QRect(rect.right() - used - 6 - _RING, rect.top() + (20 - _RING) // 2, _RING, _RING)
        paint_small_ring(painter, self.theme, QRectF(mirror(place, rect, rtl=rtl)), left, rtl=rtl)
        return used + 6 + _RING

    def _dot(self, painter: QPainter, rect: QRect) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.tokens.accent_text)
        painter.drawEllipse(QPointF(rect.center()) + QPointF(0.5, 0.5), _DOT / 2, _DOT / 2)


def paint_small_ring(painter: QPainter, theme: Theme, rect: QRectF, left: Millis, *, rtl: bool) -> None:
    """Paints the share of the 30 minutes that is left as a ring next to its digits; `rtl` turns its
    direction.
    """
    share = min(1.0, max(0.0, left / ACCEPT_WINDOW))
    ring = rect.adjusted(_STROKE / 2, _STROKE / 2, -_STROKE / 2, -_STROKE / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.tokens.border_strong, _STROKE))
    painter.drawEllipse(ring)
    painter.setPen(QPen(theme.tint(countdown_tone(left)).text, _STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawArc(ring, 90 * 16, round((1 if rtl else -1) * share * _FULL))
