"""The parts of sections: a row with its explanation and control, and a card of such rows."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ui.theme import Radius, Theme, Type
from ui.theme.metrics import NAV_HEIGHT
from ui.widgets import Card, Hairline, Ink, Label
from ui.widgets.focus.enter_press import EnterPressMixin
from ui.widgets.focus.focus_ring import FocusRingMixin
from ui.widgets.painting import box, focus_ring, leading_alignment, mirror, runs_rtl


class SettingRow(QWidget):
    """Name and one sentence at the beginning, the control at the end."""

    def __init__(self, theme: Theme, name: str, text: str, control: QWidget | QHBoxLayout) -> None:
        super().__init__()
        self.name = Label(theme, name, Type.MEDIUM)
        self.text = Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self.name)
        texts.addWidget(self.text)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 4, 0, 4)
        line.setSpacing(24)
        line.addLayout(texts, 1)
        self.text.setVisible(bool(text))
        if isinstance(control, QWidget):
            if not control.accessibleName():
                control.setAccessibleName(name)
            line.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        else:
            line.addLayout(control)

    def show_text(self, text: str) -> None:
        """Shows another sentence."""
        self.text.setText(text)
        self.text.setVisible(bool(text))


class RowsCard(Card):
    """A card whose rows have hairlines between them."""

    def __init__(self, theme: Theme, title: str, *rows: QWidget) -> None:
        super().__init__(theme, title)
        for number, row in enumerate(rows):
            if number:
                self.body.addWidget(Hairline(theme))
            self.body.addWidget(row)


class SectionButton(EnterPressMixin, FocusRingMixin, QPushButton):
    """One section at the side."""

    def __init__(self, theme: Theme, icon: str, text: str) -> None:
        super().__init__(text)
        self._theme, self._icon = theme, icon
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFont(theme.font(Type.MEDIUM))
        self.setFixedHeight(NAV_HEIGHT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens, rtl = self._theme.tokens, runs_rtl(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = self.isChecked()
        if chosen or self.underMouse():
            box(painter, self.rect(), Radius.CONTROL, tokens.nav_active if chosen else tokens.hover, None)
        colour = tokens.nav_icon if chosen else tokens.text2
        spot = mirror(QRect(10, 9, 16, 16), self.rect(), rtl=rtl)
        painter.drawPixmap(spot.topLeft(), self._theme.pixmap(self._icon, colour, 16, self.devicePixelRatioF()))
        painter.setFont(self._theme.font(Type.STRONG if chosen else Type.MEDIUM))
        painter.setPen(tokens.text if chosen else tokens.text2)
        place = mirror(QRect(36, 0, self.width() - 40, self.height()), self.rect(), rtl=rtl)
        painter.drawText(place, int(leading_alignment(rtl=rtl)), self.text())
        if self.has_ring:
            focus_ring(painter, self.rect(), Radius.CONTROL, tokens.accent_text)
