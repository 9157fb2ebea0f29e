"""What the pane shows before the first part, and when a search finds none."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ui.shell.desk import Desk, PaneKey
from ui.widgets import Button, Card, EmptyState, Ink, Kind, Label, column, row


class NoParts(Card):
    """In staging one click fills it with a sample; in the live shop the ways to send parts."""

    def __init__(self, desk: Desk, fill: Callable[[], None]) -> None:
        super().__init__(desk.theme)
        if desk.staging:
            title = self.tr("No test parts yet")
            text = self.tr("Fill staging with a sample shop to try everything out. Your real stock stays as it is.")
            self.main = Button(
                desk.theme, self.tr("Fill staging with a sample"), Kind.PRIMARY, icon="package", main=True
            )
            self.main.clicked.connect(fill)
            script = "counterpart sample"
        else:
            title = self.tr("No parts yet")
            text = self.tr("Send them from your till or accounts program, or let us read a price list that it saves.")
            self.main = Button(desk.theme, self.tr("Load a file"), Kind.PRIMARY, icon="upload", main=True)
            self.main.clicked.connect(lambda: desk.go(PaneKey.SYSTEM, "pull"))
            script = ""
        other = Button(desk.theme, self.tr("Make a key for your till"), icon="key", main=True)
        other.clicked.connect(lambda: desk.go(PaneKey.SYSTEM, "new-key"))
        buttons: tuple[QWidget, ...] = (self.main, other)
        label = self.tr("From a script:")
        self.body.addWidget(EmptyState(desk.theme, "package", title, text, *buttons, script_label=label, script=script))


class NoFit(QWidget):
    """No part fits the search or view."""

    def __init__(self, desk: Desk, clear: Callable[[], None]) -> None:
        super().__init__()
        text = Label(desk.theme, self.tr("No part fits this search."), wrap=True)
        text.set_ink(Ink.TEXT2)
        self.clear = Button(desk.theme, self.tr("Show all parts"))
        self.clear.clicked.connect(clear)
        self.setLayout(column(text, row(self.clear, None), None, spacing=12))
        self.setContentsMargins(20, 16, 20, 16)
