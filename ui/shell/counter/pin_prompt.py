"""Asks for a PIN: the owner's before a protected action, or a person's own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from service.domain.people import MAX_DIGITS
from ui.backend import Backend, BackendError
from ui.backend.access import PIN_MINUTES
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.theme import Theme
from ui.widgets.controls.fields import FormRow, text_field
from ui.widgets.dialog import Dialog


def pin_field(theme: Theme) -> QLineEdit:
    """A field for a PIN, which shows dots."""
    field = text_field(theme, code=True)
    field.setEchoMode(QLineEdit.EchoMode.Password)
    field.setMaxLength(MAX_DIGITS)
    return field


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
        self.buttons(self.cancel_button(), self.action)
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
        self.dialog.rejected.connect(self._give_up)
        self.dialog.destroyed.connect(self._give_up)
        self.dialog.open()

    def _give_up(self) -> None:
        """Also when the dialog ends with the one below it. Nothing waits any more after the PIN."""
        self._backend.people.give_up()
