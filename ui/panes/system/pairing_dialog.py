"""The dialog with a one-time code, by which a till gets its key without anybody copying it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from service.domain.certificate import ServerCertificate
from service.domain.pairing import LIFE, PairingState, PairingStatus, format_code
from service.domain.times import MINUTE
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.system.key_dialogs import shop_text
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, CopyField, Dialog, FormRow, Ink, Kind, Label

_POLL_MS = 1000


class PairingDialog(Dialog):
    """A code is open while the dialog is. `revoke` is given the id of a key that a till got."""

    def __init__(self, context: PaneContext, parent: QWidget, address: str, revoke: Callable[[int], None]) -> None:
        super().__init__(context.theme, parent, self.tr("Pair a till"), shop_text(context.shop), icon="key")
        self._context, self._revoke = context, revoke
        self._dispatcher = GuiDispatcher(self)
        self._status = PairingStatus(PairingState.NONE)
        theme = context.theme
        text = self.tr("Type this code into the till. It gets a key of its own, which nobody copies.")
        self.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.code = Label(theme, "", Type.DISPLAY, selectable=True)
        self.body.addWidget(self.code)
        self.news = Label(theme, "", Type.MEDIUM, Ink.TEXT2, wrap=True)
        self.body.addWidget(self.news)
        self.address, self.pin = self._make_field(address), self._make_field("")
        self.pin_row = FormRow(theme, self.tr("Pin, if the till asks for it"), self.pin)
        self.pin_row.hide()
        self.body.addWidget(FormRow(theme, self.tr("Address for the till"), self.address))
        self.body.addWidget(self.pin_row)
        self.body.addWidget(self._describe_reach(address))
        self.again = Button(theme, self.tr("New code"), Kind.GHOST, icon="rotate-ccw", main=True, changes=True)
        self.again.clicked.connect(self._open_code)
        self.stop = Button(theme, self.tr("Revoke its key"), Kind.GHOST, icon="ban", main=True, changes=True)
        self.stop.clicked.connect(self._revoke_key)
        self.buttons(self.main_button(self.tr("Close"), self.reject), leading=(self.again, self.stop))
        self.again.hide()
        self.stop.hide()
        self._poll_timer = QTimer(self)
        self._poll_timer.setInterval(_POLL_MS)
        self._poll_timer.timeout.connect(self.poll)
        self.finished.connect(self._on_closed)
        self._dispatcher.fetch(context.backend.network.certificate(), self._show_pin, self._show_fault)
        self._open_code()

    def poll(self) -> None:
        """Asks for the state of the code."""
        self._dispatcher.fetch(self._context.backend.network.pairing(), self._show_status, self._show_fault)

    def _make_field(self, value: str) -> CopyField:
        field = CopyField(
            self.theme, self._context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"), labelled=True
        )
        field.set_value(self._context.formats.ltr(value))
        return field

    def _describe_reach(self, address: str) -> Label:
        if address.startswith("https:"):
            text = self.tr("A till on another device calls this address and checks pin or code.")
        else:
            text = self.tr(
                "Only a till on this PC can use the code now. For another device, open Settings, Connection: open this "
                "PC to the network, and enter its name under “Names of this PC”."
            )
        return Label(self.theme, text, Type.SMALL, Ink.TEXT2, wrap=True)

    def _open_code(self) -> None:
        self.again.hide()
        shop = self._context.shop.id
        self._dispatcher.fetch(self._context.backend.network.open_pairing(shop), self._show_code, self._show_fault)

    def _show_code(self, code: str) -> None:
        self.code.setText(self._context.formats.ltr(format_code(code)))
        self.poll()
        self._poll_timer.start()

    def _show_pin(self, certificate: ServerCertificate | None) -> None:
        self.pin_row.setVisible(certificate is not None)
        if certificate is not None:
            self.pin.set_value(self._context.formats.ltr(certificate.pin))

    def _show_status(self, status: PairingStatus) -> None:
        self._status = status
        self.news.setText(self._describe(status))
        if status.state is PairingState.WAITING:
            return
        self._poll_timer.stop()
        self.code.setText("")
        self.stop.setVisible(status.till is not None)
        self.again.show()

    def _describe(self, status: PairingStatus) -> str:
        if status.till is not None:
            text = self.tr("%1 is paired. It called from %2.").replace("%1", isolate_name(status.till.name))
            return text.replace("%2", self._context.formats.ltr(status.till.address))
        if status.state is PairingState.WAITING:
            text = self.tr("It works once, for %1 more. Wrong tries left: %2")
            left = self._context.formats.countdown(status.left)
            return text.replace("%1", left).replace("%2", self._context.formats.count(status.tries_left))
        if status.state is PairingState.EXPIRED:
            return self.tr("The %n minute(s) are over. Make a new code.", "", LIFE // MINUTE)
        if status.state is PairingState.EXPOSED:
            return self.tr(
                "Another device called without encryption, so this code works no more. Enter the address in the till "
                "with https://, then make a new code."
            )
        return self.tr("This code is used up. If it was not your till, look at the call log; then make a new code.")

    def _show_fault(self, error: BackendError) -> None:
        self._poll_timer.stop()
        self.news.setText(fault_text(error))
        self.again.show()

    def _revoke_key(self) -> None:
        if self._status.till is not None:
            self._revoke(self._status.till.key_id)
            self.reject()

    def _on_closed(self) -> None:
        self._poll_timer.stop()
        if self._status.state is PairingState.WAITING:
            # Where this fails, the service has stopped, and no code is open.
            self._dispatcher.send(self._context.backend.network.close_pairing(), lambda _error: None)
