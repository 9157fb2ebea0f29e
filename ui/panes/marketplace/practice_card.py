"""The practice marketplace: where it is begun, and that it is one."""

from __future__ import annotations

from collections.abc import Callable

from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Button, Card, Ink, Label, Tile, row
from ui.widgets.card import column


class PracticeCard(Card):
    """In Staging a button; in a live shop the way there. `begin` starts the practice."""

    def __init__(self, context: PaneContext, begin: Callable[[], None]) -> None:
        super().__init__(context.theme)
        theme, staging = context.theme, context.shop.staging
        self.button = Button(theme, self.tr("Try it with the practice marketplace"), changes=True)
        self.button.clicked.connect(begin)
        self.button.setVisible(staging)
        words = self.tr("It places orders, answers slowly, goes away and comes back. Nothing leaves this computer.")
        there = self.tr("Switch to Staging at the top. Your live shop never meets the practice marketplace.")
        title = Label(theme, self.tr("Practise without an account"), Type.HEADING)
        texts = column(title, Label(theme, words if staging else there, Type.BODY, Ink.TEXT2, wrap=True), spacing=3)
        head = row(Tile(theme, "flask-conical", Tone.STAGING, 44, icon_size=22), spacing=14)
        head.addLayout(texts, 1)
        head.addWidget(self.button)
        self.body.addLayout(head)
