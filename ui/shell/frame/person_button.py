"""Who is at the counter: a button in the top bar with a menu of names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from service.domain.changes import ChangeKind, Changes
from service.domain.people.staff import NOBODY_ID, Person
from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.theme import Theme
from ui.widgets.controls.button import Button
from ui.widgets.painting import runs_rtl
from ui.widgets.plain_text import escape_mnemonic, set_plain_tooltip

_NAME_WIDTH = 110


class PersonButton(Button):
    """Reads the people by itself, again after each change of them. Without staff it has no text."""

    def __init__(
        self, theme: Theme, backend: Backend, on_people: Callable[[], None], on_failed: Callable[[BackendError], None]
    ) -> None:
        super().__init__(theme, "", icon="user", trailing_icon="chevron-down")
        self.state = PeopleState()
        self._backend, self._on_people, self._on_failed = backend, on_people, on_failed
        self._dispatcher = GuiDispatcher(self)
        self.clicked.connect(self.open_menu)
        subscription = backend.on_changes(self._on_changes)
        self.destroyed.connect(subscription.close)
        self._show(self.state)
        self._load()

    def open_menu(self) -> None:
        """Shows the names, the present one with a mark; the keyboard's arrows choose."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for person in self.state.choices:
            action = menu.addAction(escape_mnemonic(self._name(person)))
            action.setCheckable(True)
            action.setChecked(person.id == self.state.at_counter.id)
            action.triggered.connect(partial(self._choose, person))
        menu.addSeparator()
        menu.addAction(self.tr("Add or change names…")).triggered.connect(self._on_people)
        left = 0 if runs_rtl(self) else self.width() - menu.sizeHint().width()
        menu.popup(self.mapToGlobal(QPoint(left, self.height() + 4)))

    def _choose(self, person: Person, _checked: bool = False) -> None:
        if person.id != self.state.at_counter.id:
            self._dispatcher.send(self._backend.people.choose(person.id), self._on_failed)

    def _on_changes(self, changes: Changes) -> None:
        if ChangeKind.PEOPLE in changes.kinds:
            self._dispatcher.post(self._load)

    def _load(self) -> None:
        self._dispatcher.fetch(self._backend.people.read(), self._show, self._on_load_failed)

    def _on_load_failed(self, _error: BackendError) -> None:
        """Leaves the name that is there: the open pane shows why nothing can be read."""

    def _show(self, state: PeopleState) -> None:
        self.state = state
        name = self._name(state.at_counter)
        spoken = self.tr("At the counter: %1").replace("%1", name)
        shown = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, _NAME_WIDTH)
        self.setText(shown if state.staff else "")
        self.setAccessibleName(spoken)
        set_plain_tooltip(self, self.tr("%1 (Ctrl+U)").replace("%1", spoken))
        self.updateGeometry()

    def _name(self, person: Person) -> str:
        if person.id == NOBODY_ID:
            return self.tr("Choose a name")
        return self.tr("Owner") if person.is_owner else isolate_name(person.name)
