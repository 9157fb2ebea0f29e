"""The dialog with a one-time code, by which a till gets its key without anybody copying it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtWidgets import QWidget

from service.domain.certificate import ServerCertificate
from service.domain.pairing import PairingState, PairingStatus
from ui.panes.shared.code_dialog import CodeDialog
from ui.panes.system.key_dialogs import shop_text
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, FormRow, Ink, Kind, Label


class PairingDialog(CodeDialog):
    """`revoke` is given the id of a key that a till got."""

    def __init__(self, context: PaneContext, parent: QWidget, address: str, revoke: Callable[[int], None]) -> None:
        text = self.tr("Type this code into the till. It gets a key of its own, which nobody copies.")
        super().__init__(context, parent, self.tr("Pair a till"), shop_text(context.shop), text, "key")
        self._revoke = revoke
        self.address, self.pin = self.make_field(address), self.make_field("")
        self.pin_row = FormRow(context.theme, self.tr("Pin, if the till asks for it"), self.pin)
        self.pin_row.hide()
        self.body.addWidget(FormRow(context.theme, self.tr("Address for the till"), self.address))
        self.body.addWidget(self.pin_row)
        self.body.addWidget(self._describe_reach(address))
        self.stop = Button(context.theme, self.tr("Revoke its key"), Kind.GHOST, icon="ban", main=True, changes=True)
        self.stop.clicked.connect(self._revoke_key)
        self._dispatcher.fetch(context.backend.network.certificate(), self._show_pin, self.show_fault)
        self.begin(self.stop)

    def open_code(self) -> None:
        shop = self._context.shop.id
        self._dispatcher.fetch(self._context.backend.network.open_pairing(shop), self.show_code, self.show_fault)

    def ask_status(self) -> Future[PairingStatus]:
        return self._context.backend.network.pairing()

    def close_code(self) -> Future[None]:
        return self._context.backend.network.close_pairing()

    def describe_end(self, state: PairingState) -> str:
        if state is PairingState.EXPOSED:
            return self.tr(
                "Another device called without encryption, so this code no longer works. Enter the address in the "
                "till with https://, then make a new code."
            )
        return self.tr("This code is used up. If it was not your till, look at the call log; then make a new code.")

    def show_status(self, status: PairingStatus) -> None:
        super().show_status(status)
        self.stop.setVisible(status.till is not None)

    def _describe_reach(self, address: str) -> Label:
        if address.startswith("https:"):
            text = self.tr("A till on another device calls this address and checks pin or code.")
        else:
            text = self.tr(
                "Only a till on this PC can use the code now. For another device, open Settings, Connection: open this "
                "PC to the network, and enter its name under “Names of this PC”."
            )
        return Label(self.theme, text, Type.SMALL, Ink.TEXT2, wrap=True)

    def _show_pin(self, certificate: ServerCertificate | None) -> None:
        self.pin_row.setVisible(certificate is not None)
        if certificate is not None:
            self.pin.set_value(self._context.formats.ltr(certificate.pin))

    def _revoke_key(self) -> None:
        if self._status.till is not None:
            self._revoke(self._status.till.key_id)
            self.reject()
