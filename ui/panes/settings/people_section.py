"""People: the names of the staff at the counter."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QLineEdit, QWidget

from service.domain.people import MAX_DIGITS, MIN_DIGITS, Person
from service.domain.settings import Card, Settings
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.panes.settings.section import ListCard, RowsCard, Section, SettingRow
from ui.panes.shared.secret_dialog import SecretDialog
from ui.shell.counter.pin_prompt import pin_field
from ui.shell.dialogs.name_dialog import NameDialog, NameTexts
from ui.shell.pane_context import PaneContext
from ui.widgets import (
    Button,
    ConfirmDialog,
    Kind,
    disable_in_read_only,
    fill,
    row,
)


class NewPinDialog(SecretDialog):
    """Closes when the PIN is stored. `name` is empty for the owner."""

    def __init__(self, context: PaneContext, parent: QWidget, person: Person, name: str) -> None:
        title = self.tr("PIN of %1").replace("%1", name) if name else self.tr("The owner's PIN")
        own = self.tr("This name can then be chosen with it only, and it unlocks the window.")
        owner = self.tr("If it is forgotten, the passphrase of the backups or the PC's administrator removes it.")
        super().__init__(context, parent, title, own if name else owner)
        self._person = person
        self.remove = Button(context.theme, self.tr("Remove the PIN"), Kind.DESTRUCTIVE, main=True, changes=True)
        self.remove.setVisible(bool(name) and person.has_pin)
        self.remove.clicked.connect(self._remove)
        self.finish(self.tr("Set the PIN"), self.remove)

    def make_field(self) -> QLineEdit:
        return pin_field(self._context.theme)

    def describe_field(self) -> tuple[str, str]:
        hint = self.tr("%1 to %2 digits").replace("%1", str(MIN_DIGITS)).replace("%2", str(MAX_DIGITS))
        return self.tr("New PIN"), hint

    def describe_fault(self, typed: str) -> str:
        return self.tr("This PIN is too short.") if len(typed) < MIN_DIGITS else ""

    def store(self, typed: str) -> Future[None]:
        return self._context.backend.people.set_pin(self._person.id, typed)

    def _remove(self) -> None:
        write = self._context.backend.people.remove_pin(self._person.id)
        self._dispatcher.fetch(write, lambda _none: self.accept(), self.on_failed)


class PeopleSection(Section):
    """Reloads after each change of people."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.state = PeopleState()
        self._is_loaded = False
        self.add = Button(theme, self.tr("Add a name…"), icon="plus", changes=True, on_click=self._add)
        text = self.tr(
            "The name chosen at the top of the window is recorded in the history of orders, stock and settings."
        )
        self.card = ListCard(theme, self.tr("Staff at the counter"), text, self.load)
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
        fill(self.page, RowsCard(theme, self.tr("Protection"), self.pin_row, self.lock_row), self.card, None)
        self._show_owner(self.state.owner)

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        if not self.lock.hasFocus():
            self.lock.setValue(settings.lock_minutes)

    def load(self) -> None:
        if not self._is_loaded:
            self.card.begin()
        self.dispatcher.fetch(self.context.backend.people.read(), self._show, self.card.show_fault)

    def _show(self, state: PeopleState) -> None:
        self.state, self._is_loaded = state, True
        self._show_owner(state.owner)
        nothing = self.tr("No name yet. Everything done at this PC is recorded as done by the owner.")
        self.card.show_rows([self._line(person) for person in state.staff], nothing)

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
