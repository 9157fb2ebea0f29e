"""People: the names of the staff at the counter."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from service.domain.people.staff import Person
from ui.backend import BackendError
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.settings.section import Section
from ui.panes.settings.setting_rows import RowsCard, SettingRow
from ui.shell.dialogs.name_dialog import NameDialog, NameTexts
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import Button, Hairline, Ink, Kind, Label, Note, Skeleton, clear_layout, column, row


class PeopleSection(Section):
    """Reloads after each change of people."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.state = PeopleState()
        self._is_loaded = False
        self.add = Button(theme, self.tr("Add a name…"), icon="plus")
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
        self.page.addWidget(self.card)
        self.page.addStretch(1)

    def load(self) -> None:
        if not self._is_loaded:
            self._skeleton.begin()
        self.dispatcher.fetch(self.context.backend.people.read(), self._show, self._on_load_failed)

    def _show(self, state: PeopleState) -> None:
        self.state, self._is_loaded = state, True
        self._clear()
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
        rename = Button(self.theme, self.tr("Rename…"), Kind.GHOST)
        rename.setAccessibleName(self.tr("Rename %1").replace("%1", name))
        rename.clicked.connect(partial(self._rename, person))
        switch = Button(self.theme, self.tr("Deactivate") if person.active else self.tr("Activate"), Kind.GHOST)
        spoken = self.tr("Deactivate %1") if person.active else self.tr("Activate %1")
        switch.setAccessibleName(spoken.replace("%1", name))
        switch.clicked.connect(partial(self._switch, person))
        return SettingRow(self.theme, name, self._describe(person), row(rename, switch))

    def _describe(self, person: Person) -> str:
        if not person.active:
            return self.tr("Deactivated. It cannot be chosen, and stays in histories.")
        return self.tr("At the counter now") if person.id == self.state.at_counter.id else ""

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
