"""Asks for a secret: a passphrase, a PIN."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtWidgets import QLineEdit, QWidget

from service.domain.settings import MIN_PASSPHRASE
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Dialog, FormRow, text_field


class SecretDialog(Dialog):
    """A passphrase by default, a `new` one typed twice. Closes when stored, empties its fields."""

    def __init__(self, context: PaneContext, parent: QWidget, title: str, text: str, *, new: bool = True) -> None:
        super().__init__(context.theme, parent, title, text, icon="lock")
        self._context, self._new = context, new
        self._dispatcher = GuiDispatcher(self)
        self.first, self.second = self.make_field(), self.make_field()
        name, hint = self.describe_field()
        self.first_row = FormRow(context.theme, name, self.first, hint if new else "")
        self.second_row = FormRow(context.theme, self.tr("Once more"), self.second)
        self.body.addWidget(self.first_row)
        if new:
            self.body.addWidget(self.second_row)

    def finish(self, action: str, *leading: Button) -> None:
        self.go = self.main_button(action, self._submit, changes=True)
        self.buttons(self.cancel_button(), self.go, leading=leading)
        self.finished.connect(self._forget)
        self.first.setFocus()

    def make_field(self) -> QLineEdit:
        field = text_field(self._context.theme, code=True)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        return field

    def describe_field(self) -> tuple[str, str]:
        """The field's name, and what a new secret must have."""
        hint = self.tr("At least %1 characters. Three words that do not belong together are good.")
        return self.tr("Passphrase"), hint.replace("%1", str(MIN_PASSPHRASE))

    def describe_fault(self, typed: str) -> str:
        """Why it cannot be stored; empty if it can."""
        least = MIN_PASSPHRASE if self._new else 1
        return self.tr("This passphrase is too short.") if len(typed) < least else ""

    def store(self, typed: str) -> Future[None]:
        raise NotImplementedError

    def _submit(self) -> None:
        typed = self.first.text()
        fault, differs = self.describe_fault(typed), self._new and typed != self.second.text()
        self.first_row.show_fault(fault)
        self.second_row.show_fault(self.tr("The two are not the same.") if differs else "")
        self.focus_on_fault(self.first_row, self.second_row)
        if not fault and not differs:
            self.go.setEnabled(False)
            self._dispatcher.fetch(self.store(typed), lambda _none: self.accept(), self.on_failed)

    def on_failed(self, error: BackendError) -> None:
        """Shows why it was not stored."""
        self.go.setEnabled(True)
        self.first_row.show_fault(fault_text(error))
        if error.is_about_input:
            self.focus_on(self.first)

    def _forget(self) -> None:
        self.first.clear()
        self.second.clear()
