"""F1: every key that works in the window."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from ui.i18n import ltr
from ui.shell.frame.key_bindings import key_bindings
from ui.theme import Theme, Type
from ui.widgets.controls.fields import KeyCap
from ui.widgets.dialogs.dialog import Dialog
from ui.widgets.label import Label
from ui.widgets.painting import Ink


class KeyHelp(Dialog):
    """Keys in two columns."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, self.tr("Keys"), icon="terminal", width=640)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(7)
        lines = key_bindings()
        half = (len(lines) + 1) // 2
        for at, line in enumerate(lines):
            across = 2 * (at // half)
            grid.addWidget(KeyCap(theme, ltr(line.keys.replace("+", " "))), at % half, across)
            grid.addWidget(Label(theme, line.text, Type.SMALL, Ink.TEXT2, wrap=True), at % half, across + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        self.body.addLayout(grid)
        self.buttons(self.main_button(self.tr("Close"), self.accept))
