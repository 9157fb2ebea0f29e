"""Sets the heartbeat address."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from service.domain.alerts import HEARTBEAT_MINUTES, MAX_ADDRESS
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.widgets import Dialog, FormRow, Segment, Segmented, text_field

_DEFAULT = "5"


class HeartbeatDialog(Dialog):
    """The address is dropped when the dialog closes."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        title, subtitle = self._words()
        super().__init__(context.theme, parent, title, subtitle, icon="activity")
        self._context, self._dispatcher = context, GuiDispatcher(self)
        theme = context.theme
        self.address = text_field(theme, "", "https://hc-ping.com/…", code=True)
        self.address.setMaxLength(MAX_ADDRESS)
        self.address.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        self.address_row = FormRow(
            theme, self.tr("Address"), self.address, self.tr("It must begin with https://. It is a secret.")
        )
        segments = tuple(Segment(str(one), context.formats.count(one)) for one in HEARTBEAT_MINUTES)
        self.minutes = Segmented(theme, segments, lambda _key: None, name=self.tr("Every so many minutes"))
        self.minutes.choose(_DEFAULT)
        self.body.addWidget(self.address_row)
        self.body.addWidget(FormRow(theme, self.tr("Every so many minutes"), self.minutes))
        self.save = self.main_button(self.tr("Switch it on"), self._save, changes=True)
        self.buttons(self.cancel_button(), self.save)
        self.finished.connect(self.address.clear)
        self.address.setFocus()

    def _words(self) -> tuple[str, str]:
        return (
            self.tr("Heartbeat"),
            self.tr("A service on the internet gives you an address. It reports to you when the calls from here stop."),
        )

    def _save(self) -> None:
        self.address_row.show_fault("")
        self.save.setEnabled(False)
        future = self._context.backend.alerts.set_heartbeat(self.address.text().strip(), int(self.minutes.key))
        self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.save.setEnabled(True)
        self.address_row.show_fault(fault_text(error))
        if error.is_about_input:
            self.focus_on(self.address)
