"""People: the names of the staff at the counter."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QWidget

from service.domain.people import MAX_DIGITS, MIN_DIGITS, Person
from service.domain.settings import Card, Settings
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.settings.section import RowsCard, Section, SettingRow
from ui.shell.counter.pin_prompt import pin_field
from ui.shell.dialogs.name_dialog import NameDialog, NameTexts
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Button,
    ConfirmDialog,
    Dialog,
    FormRow,
    Hairline,
    Ink,
    Kind,
    Label,
    Note,
    Skeleton,
    clear_layout,
    column,
    disable_in_read_only,
    row,
)


class NewPinDialog(Dialog):
    """Closes when the PIN is stored. `name` is empty for the owner."""

    def __init__(self, context: PaneContext, parent: QWidget, person: Person, name: str) -> None:
        title = self.tr("PIN of %1").replace("%1", name) if name else self.tr("The owner's PIN")
        own = self.tr("This name can then be chosen with it only, and it unlocks the window.")
        owner = self.tr("If it is forgotten, the passphrase of the backups or the PC's administrator removes it.")
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


class PeopleSection(Section):
    """Reloads after each change of people."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.state = PeopleState()
        self._is_loaded = False
        self.add = Button(theme, self.tr("Add a name…"), icon="plus", changes=True)
        self.add.clicked.connect(self._add)
        self.card = RowsCard(theme, self.tr("Staff at the counter"))
        text = self.tr(
            "The name chosen at the top of the window is recorded in the history of orders, stock and settings."
        )
        self.card.body.addWidget(Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self._skeleton = Skeleton(theme, self.tr("Loading"), 2)
        self._lines = column(spacing=4)
        self.card.body.addWidget(self._skeleton)
        self.card.body.addLayout(self._lines)
        self.card.body.addLayout(row(None, self.add))
        self.set_pin = Button(theme, "", changes=True)
        self.remove_pin = Button(theme, self.tr("Remove…"), Kind.GHOST, changes=True)
        self.set_pin.clicked.connect(partial(self._set_pin, self.state.owner))
        self.remove_pin.clicked.connect(partial(self._remove_pin, self.state.owner))
        self.pin_row = SettingRow(
            theme,
            self.tr("The owner's PIN"),
            self.tr("It is asked for before settings, keys, targets, prices and taking a run back."),
            row(self.set_pin, self.remove_pin),
        )
        self.lock = self.make_number("lock_minutes")
        self.lock.setSpecialValueText(self.tr("Never"))
        self.lock.setFixedWidth(112)
        self.lock.editingFinished.connect(self._set_lock)
        (self.lock_row,) = self.make_rows(Card.PROTECTION, {"lock_minutes": self.lock})
        disable_in_read_only(theme, self.lock_row)
        self.page.addWidget(RowsCard(theme, self.tr("Protection"), self.pin_row, self.lock_row))
        self.page.addWidget(self.card)
        self.page.addStretch(1)
        self._show_owner(self.state.owner)

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        if not self.lock.hasFocus():
            self.lock.setValue(settings.lock_minutes)

    def load(self) -> None:
        if not self._is_loaded:
            self._skeleton.begin()
        self.dispatcher.fetch(self.context.backend.people.read(), self._show, self._on_load_failed)

    def _show(self, state: PeopleState) -> None:
        self.state, self._is_loaded = state, True
        self._clear()
        self._show_owner(state.owner)
        for number, person in enumerate(state.staff):
            if number:
                self._lines.addWidget(Hairline(self.theme))
            self._lines.addWidget(self._line(person))
        if not state.staff:
            nothing = self.tr("No name yet. Everything done at this PC is recorded as done by the owner.")
            self._lines.addWidget(Label(self.theme, nothing, Type.BODY, Ink.TEXT2, wrap=True))

    def _on_load_failed(self, error: BackendError) -> None:
        self._clear()
        again = Button(self.theme, self.tr("Try again"), icon="rotate-ccw")
        again.clicked.connect(self.load)
        self._lines.addWidget(Note(self.theme, Tone.BAD, fault_text(error), (), again))

    def _clear(self) -> None:
        self._skeleton.end()
        self._skeleton.hide()
        clear_layout(self._lines)

    def _line(self, person: Person) -> QWidget:
        name = isolate_name(person.name)
        rename = Button(self.theme, self.tr("Rename…"), Kind.GHOST, changes=True)
        rename.setAccessibleName(self.tr("Rename %1").replace("%1", name))
        rename.clicked.connect(partial(self._rename, person))
        switch = Button(
            self.theme, self.tr("Deactivate") if person.active else self.tr("Activate"), Kind.GHOST, changes=True
        )
        spoken = self.tr("Deactivate %1") if person.active else self.tr("Activate %1")
        switch.setAccessibleName(spoken.replace("%1", name))
        switch.clicked.connect(partial(self._switch, person))
        buttons = row(rename, switch)
        if person.active and self.state.owner.has_pin:
            pin = Button(self.theme, self.tr("PIN…"), Kind.GHOST, changes=True)
            pin.setAccessibleName(self.tr("PIN of %1").replace("%1", name))
            pin.clicked.connect(partial(self._set_pin, person))
            buttons.insertWidget(0, pin)
        return SettingRow(self.theme, name, self._describe(person), buttons)

    def _describe(self, person: Person) -> str:
        if not person.active:
            return self.tr("Deactivated. It cannot be chosen, and stays in histories.")
        here = self.tr("At the counter now") if person.id == self.state.at_counter.id else ""
        return " · ".join(filter(None, (here, self.tr("With a PIN") if person.has_pin else "")))

    def _show_owner(self, owner: Person) -> None:
        self.set_pin.setText(self.tr("Change…") if owner.has_pin else self.tr("Set a PIN…"))
        self.set_pin.setAccessibleName(self.tr("Change the PIN") if owner.has_pin else self.tr("Set a PIN"))
        self.remove_pin.setAccessibleName(self.tr("Remove the PIN"))
        self.remove_pin.setVisible(owner.has_pin)
        self.lock.setEnabled(owner.has_pin)
        self.lock_row.show_text(
            self.tr("Orders still ring. A PIN unlocks the window, also after a restart.")
            if owner.has_pin
            else self.tr("Set the owner's PIN first.")
        )

    def _set_pin(self, person: Person, _checked: bool = False) -> None:
        NewPinDialog(self.context, self, person, isolate_name(person.name) if person.name else "").open()

    def _remove_pin(self, person: Person, _checked: bool = False) -> None:
        def remove() -> None:
            self.send(self.context.backend.people.remove_pin(person.id))

        title = self.tr("Remove the PIN?")
        text = self.tr("Everybody at this PC can then change everything. The PINs of the staff go too.")
        ConfirmDialog(self.theme, self, title, text, self.tr("Remove"), remove, destructive=True, icon="lock").open()

    def _set_lock(self) -> None:
        if self.lock.value() != self.settings.lock_minutes:
            self.change(replace(self.settings, lock_minutes=self.lock.value()))

    def _add(self) -> None:
        texts = NameTexts(
            self.tr("Add a name"),
            self.tr("It can be chosen at the top of the window at once."),
            self.tr("Add"),
            icon="user",
        )
        NameDialog(self.theme, self, texts, self.context.backend.people.add).open()

    def _rename(self, person: Person, _checked: bool = False) -> None:
        texts = NameTexts(
            self.tr("Rename %1").replace("%1", isolate_name(person.name)),
            self.tr("What was done until now keeps the earlier name."),
            self.tr("Rename"),
            icon="user",
        )
        people = self.context.backend.people
        NameDialog(self.theme, self, texts, partial(people.rename, person.id), name=person.name).open()

    def _switch(self, person: Person, _checked: bool = False) -> None:
        self.send(self.context.backend.people.set_active(person.id, not person.active))
