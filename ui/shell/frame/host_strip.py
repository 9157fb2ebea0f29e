"""The strip below a pane that says that the service does not run."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from ui.backend.host_port import HostState, HostStatus
from ui.i18n import translate_sentence
from ui.theme import Theme, Type
from ui.widgets.card import set_margins
from ui.widgets.label import IconLabel, Label
from ui.widgets.painting import Ink


class HostStrip(QFrame):
    """At the end of the window, so that nothing above it moves when it comes or goes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.title = Label(theme, self.tr("This may be out of date"), Type.SMALL_STRONG, Ink.BAD)
        self.reason = Label(theme, "", Type.SMALL_MEDIUM, wrap=True)
        line = QHBoxLayout(self)
        set_margins(line, theme, 24, 8, 16, 8)
        line.setSpacing(9)
        line.addWidget(IconLabel(theme, "circle-alert", 16, Ink.BAD))
        line.addWidget(self.title)
        line.addWidget(self.reason, 1)
        self.hide()

    def show_status(self, status: HostStatus, *, has_content: bool) -> None:
        """Shows why there is no service, below a pane that has content from before."""
        text = translate_sentence(status.reason) or self.tr("The service is not running.")
        self.reason.setText(text)
        self.setAccessibleName(f"{self.title.text()}. {text}")
        self.setVisible(has_content and status.state is HostState.STOPPED)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(self.rect(), self._theme.tokens.bad.tint)
