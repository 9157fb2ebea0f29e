"""A quiet background inside a card."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame

from ui.theme import Radius, Theme


class SunkenFrame(QFrame):
    """Fills its space with the sunken tone and a hairline; `foot` follows the round corners of the
    card.
    """

    def __init__(self, theme: Theme, *, foot: bool = False) -> None:
        super().__init__()
        self._theme, self._foot = theme, foot
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if not self._foot:
            painter.fillRect(area, self._theme.tokens.sunken)
            painter.fillRect(area.adjusted(0, area.height() - 1, 0, 0), self._theme.tokens.border)
            return
        round_all, upper = QPainterPath(), QPainterPath()
        round_all.addRoundedRect(area, Radius.CARD - 1, Radius.CARD - 1)
        upper.addRect(area.adjusted(0, 0, 0, -int(Radius.CARD)))
        painter.fillPath(round_all.united(upper), self._theme.tokens.sunken)
