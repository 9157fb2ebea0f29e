"""A new PIN, typed twice; a person's own can be removed here."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from service.domain.people import MAX_DIGITS, MIN_DIGITS, Person
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.shell.counter.pin_prompt import pin_field
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Dialog, FormRow, Kind


class NewPinDialog(Dialog):
    """Closes when the PIN is stored. `name` is empty for the owner."""

    def __init__(self, context: PaneContext, parent: QWidget, person: Person, name: str) -> None:
        title = self.tr("PIN of %1").replace("%1", name) if name else self.tr("The owner's PIN")
        own = self.tr("This name can then be chosen with it only, and it unlocks the window.")
        owner = self.tr("If it is forgotten, run on this PC: %1").replace(
            "%1", context.formats.ltr("counterpart people reset-pin")
        )
        super().__init__(context.theme, parent, title, own if name else owner, icon="lock")
        self._context, self._person = context, person
        self._dispatcher = GuiDispatcher(self)
        self.first, self.second = pin_field(context.theme), pin_field(context.theme)
        hint = self.tr("%1 to %2 digits").replace("%1", str(MIN_DIGITS)).replace("%2", str(MAX_DIGITS))
        self.first_row = FormRow(context.theme, self.tr("New PIN"), self.first, hint)
        self.second_row = FormRow(context.theme, self.tr("Once more"), self.second)
        self.body.addWidget(self.first_row)
        self.body.addWidget(self.second_row)
        self.remove = Button(context.theme, self.tr("Remove the PIN"), Kind.DESTRUCTIVE, main=True, changes=True)
        self.remove.setVisible(bool(name) and person.has_pin)
        self.remove.clicked.connect(self._remove)
        self.go = self.main_button(self.tr("Set the PIN"), self._submit, changes=True)
        self.buttons(self.cancel_button(), self.go, leading=(self.remove,))
        self.finished.connect(self._forget)
        self.first.setFocus()

    def _submit(self) -> None:
        typed = self.first.text()
        short, differs = len(typed) < MIN_DIGITS, typed != self.second.text()
        self.first_row.show_fault(self.tr("This PIN is too short.") if short else "")
        self.second_row.show_fault(self.tr("The two are not the same.") if differs else "")
        self.focus_on_fault(self.first_row, self.second_row)
        if not short and not differs:
            self.go.setEnabled(False)
            write = self._context.backend.people.set_pin(self._person.id, typed)
            self._dispatcher.fetch(write, lambda _none: self.accept(), self._on_failed)

    def _remove(self) -> None:
        write = self._context.backend.people.remove_pin(self._person.id)
        self._dispatcher.fetch(write, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.go.setEnabled(True)
        self.first_row.show_fault(fault_text(error))
        if error.is_about_input:
            self.focus_on(self.first)

    def _forget(self) -> None:
        self.first.clear()
        self.second.clear()
