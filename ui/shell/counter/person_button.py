"""Who is at the counter: a button in the top bar with a menu of names."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from service.domain.people import NOBODY_ID, Person
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.theme import Theme
from ui.widgets.controls.button import Button
from ui.widgets.painting import runs_rtl
from ui.widgets.plain_text import escape_mnemonic, set_plain_tooltip

_NAME_WIDTH = 110


class PersonButton(Button):
    """Emits what is chosen in its menu. Without staff it has no text."""

    chosen = Signal(object)
    people_requested = Signal()
    lock_requested = Signal()
    support_requested = Signal()

    def __init__(self, theme: Theme, state: PeopleState) -> None:
        super().__init__(theme, "", icon="user", trailing_icon="chevron-down")
        self.clicked.connect(self.open_menu)
        self.show_state(state)

    def show_state(self, state: PeopleState) -> None:
        """Shows the name of who is at the counter."""
        self.state = state
        name = self.name_of(state.at_counter)
        spoken = self.tr("At the counter: %1").replace("%1", name)
        shown = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, _NAME_WIDTH)
        self.setText(shown if state.staff else "")
        self.setAccessibleName(spoken)
        set_plain_tooltip(self, self.tr("%1 (Ctrl+U)").replace("%1", spoken))
        self.updateGeometry()

    def open_menu(self) -> None:
        """Shows the names, the present one with a mark; the keyboard's arrows choose."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        state = self.state
        for person in state.choices:
            action = menu.addAction(escape_mnemonic(self.name_of(person)))
            action.setCheckable(True)
            action.setChecked(person.id == state.at_counter.id)
            action.setEnabled(not state.is_support_view)
            action.triggered.connect(partial(self._choose, person))
        menu.addSeparator()
        menu.addAction(self.tr("Add or change names…")).triggered.connect(self.people_requested)
        if state.owner.has_pin:
            menu.addAction(self.tr("Lock the window")).triggered.connect(self.lock_requested)
        support = self.tr("Leave the support view…") if state.is_support_view else self.tr("Support view")
        menu.addAction(support).triggered.connect(self.support_requested)
        left = 0 if runs_rtl(self) else self.width() - menu.sizeHint().width()
        menu.popup(self.mapToGlobal(QPoint(left, self.height() + 4)))

    def name_of(self, person: Person) -> str:
        """The name as it is shown."""
        if person.id == NOBODY_ID:
            return self.tr("Choose a name")
        return self.tr("Owner") if person.is_owner else isolate_name(person.name)

    def _choose(self, person: Person, _checked: bool = False) -> None:
        if person.id != self.state.at_counter.id:
            self.chosen.emit(person)
