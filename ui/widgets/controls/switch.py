"""A switch: a check box with another look."""

from __future__ import annotations

from PySide6.QtCore import Property, QEasingCurve, QPoint, QPropertyAnimation, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QWidget

from ui.theme import Theme
from ui.theme.theme import SHORT_MS
from ui.widgets.controls.change_control import ChangeControlMixin
from ui.widgets.keyboard_focus import FocusRingMixin
from ui.widgets.painting import box, focus_ring, runs_rtl

_WIDTH, _HEIGHT, _KNOB = 36, 20, 16


class Switch(ChangeControlMixin, FocusRingMixin, QCheckBox):
    """Changes at once: disabled where nothing can be changed. `name` is for screen readers."""

    def __init__(self, theme: Theme, name: str, *, on: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._place = 1.0 if on else 0.0
        self.setChecked(on)
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(self.sizeHint())
        self._slide = QPropertyAnimation(self, b"place", self)
        self._slide.setDuration(SHORT_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.toggled.connect(self._move)
        theme.changed.connect(self.update)
        self.follow_read_only(theme)

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH + 4, 32)

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def show_state(self, on: bool) -> None:
        """Sets a state that came from the service, without a new request."""
        self.blockSignals(True)
        self.setChecked(on)
        self.blockSignals(False)
        self._move(on)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(2, (self.height() - _HEIGHT) / 2, _WIDTH, _HEIGHT)
        fill = tokens.accent if self.isChecked() else tokens.border_strong
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        box(painter, track, _HEIGHT / 2, fill, None)
        travel = (1.0 - self._place) if runs_rtl(self) else self._place
        x = track.left() + 2 + travel * (_WIDTH - _KNOB - 4)
        knob = tokens.on_accent if self.isChecked() else tokens.segment_on if not tokens.dark else tokens.text
        box(painter, QRectF(x, track.top() + 2, _KNOB, _KNOB), _KNOB / 2, knob, None)
        if self.has_ring:
            focus_ring(painter, track.adjusted(-2, -2, 2, 2), _HEIGHT / 2 + 2, tokens.accent_text)

    def _move(self, on: bool) -> None:
        if self._theme.motion and self.isVisible():
            self._slide.stop()
            self._slide.setStartValue(self._place)
            self._slide.setEndValue(1.0 if on else 0.0)
            self._slide.start()
        else:
            self._set_place(1.0 if on else 0.0)

    def _get_place(self) -> float:
        return self._place

    def _set_place(self, place: float) -> None:
        self._place = place
        self.update()

    place = Property(float, _get_place, _set_place)
