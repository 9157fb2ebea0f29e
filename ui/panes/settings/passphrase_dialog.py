"""The passphrase of the backups, typed twice; the window does not store it."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.panes.shared.keyring_notes import MIN_PASSPHRASE
from ui.shell.pane_context import PaneContext
from ui.widgets import Dialog, FormRow, text_field


class BackupPassphrase(Dialog):
    """Closes when backups are encrypted with it."""

    def __init__(self, context: PaneContext, parent: QWidget) -> None:
        title = self.tr("Encrypt backups")
        text = self.tr("Write the passphrase down and keep it away from this PC. Without it no backup can be opened.")
        super().__init__(context.theme, parent, title, text, icon="lock")
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self.first, self.second = (text_field(context.theme, code=True) for _ in range(2))
        for field in (self.first, self.second):
            field.setEchoMode(QLineEdit.EchoMode.Password)
        hint = self.tr("At least %1 characters. Three words that do not belong together are good.")
        self.first_row = FormRow(
            context.theme, self.tr("Passphrase"), self.first, hint.replace("%1", str(MIN_PASSPHRASE))
        )
        self.second_row = FormRow(context.theme, self.tr("Once more"), self.second)
        self.body.addWidget(self.first_row)
        self.body.addWidget(self.second_row)
        self.go = self.main_button(self.tr("Encrypt from now on"), self._submit, changes=True)
        self.buttons(self.cancel_button(), self.go)
        self.finished.connect(self._forget)
        self.first.setFocus()

    def _submit(self) -> None:
        typed = self.first.text()
        short, differs = len(typed) < MIN_PASSPHRASE, typed != self.second.text()
        self.first_row.show_fault(self.tr("This passphrase is too short.") if short else "")
        self.second_row.show_fault(self.tr("The two are not the same.") if differs else "")
        self.focus_on_fault(self.first_row, self.second_row)
        if not short and not differs:
            self.go.setEnabled(False)
            future = self._context.backend.settings.set_backup_passphrase(typed)
            self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.go.setEnabled(True)
        self.first_row.show_fault(fault_text(error))
        if error.is_about_input:
            self.focus_on(self.first)

    def _forget(self) -> None:
        self.first.clear()
        self.second.clear()
