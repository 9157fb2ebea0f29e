"""Where webhook secrets are, what is wrong with them, and the passphrase of the encrypted file."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from service.domain.webhooks.webhook_secrets import SecretStoreState
from ui.backend import BackendError, ErrorCode
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import KeyringStatus
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.shared.secret_dialog import SecretDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Button, FaultLine, Kind, Note, column


class PassphraseDialog(SecretDialog):
    """Opens the encrypted file, or makes it (`new`)."""

    def __init__(self, context: PaneContext, parent: QWidget, *, new: bool) -> None:
        title = self.tr("Keep secrets in an encrypted file") if new else self.tr("Open the encrypted file")
        text = (
            self.tr("The file is next to your data and opens only with this passphrase. Nobody can recover it.")
            if new
            else self.tr("It holds the webhook secrets. Until it is open, events wait.")
        )
        super().__init__(context, parent, title, text, new=new)
        self.finish(self.tr("Make the file") if new else self.tr("Open"))

    def store(self, typed: str) -> Future[None]:
        return self._context.backend.host.open_vault(typed)

    def on_failed(self, error: BackendError) -> None:
        if error.code is ErrorCode.WRONG_PASSPHRASE:
            self.first.clear()
        super().on_failed(error)


class KeyringNotes(QWidget):
    """A note for each state in which secrets cannot be read; with `full` also for the good ones."""

    changed = Signal()

    def __init__(self, context: PaneContext, *, full: bool = False) -> None:
        super().__init__()
        self._context, self._full = context, full
        self._dispatcher = GuiDispatcher(self)
        self.status: KeyringStatus | None = None
        self.note: Note | None = None
        self.fault = FaultLine(context.theme)
        self._layout = column(self.fault, spacing=None, inside=self)
        self.hide()

    def load(self) -> None:
        """Requests the state; a slow keyring delays nothing."""
        self._dispatcher.fetch(self._context.backend.host.keyring(), self.show_status, self._on_load_failed)

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
        if status.state is SecretStoreState.LOCKED:
            lines = (self.tr("Events wait until it is open. Unlock it (%1), then try again.").replace("%1", name),)
            title = self.tr("The keyring that holds the webhook secrets is locked")
            return Note(theme, Tone.WARN, title, lines, self._retry_button(), icon="lock")
        if status.state is SecretStoreState.SLOW:
            lines = (
                self.tr(
                    "Events wait. Look for a window that asks to unlock it and try again, or keep secrets in a file."
                ),
            )
            title = self.tr("The keyring did not answer in time")
            return Note(theme, Tone.WARN, title, lines, self._file_button(new=True), self._retry_button(), icon="timer")
        if status.state is SecretStoreState.ABSENT:
            lines = (
                self.tr(
                    "Without one, no secret can be kept and no event is sent. An encrypted file can be used instead."
                ),
            )
            title = self.tr("This computer has no keyring")
            return Note(
                theme, Tone.WARN, title, lines, self._retry_button(), self._file_button(new=True, main=True), icon="key"
            )
        if status.state is SecretStoreState.ENCRYPTED_FILE and not status.opened:
            lines = (self.tr("Events wait until you enter its passphrase. It is asked once after each start."),)
            title = self.tr("The encrypted file with the webhook secrets is closed")
            return Note(theme, Tone.WARN, title, lines, self._file_button(new=False, main=True), icon="lock")
        return self._build_good_note(status) if self._full else None

    def _build_good_note(self, status: KeyringStatus) -> Note:
        theme = self._context.theme
        if status.state is SecretStoreState.ENCRYPTED_FILE:
            title = self.tr("Secrets are stored in an encrypted file, and it is open")
            lines = (self.tr("It asks for its passphrase once after each start."),)
            return Note(theme, Tone.GOOD, title, lines, icon="lock-open")
        title = self.tr("Secrets are stored in %1").replace("%1", isolate_name(status.name))
        lines = (self.tr("It opens with your login to this PC; other users cannot read it."),)
        return Note(theme, Tone.GOOD, title, lines, icon="shield-check")

    def _retry_button(self) -> Button:
        return Button(self._context.theme, self.tr("Try again"), on_click=self._retry)

    def _file_button(self, *, new: bool, main: bool = False) -> Button:
        text = self.tr("Use an encrypted file…") if new else self.tr("Enter the passphrase…")
        button = Button(
            self._context.theme, text, Kind.PRIMARY if main else Kind.OUTLINE, changes=True
        ).keep_at_service()
        button.clicked.connect(lambda: PassphraseDialog(self._context, self, new=new).open())
        return button

    def _retry(self) -> None:
        self._dispatcher.send(self._context.backend.host.retry_keyring(), self._on_failed)

    def _on_load_failed(self, error: BackendError) -> None:
        if not error.is_service_away:
            self._on_failed(error)

    def _on_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))
        self.show()
