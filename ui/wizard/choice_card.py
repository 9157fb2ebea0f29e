"""One answer among a few: a large card that is a real radio button."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QRadioButton, QSizePolicy

from ui.theme import Radius, Theme, Tone, Type
from ui.theme.metrics import CHOICE_CARD
from ui.widgets.badge import HEIGHT, badge_width, paint_badge
from ui.widgets.focus.focus_ring import FocusRingMixin
from ui.widgets.painting import box, focus_ring, leading_alignment, mirror, runs_rtl
from ui.widgets.wrapped_text import begins_rtl, draw_wrapped

_HEIGHT, _TILE, _EDGE = CHOICE_CARD, 44, 20


class ChoiceCard(FocusRingMixin, QRadioButton):
    """Icon, title with an optional badge, one sentence, and the mark at the end. Emits `entered` on
    Enter.
    """

    entered = Signal()

    def __init__(self, theme: Theme, icon: str, title: str, text: str, badge: str = "") -> None:
        super().__init__(title)
        self._theme, self._icon, self._about, self._badge = theme, icon, text, badge
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # The style sheet's least height of radio buttons takes the place of a widget's own.
        self.setObjectName("choiceCard")
        self.setFixedHeight(_HEIGHT)
        self.toggled.connect(self.update)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(600, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, _HEIGHT)

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002 the whole card is the button
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.entered.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, t, rtl = self._theme, self._theme.tokens, runs_rtl(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box(painter, self.rect(), Radius.CARD, t.surface, t.border)
        if self.isChecked():
            focus_ring(painter, self.rect(), Radius.CARD, t.accent)
        if self.has_ring:
            painter.setPen(QPen(t.accent_text, 1, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4.5, 4.5, -4.5, -4.5), 7, 7)
        tint = theme.tint(Tone.ACCENT if self.isChecked() else Tone.NEUTRAL)
        tile = mirror(QRect(_EDGE, (_HEIGHT - _TILE) // 2, _TILE, _TILE), self.rect(), rtl=rtl)
        box(painter, tile, Radius.TILE, tint.tint, None)
        icon = theme.pixmap(self._icon, tint.text, 22, self.devicePixelRatioF())
        painter.drawPixmap(tile.left() + 11, tile.top() + 11, icon)
        self._paint_texts(painter, rtl=rtl)
        self._paint_mark(painter, rtl=rtl)

    def _paint_texts(self, painter: QPainter, *, rtl: bool) -> None:
        theme, left = self._theme, _EDGE + _TILE + 16
        width = self.width() - left - 72
        heading = theme.font(Type.HEADING)
        painter.setFont(heading)
        painter.setPen(theme.tokens.text)
        body = QFontMetrics(theme.font(Type.BODY))
        lines = 1 if body.horizontalAdvance(self._about) <= width else 2
        upper = QRect(left, 20 if lines == 1 else 11, width, 22)
        painter.drawText(mirror(upper, self.rect(), rtl=rtl), int(leading_alignment(rtl=rtl)), self.text())
        if self._badge:
            used = QFontMetrics(heading).horizontalAdvance(self.text()) + 12
            metrics = QFontMetrics(theme.font(Type.CAPTION))
            place = QRect(left + used, upper.top() + 1, badge_width(metrics, self._badge, dot=False), HEIGHT)
            place = mirror(place, self.rect(), rtl=rtl)
            paint_badge(painter, theme, place, self._badge, Tone.ACCENT, dot=False, rtl=rtl)
        painter.setFont(theme.font(Type.BODY))
        painter.setPen(theme.tokens.text2)
        lower = QRect(left, upper.top() + 24, width, 20 if lines == 1 else 2 * body.lineSpacing() + 2)
        place = mirror(lower, self.rect(), rtl=rtl)
        if begins_rtl(self._about):
            draw_wrapped(painter, QRectF(place), leading_alignment(rtl=rtl), self._about)
        else:
            flags = int(leading_alignment(rtl=rtl)) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(place, flags, self._about)

    def _paint_mark(self, painter: QPainter, *, rtl: bool) -> None:
        t = self._theme.tokens
        centre = QPointF(31 if rtl else self.width() - 31, _HEIGHT / 2)
        painter.setBrush(t.surface)
        painter.setPen(QPen(t.accent, 6) if self.isChecked() else QPen(t.border_strong, 1.5))
        painter.drawEllipse(centre, 7 if self.isChecked() else 9, 7 if self.isChecked() else 9)
