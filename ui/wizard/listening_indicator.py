"""A disc that pulses while the wizard waits for a call, and has a tick after it."""

from __future__ import annotations

from PySide6.QtCore import Property, QEasingCurve, QPropertyAnimation, QRectF, Qt
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.theme import Theme, Tone

_DISC, _INSET, _ICON, _PULSE_MS = 56, 6, 24, 1800


class ListeningIndicator(QWidget):
    """Does not move if the system asks for reduced motion."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._spread, self.heard = theme, 0.0, False
        self.setFixedSize(_DISC, _DISC)
        self._pulse = QPropertyAnimation(self, b"spread", self)
        self._pulse.setDuration(_PULSE_MS)
        self._pulse.setStartValue(0.0)
        self._pulse.setEndValue(1.0)
        self._pulse.setLoopCount(-1)
        self._pulse.setEasingCurve(QEasingCurve.Type.OutCubic)
        theme.changed.connect(self.update)

    def start_listening(self) -> None:
        """Shows that it waits."""
        self.heard = False
        if self._theme.motion:
            self._pulse.start()
        self.update()

    def mark_heard(self) -> None:
        """Shows that a call has come."""
        self.heard = True
        self._pulse.stop()
        self._set_spread(0.0)

    def hideEvent(self, event: QHideEvent) -> None:
        self._pulse.stop()
        super().hideEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tint = self._theme.tint(Tone.GOOD if self.heard else Tone.ACCENT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole, inset = QRectF(self.rect()), _INSET * (1 - self._spread)
        halo = QColor(tint.line)
        halo.setAlphaF(0.6 * (1.0 - self._spread))
        painter.setBrush(halo)
        painter.drawEllipse(whole.adjusted(inset, inset, -inset, -inset))
        painter.setBrush(tint.tint)
        painter.drawEllipse(whole.adjusted(_INSET, _INSET, -_INSET, -_INSET))
        icon = self._theme.pixmap("check" if self.heard else "radio", tint.text, _ICON, self.devicePixelRatioF())
        at = (_DISC - _ICON) // 2
        painter.drawPixmap(at, at, icon)

    def _get_spread(self) -> float:
        return self._spread

    def _set_spread(self, spread: float) -> None:
        self._spread = spread
        self.update()

    spread = Property(float, _get_spread, _set_spread)
