"""The way to the record of changes."""

from __future__ import annotations

from collections.abc import Callable

from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Card, Ink, Label, column, row, set_margins


class AuditCard(Card):
    """What the record is for, and a button that opens it."""

    def __init__(self, context: PaneContext, open_record: Callable[[], None]) -> None:
        super().__init__(context.theme, padding=0)
        title = self.tr("Record of changes")
        text = self.tr("Who made or revoked a key, changed a target or opened the network, and when.")
        self.setAccessibleName(title)
        self.open = Button(context.theme, self.tr("Open the record"), icon="history")
        self.open.clicked.connect(open_record)
        texts = column(
            Label(context.theme, title, Type.HEADING),
            Label(context.theme, text, Type.SMALL, Ink.TEXT2, wrap=True),
            spacing=2,
        )
        line = row()
        line.addLayout(texts, 1)
        line.addWidget(self.open)
        set_margins(self.body, context.theme, 20, 13, 20, 13)
        self.body.addLayout(line)
