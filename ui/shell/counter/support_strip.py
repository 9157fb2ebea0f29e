"""The strip under the top bar that says that nothing can be changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from ui.theme import Theme, Type
from ui.widgets.card import set_margins
from ui.widgets.controls.button import Button
from ui.widgets.label import IconLabel, Label


class SupportStrip(QFrame):
    """Has a button to leave the support view."""

    def __init__(self, theme: Theme, on_leave: Callable[[], None]) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("support")
        title = Label(theme, self.tr("Support view"), Type.SMALL_STRONG)
        text = Label(theme, self.tr("Everything can be looked at, nothing can be changed."), Type.SMALL_MEDIUM)
        self.setAccessibleName(f"{title.text()}. {text.text()}")
        self.leave = Button(theme, self.tr("Leave…"))
        self.leave.setAccessibleName(self.tr("Leave the support view"))
        self.leave.clicked.connect(on_leave)
        line = QHBoxLayout(self)
        set_margins(line, theme, 24, 5, 16, 5)
        line.setSpacing(9)
        line.addWidget(IconLabel(theme, "eye", 16))
        line.addWidget(title)
        line.addWidget(text)
        line.addStretch(1)
        line.addWidget(self.leave)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(self.rect(), self._theme.tokens.accent_tint)
