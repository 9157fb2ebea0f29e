"""Where webhook secrets are, what is wrong with them, and the passphrase of the encrypted file."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import KeyringState, KeyringStatus
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Button, Dialog, FaultLine, FormRow, Kind, Note, text_field

MIN_PASSPHRASE = 10


class PassphraseDialog(Dialog):
    """Opens the encrypted file, or makes it (`new`, typed twice). The fields are emptied when it
    closes.
    """

    def __init__(self, context: PaneContext, parent: QWidget, *, new: bool) -> None:
        title = self.tr("Keep secrets in an encrypted file") if new else self.tr("Open the encrypted file")
        text = (
            self.tr("The file is next to your data and opens only with this passphrase. Nobody can recover it.")
            if new
            else self.tr("It holds the webhook secrets. Until it is open, events wait.")
        )
        super().__init__(context.theme, parent, title, text, icon="lock")
        self._context, self._new = context, new
        self._dispatcher = GuiDispatcher(self)
        self.first, self.second = (text_field(context.theme, code=True) for _ in range(2))
        hint = self.tr("At least %1 characters. Three words that do not belong together are good.")
        hint = hint.replace("%1", str(MIN_PASSPHRASE)) if new else ""
        self.first_row = FormRow(context.theme, self.tr("Passphrase"), self.first, hint)
        self.second_row = FormRow(context.theme, self.tr("Once more"), self.second)
        for field in (self.first, self.second):
            field.setEchoMode(QLineEdit.EchoMode.Password)
        self.body.addWidget(self.first_row)
        if new:
            self.body.addWidget(self.second_row)
        self.go = self.main_button(self.tr("Make the file") if new else self.tr("Open"), self._submit, changes=True)
        self.buttons(self.cancel_button(), self.go)
        self.finished.connect(self._forget)
        self.first.setFocus()

    def _submit(self) -> None:
        typed = self.first.text()
        short = self._new and len(typed) < MIN_PASSPHRASE
        self.first_row.show_fault(self.tr("This passphrase is too short.") if short or not typed else "")
        differs = self._new and typed != self.second.text()
        self.second_row.show_fault(self.tr("The two are not the same.") if differs else "")
        self.focus_on_fault(self.first_row, self.second_row)
        if typed and not short and not differs:
            self.go.setEnabled(False)
            future = self._context.backend.host.open_vault(typed)
            self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.go.setEnabled(True)
        self.first_row.show_fault(fault_text(error))
        if error.code is ErrorCode.WRONG_PASSPHRASE:
            self.first.clear()
        if error.is_about_input:
            self.focus_on(self.first)

    def _forget(self) -> None:
        self.first.clear()
        self.second.clear()


class KeyringNotes(QWidget):
    """A note for each state in which secrets are not readable; with `full`, also one for the good
    states.
    """

    changed = Signal()

    def __init__(self, context: PaneContext, *, full: bool = False) -> None:
        super().__init__()
        self._context, self._full = context, full
        self._dispatcher = GuiDispatcher(self)
        self.status: KeyringStatus | None = None
        self.note: Note | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.fault = FaultLine(context.theme)
        self._layout.addWidget(self.fault)
        self.hide()

    def load(self) -> None:
        """Requests the state; a slow keyring delays nothing."""
        self._dispatcher.fetch(self._context.backend.host.keyring(), self.show_status, self._on_failed)

    def show_status(self, status: KeyringStatus) -> None:
        """Shows another state. A note with the same text stays, so that a click on it counts."""
        self.fault.hide()
        if status == self.status:
            self.setVisible(self.note is not None)
            return
        self.status = status
        if self.note:
            self._layout.removeWidget(self.note)
            self.note.hide()
            self.note.deleteLater()
        self.note = self._build_note(status)
        if self.note:
            self._layout.insertWidget(0, self.note)
        self.setVisible(self.note is not None)
        self.changed.emit()

    def _build_note(self, status: KeyringStatus) -> Note | None:
        theme, name = self._context.theme, isolate_name(status.name)
        if status.state is KeyringState.LOCKED:
            lines = (self.tr("Events wait until it is open. Unlock it (%1), then try again.").replace("%1", name),)
            title = self.tr("The keyring that holds the webhook secrets is locked")
            return Note(theme, Tone.WARN, title, lines, self._retry_button(), icon="lock")
        if status.state is KeyringState.SLOW:
            lines = (
                self.tr(
                    "Events wait. Look for a window that asks to unlock it and try again, or keep secrets in a file."
                ),
            )
            title = self.tr("The keyring did not answer in time")
            return Note(theme, Tone.WARN, title, lines, self._file_button(new=True), self._retry_button(), icon="timer")
        if status.state is KeyringState.ABSENT:
            lines = (
                self.tr(
                    "Without one, no secret can be kept and no event is sent. An encrypted file can be used instead."
                ),
            )
            title = self.tr("This computer has no keyring")
            return Note(
                theme, Tone.WARN, title, lines, self._retry_button(), self._file_button(new=True, main=True), icon="key"
            )
        if status.state is KeyringState.ENCRYPTED_FILE and not status.opened:
            lines = (self.tr("Events wait until you enter its passphrase. It is asked once after each start."),)
            title = self.tr("The encrypted file with the webhook secrets is closed")
            return Note(theme, Tone.WARN, title, lines, self._file_button(new=False, main=True), icon="lock")
        return self._build_good_note(status) if self._full else None

    def _build_good_note(self, status: KeyringStatus) -> Note:
        theme = self._context.theme
        if status.state is KeyringState.ENCRYPTED_FILE:
            title = self.tr("Secrets are stored in an encrypted file, and it is open")
            lines = (self.tr("It asks for its passphrase once after each start."),)
            return Note(theme, Tone.GOOD, title, lines, icon="lock-open")
        title = self.tr("Secrets are stored in %1").replace("%1", isolate_name(status.name))
        lines = (self.tr("It opens with your login to this PC; other users cannot read it."),)
        return Note(theme, Tone.GOOD, title, lines, icon="shield-check")

    def _retry_button(self) -> Button:
        again = Button(self._context.theme, self.tr("Try again"))
        again.clicked.connect(self._retry)
        return again

    def _file_button(self, *, new: bool, main: bool = False) -> Button:
        text = self.tr("Use an encrypted file…") if new else self.tr("Enter the passphrase…")
        button = Button(
            self._context.theme, text, Kind.PRIMARY if main else Kind.OUTLINE, changes=True
        ).keep_at_service()
        button.clicked.connect(lambda: PassphraseDialog(self._context, self, new=new).open())
        return button

    def _retry(self) -> None:
        self._dispatcher.send(self._context.backend.host.retry_keyring(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))
        self.show()
