"""Linking a shop, steps 1 and 2: the address and the key, then what the marketplace answered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QWidget

from ui.backend.marketplace_port import FoundMarketplace
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, Card, FormRow, Ink, Kind, Label, row, text_field
from ui.widgets.card import column


class LinkForm(Card):
    """Asks for an address and a key; `check` and `connect` are called with both."""

    def __init__(
        self, context: PaneContext, check: Callable[[str, str], None], connect: Callable[[str, str], None]
    ) -> None:
        super().__init__(context.theme)
        self._context, self._check, self._connect = context, check, connect
        self._checked = ("", "")
        theme = context.theme
        self.address = text_field(theme, "", "https://", code=True)
        self.key = text_field(theme, "", "", code=True)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.address_row = FormRow(theme, self.tr("Address of the marketplace"), self.address)
        self.key_row = FormRow(
            theme, self.tr("API key"), self.key, self.tr("Make it on the marketplace's website. It stays secret.")
        )
        self.button = Button(theme, self.tr("Check"), Kind.PRIMARY, changes=True)
        self.button.clicked.connect(self._ask)
        self.link = Button(theme, self.tr("Link the shop"), Kind.PRIMARY, changes=True)
        self.link.clicked.connect(self._confirm)
        self.found = QWidget()
        self.found_text = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        title = Label(theme, self.tr("Step 2 of 3: the marketplace answers"), Type.STRONG)
        self.found.setLayout(column(title, self.found_text, spacing=4))
        for field in (self.address, self.key):
            field.textChanged.connect(self.hide_found)
        self.body.setSpacing(14)
        self.body.addWidget(Label(theme, self.tr("Link this shop to a marketplace"), Type.HEADING))
        words = self.tr(
            "Its orders come down to this PC, your stock and prices go up. The marketplace is asked first; "
            "nothing is sent before you have seen what would change there and approved it."
        )
        self.body.addWidget(Label(theme, words, Type.BODY, Ink.TEXT2, wrap=True))
        self.body.addWidget(Label(theme, self.tr("Step 1 of 3: address and key"), Type.STRONG))
        self.body.addWidget(self.address_row)
        self.body.addWidget(self.key_row)
        self.body.addLayout(row(self.button, None))
        self.body.addWidget(self.found)
        self.body.addLayout(row(self.link, None))
        self.hide_found()

    def show_found(self, marketplace: FoundMarketplace) -> None:
        """Step 2: what was understood of the marketplace; not if another one was typed since."""
        self.button.setEnabled(True)
        if self._entered() != self._checked:
            return
        formats = self._context.formats
        parts = [
            self.tr("%n placed order(s)", "", marketplace.orders),
            self.tr("%1 items").replace("%1", formats.count(marketplace.items)),
            self.tr("orders come at once") if marketplace.event_feed else self.tr("orders are read every 10 seconds"),
        ]
        if marketplace.clock_offset:
            seconds = formats.count(abs(marketplace.clock_offset) // 1000)
            parts.append(self.tr("its clock differs by %1 s; times are corrected").replace("%1", seconds))
        self.found_text.setText(" · ".join(parts))
        self.found.show()
        self.link.show()

    def hide_found(self) -> None:
        """Back to step 1."""
        self.found.hide()
        self.link.hide()
        self.link.setEnabled(True)

    def show_fault(self, text: str) -> None:
        """Shows why the shop is not linked; the form can be sent again."""
        self.button.setEnabled(True)
        self.link.setEnabled(True)
        self.key_row.show_fault(text)

    def _ask(self) -> None:
        self.button.setEnabled(False)
        self.hide_found()
        self.key_row.show_fault("")
        self._checked = self._entered()
        self._check(*self._checked)

    def _confirm(self) -> None:
        self.link.setEnabled(False)
        self._connect(*self._entered())

    def _entered(self) -> tuple[str, str]:
        return self.address.text(), self.key.text()
