"""Badges and status marks: tint and text of a tone, a dot if live, a shape with every colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ui.theme import Theme, Tone, Type
from ui.widgets.label import set_plain_tooltip
from ui.widgets.painting import box, elide, runs_rtl

HEIGHT = 20
_DOT = 6
_PAD = 8
_GAP = 6
_LEAST = 48
_CLIENT_FAULT, _SERVER_FAULT = 400, 500


def status_tone(status: int) -> Tone:
    if status >= _SERVER_FAULT:
        return Tone.BAD
    return Tone.WARN if status >= _CLIENT_FAULT else Tone.GOOD


def paint_mark(painter: QPainter, theme: Theme, centre: QPointF, tone: Tone, size: float = 7) -> None:
    """Paints a disc (good), triangle (warn), square (bad) or ring (neutral): tones by shape."""
    tint = theme.tint(tone)
    half = size / 2
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint.fill)
    if tone is Tone.WARN:
        top, base = centre.y() - half, centre.y() + half
        corners = [(centre.x(), top), (centre.x() + half + 0.5, base), (centre.x() - half - 0.5, base)]
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    elif tone in (Tone.BAD, Tone.STAGING):
        painter.drawRect(QRectF(centre.x() - half, centre.y() - half, size, size))
    else:
        painter.drawEllipse(centre, half, half)
    painter.restore()


def badge_width(metrics: QFontMetrics, text: str, *, dot: bool) -> int:
    """The width of a badge in pixels."""
    return metrics.horizontalAdvance(text) + 2 * _PAD + (_DOT + _GAP if dot else 0)


def paint_badge(painter: QPainter, theme: Theme, rect: QRect, text: str, tone: Tone, *, dot: bool, rtl: bool) -> None:
    """Paints a badge into `rect` (height 20); delegates use it too."""
    tint = theme.tint(tone)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box(painter, rect, rect.height() / 2, tint.tint, None)
    painter.setFont(theme.font(Type.CAPTION))
    inner = rect.adjusted(_PAD, 0, -_PAD, 0)
    if dot:
        x = inner.right() - _DOT / 2 + 1 if rtl else inner.left() + _DOT / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint.fill)
        painter.drawEllipse(QPointF(x, rect.center().y() + 0.5), _DOT / 2, _DOT / 2)
        inner = inner.adjusted(0, 0, -_DOT - _GAP, 0) if rtl else inner.adjusted(_DOT + _GAP, 0, 0, 0)
    painter.setPen(tint.text)
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.restore()


class Badge(QLabel):
    """A word or two in a tone. `shrinks`: it ends in "…", with a tool tip, where it has no room."""

    def __init__(
        self,
        theme: Theme,
        text: str,
        tone: Tone = Tone.NEUTRAL,
        *,
        dot: bool = False,
        shrinks: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._theme, self._tone, self._dot, self._shrinks = theme, tone, dot, shrinks
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font(Type.CAPTION))
        across = QSizePolicy.Policy.Maximum if shrinks else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @property
    def tone(self) -> Tone:
        return self._tone

    def show_state(self, text: str, tone: Tone, *, dot: bool = True) -> None:
        self._tone, self._dot = tone, dot
        self.setText(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(badge_width(self.fontMetrics(), self.text(), dot=self._dot), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, HEIGHT) if self._shrinks else self.sizeHint()

    def painted_text(self) -> str:
        # Compared as pixels: Qt cuts an Arabic text of exactly the width.
        if not self._shrinks or self.width() >= self.sizeHint().width():
            return self.text()
        room = self.width() - badge_width(self.fontMetrics(), "", dot=self._dot)
        return elide(self.fontMetrics(), self.text(), room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        set_plain_tooltip(self, "" if self.painted_text() == self.text() else self.text())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        rtl = runs_rtl(self)
        paint_badge(painter, self._theme, self.rect(), self.painted_text(), self._tone, dot=self._dot, rtl=rtl)


class Mark(QWidget):
    """A status mark alone: the dot before a state's name."""

    def __init__(self, theme: Theme, tone: Tone, size: int = 8) -> None:
        super().__init__()
        self._theme, self._tone, self._size = theme, tone, size
        self.setFixedSize(size + 2, size + 2)
        theme.changed.connect(self.update)

    def set_tone(self, tone: Tone) -> None:
        self._tone = tone
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_mark(QPainter(self), self._theme, QRectF(self.rect()).center(), self._tone, self._size)
