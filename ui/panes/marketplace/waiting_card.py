"""Actions that wait for the marketplace; the owner can take one back that was not sent yet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.marketplace.orders import Action
from ui.backend.marketplace_port import WaitingLine
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Card, ElidedLabel, Ink, Kind, Label, clear_layout, row


class WaitingCard(Card):
    """One row for each action; `withdraw` is called with its id."""

    def __init__(self, context: PaneContext, withdraw: Callable[[int], None]) -> None:
        super().__init__(context.theme)
        self._context, self._withdraw = context, withdraw
        self.buttons: list[Button] = []
        self._layout = QVBoxLayout()
        self._layout.setSpacing(10)
        self.body.addWidget(Label(context.theme, self.tr("Waiting for the marketplace"), Type.HEADING))
        self.body.addLayout(self._layout)
        self.hide()

    def show_lines(self, lines: tuple[WaitingLine, ...]) -> None:
        """Other lines; none hides the card."""
        self.setVisible(bool(lines))
        clear_layout(self._layout)
        self.buttons = []
        for line in lines:
            self._layout.addWidget(self._row(line))

    def _row(self, line: WaitingLine) -> QWidget:
        theme, formats = self._context.theme, self._context.formats
        since = self.tr("since %1").replace("%1", formats.day_time(line.since, self._context.now()))
        words = f"{self._action_name(line.action)} · {since}"
        one = QWidget()
        parts = row(ElidedLabel(theme, line.reference, Type.MONO), Label(theme, words, Type.BODY, Ink.TEXT2), None)
        if line.can_withdraw:
            button = Button(theme, self.tr("Withdraw"), Kind.GHOST, changes=True)
            button.setAccessibleName(self.tr("Withdraw %1").replace("%1", line.reference))
            button.clicked.connect(lambda: self._withdraw(line.id))
            self.buttons.append(button)
            parts.addWidget(button)
        one.setLayout(parts)
        return one

    def _action_name(self, action: Action) -> str:
        names = {
            Action.ACCEPT: self.tr("Accept"),
            Action.REJECT: self.tr("Reject"),
            Action.CONFIRM_FITMENT: self.tr("Confirm fit"),
            Action.READY: self.tr("Ready"),
            Action.DISPATCHED: self.tr("Dispatched"),
            Action.DELIVERED: self.tr("Delivered"),
        }
        return names[action]
