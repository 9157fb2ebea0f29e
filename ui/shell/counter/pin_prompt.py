"""Asks for a PIN: the owner's before a protected action, or a person's own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from service.domain.people import MAX_DIGITS
from ui.backend import Backend, BackendError
from ui.backend.access import PIN_MINUTES
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.theme import Theme, Type
from ui.widgets.card import column, row
from ui.widgets.controls.button import Button, Kind, LinkButton
from ui.widgets.controls.fields import FormRow, text_field
from ui.widgets.dialog import Dialog
from ui.widgets.label import Label
from ui.widgets.painting import Ink


def pin_field(theme: Theme) -> QLineEdit:
    """A field for a PIN, which shows dots."""
    field = text_field(theme, code=True)
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setMaxLength(MAX_DIGITS)
    return field


class ResetPin(QWidget):
    """Removes a forgotten PIN by the backups' passphrase, or as the administrator; then `done`."""

    done = Signal()

    def __init__(self, theme: Theme, backend: Backend) -> None:
        super().__init__()
        self._backend = backend
        self._dispatcher = GuiDispatcher(self)
        self.passphrase = text_field(theme, code=True)
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.field = FormRow(theme, self.tr("Passphrase of the backups"), self.passphrase)
        self.use = Button(theme, self.tr("Remove the PIN with it"), on_click=lambda: self._send(self.passphrase.text()))
        self.passphrase.returnPressed.connect(self.use.click)
        self.administrator = Button(theme, self.tr("As administrator of this computer"), Kind.GHOST)
        self.administrator.clicked.connect(lambda: self._send(None))
        text = self.tr("The owner's PIN is removed, with those of the staff. The record of changes says so.")
        about = Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True)
        self.setLayout(column(about, self.field, row(self.use, self.administrator, None), spacing=10))

    def _send(self, passphrase: str | None) -> None:
        self.field.show_fault("")
        self._enable(on=False)
        self._dispatcher.fetch(self._backend.people.reset_pin(passphrase), self._on_done, self._on_failed)

    def _on_done(self, _none: None) -> None:
        self._enable(on=True)
        self.passphrase.clear()
        self.done.emit()

    def _on_failed(self, error: BackendError) -> None:
        self._enable(on=True)
        self.field.show_fault(fault_text(error))
        self.passphrase.setFocus()

    def _enable(self, *, on: bool) -> None:
        self.use.setEnabled(on)
        self.administrator.setEnabled(on)


class ResetPinDialog(Dialog):
    """The same over the question for the PIN."""

    def __init__(self, theme: Theme, parent: QWidget, backend: Backend) -> None:
        super().__init__(theme, parent, self.tr("Forgot the PIN?"), icon="lock-open")
        self.reset = ResetPin(theme, backend)
        self.reset.done.connect(self.accept)
        self.body.addWidget(self.reset)
        self.buttons(self.cancel_button())
        self.focus_on(self.reset.passphrase)


class PinDialog(Dialog):
    """`submit(pin)` checks it; the dialog closes when it was right, and says what was wrong."""

    def __init__(
        self, theme: Theme, parent: QWidget, title: str, text: str, submit: Callable[[str], Future[None]]
    ) -> None:
        super().__init__(theme, parent, title, text, icon="lock")
        self._submit = submit
        self._dispatcher = GuiDispatcher(self)
        self.edit = pin_field(theme)
        self.field = FormRow(theme, self.tr("PIN"), self.edit)
        self.body.addWidget(self.field)
        self.action = self.main_button(self.tr("Continue"), self._on_main_button)
        self.forgot = LinkButton(theme, self.tr("Forgot the PIN?"))
        self.forgot.hide()
        self.buttons(self.cancel_button(), self.action, leading=(self.forgot,))
        self.finished.connect(self.edit.clear)
        self.edit.setFocus()

    def _on_main_button(self) -> None:
        self.field.show_fault("")
        self.action.setEnabled(False)
        self._dispatcher.fetch(self._submit(self.edit.text()), lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.action.setEnabled(True)
        self.edit.clear()
        self.field.show_fault(fault_text(error))
        self.focus_on(self.edit)


class PinPrompt(QWidget):
    """Shows the question while a call waits for the owner's PIN, above whatever dialog is open."""

    def __init__(self, theme: Theme, backend: Backend, window: QWidget) -> None:
        super().__init__(window)
        self.hide()
        self._theme, self._backend, self._window = theme, backend, window
        self._dispatcher = GuiDispatcher(self)
        self.dialog: PinDialog | None = None
        backend.people.on_pin_wanted(lambda: self._dispatcher.post(self._ask))

    def _ask(self) -> None:
        above = QApplication.activeModalWidget() or self._window
        self.dialog = PinDialog(
            self._theme,
            above,
            self.tr("The owner's PIN"),
            self.tr("This is protected. The PIN counts for the next %n minute(s).", "", PIN_MINUTES),
            self._backend.people.unlock,
        )
        self.dialog.forgot.show()
        self.dialog.forgot.clicked.connect(self._reset)
        self.dialog.rejected.connect(self._give_up)
        self.dialog.destroyed.connect(self._give_up)
        self.dialog.open()

    def _reset(self) -> None:
        """Without a PIN nothing is asked: what waited has begun."""
        if self.dialog is not None:
            reset = ResetPinDialog(self._theme, self.dialog, self._backend)
            reset.accepted.connect(self.dialog.accept)
            reset.open()

    def _give_up(self) -> None:
        """Also when the dialog ends with the one below it. Nothing waits any more after the PIN."""
        self._backend.people.give_up()
