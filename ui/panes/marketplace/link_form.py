"""Links a shop: asks for the marketplace's address and a key, and checks them before anything is
stored.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit

from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Card, FormRow, Ink, Kind, Label, row, text_field


class LinkForm(Card):
    """Three steps: address and key, the check, and then the rehearsal, which the pane displays."""

    def __init__(self, context: PaneContext, connect: Callable[[str, str], None]) -> None:
        super().__init__(context.theme)
        self._connect = connect
        theme = context.theme
        self.address = text_field(theme, "", "https://", code=True)
        self.key = text_field(theme, "", "", code=True)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.address_row = FormRow(theme, self.tr("Address of the marketplace"), self.address)
        self.key_row = FormRow(
            theme, self.tr("API key"), self.key, self.tr("Make it on the marketplace's website. It stays secret.")
        )
        self.button = Button(theme, self.tr("Check and link"), Kind.PRIMARY)
        self.button.clicked.connect(self._ask)
        self.body.setSpacing(14)
        self.body.addWidget(Label(theme, self.tr("Link this shop to a marketplace"), Type.HEADING))
        words = self.tr(
            "Its orders come down to this PC, your stock and prices go up. The marketplace is asked first; "
            "nothing is sent before you have seen what would change there and approved it."
        )
        self.body.addWidget(Label(theme, words, Type.BODY, Ink.TEXT2, wrap=True))
        self.body.addWidget(self.address_row)
        self.body.addWidget(self.key_row)
        self.body.addLayout(row(self.button, None))

    def show_fault(self, text: str) -> None:
        """Shows why the shop is not linked; the form can be sent again."""
        self.button.setEnabled(True)
        self.key_row.show_fault(text)

    def _ask(self) -> None:
        self.button.setEnabled(False)
        self.key_row.show_fault("")
        self._connect(self.address.text(), self.key.text())
