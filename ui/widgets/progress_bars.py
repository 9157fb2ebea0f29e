"""Bars and rings for time that runs out, space that is taken and work that goes on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QProgressBar, QWidget

from service.domain.marketplace.orders import ACCEPT_WINDOW
from service.domain.times import MINUTE, Millis
from ui.backend.progress import Progress
from ui.i18n import Formats
from ui.theme import Theme, Tone, Type
from ui.widgets.card import column, fill, row
from ui.widgets.controls.button import Button, Kind
from ui.widgets.label import ElidedLabel
from ui.widgets.painting import Ink, box, runs_rtl

RING = 44
_URGENT, _SOON = 5 * MINUTE, 10 * MINUTE
_STROKE = 3.0
_FULL = 360 * 16


def countdown_tone(left: Millis) -> Tone:
    """Blue, under 10 minutes orange, under 5 red."""
    if left < _URGENT:
        return Tone.BAD
    return Tone.WARN if left < _SOON else Tone.ACCENT


def countdown_ink(left: Millis) -> Ink:
    """The text role for it."""
    return {Tone.BAD: Ink.BAD, Tone.WARN: Ink.WARN}.get(countdown_tone(left), Ink.ACCENT)


def paint_ring(painter: QPainter, theme: Theme, rect: QRectF, left: Millis, text: str, *, rtl: bool) -> None:
    """Paints the ring with its digits; delegates use it too. `rtl` turns its direction."""
    tokens = theme.tokens
    tone = countdown_tone(left)
    tint = theme.tint(tone)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inset = _STROKE / 2
    ring = rect.adjusted(inset, inset, -inset, -inset)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(tokens.press if not tokens.dark else tokens.border, _STROKE))
    painter.drawEllipse(ring)
    share = min(1.0, max(0.0, left / ACCEPT_WINDOW))
    stroke: QColor = tint.fill
    painter.setPen(QPen(stroke, _STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawArc(ring, 90 * 16, round((1 if rtl else -1) * share * _FULL))
    painter.setFont(theme.font(Type.SMALL_STRONG, tabular=True))
    if len(text.strip("\u2066\u2069")) > 4:
        font = theme.font(Type.SMALL_STRONG, tabular=True)
        font.setPixelSize(12)
        painter.setFont(font)
    painter.setPen(tokens.text if tone is Tone.ACCENT else tint.text)
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), text)
    painter.restore()


class CountdownBar(QProgressBar):
    """The share of the 30 minutes that is left; its value is seconds, for screen readers."""

    def __init__(self, theme: Theme, formats: Formats, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._formats = theme, formats
        self._left: Millis = 0
        self.setAccessibleName(name)
        self.setRange(0, ACCEPT_WINDOW // 1000)
        self.setTextVisible(False)
        self.setFixedHeight(4)
        theme.changed.connect(self.update)

    def show_left(self, left: Millis) -> None:
        self._left = left
        self.setValue(max(0, min(self.maximum(), left // 1000)))
        self.setAccessibleDescription(self._formats.countdown(left))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        share = self.value() / max(1, self.maximum())
        paint_bar(self, self._theme, share, self._theme.tint(countdown_tone(self._left)).fill)


class Meter(QProgressBar):
    """A share of a whole, in a tone."""

    def __init__(self, theme: Theme, name: str, tone: Tone = Tone.GOOD, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._tone = theme, tone
        self.setAccessibleName(name)
        self.setTextVisible(False)
        self.setFixedHeight(4)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        span = max(1, self.maximum() - self.minimum())
        tint = self._theme.tint(self._tone)
        fill = tint.text if self._theme.tokens.dark and self._tone is Tone.GOOD else tint.fill
        paint_bar(self, self._theme, (self.value() - self.minimum()) / span, fill)


def paint_bar(widget: QWidget, theme: Theme, share: float, fill: QColor) -> None:
    """Paints a rounded track, filled in reading direction."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    track = QRectF(widget.rect())
    radius = track.height() / 2
    box(painter, track, radius, theme.tokens.press if not theme.tokens.dark else theme.tokens.border, None)
    width = track.width() * min(1.0, max(0.0, share))
    if width > 0:
        left = track.right() - width if runs_rtl(widget) else track.left()
        box(painter, QRectF(left, track.top(), width, track.height()), radius, fill, None)


class WorkBar(QWidget):
    """A line of text, a bar, and "Stop"; hidden while no work runs."""

    def __init__(self, theme: Theme, formats: Formats, stop: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._formats = formats
        self._title = ""
        self._text = ElidedLabel(theme, "", Type.SMALL_MEDIUM, Ink.TEXT2)
        self._meter = Meter(theme, "", Tone.ACCENT)
        self.stop = Button(theme, self.tr("Stop"), Kind.GHOST, on_click=stop)
        left = column(self._text, self._meter, spacing=6)
        line = row(spacing=12)
        fill(line, (left, 1), self.stop)
        self.setLayout(line)
        self.hide()

    def begin(self, title: str) -> None:
        self._title = title
        self._meter.setAccessibleName(title)
        self.show_progress(Progress(0))
        self.show()

    def show_progress(self, progress: Progress) -> None:
        done = self._formats.count(progress.done)
        if progress.total:
            self._meter.setRange(0, progress.total)
            self._meter.setValue(min(progress.done, progress.total))
            of = self.tr("%1 of %2").replace("%1", done).replace("%2", self._formats.count(progress.total))
        else:
            self._meter.setRange(0, 1)
            self._meter.setValue(0)
            of = done if progress.done else ""
        self._text.setText(f"{self._title}  {of}".strip())

    def end(self) -> None:
        """Hides itself at the end of the work."""
        self.hide()
