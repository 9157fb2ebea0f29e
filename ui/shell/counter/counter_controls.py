"""What the window has for people: the button, the PIN's question, the lock, the support view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QMenu

from service.domain.changes import ChangeKind, Changes
from service.domain.people import NOBODY_ID, Person
from service.domain.times import Clock
from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.shell.counter.pin_prompt import PinDialog, PinPrompt
from ui.shell.counter.screen_lock import ScreenLock
from ui.theme import Theme, Type
from ui.widgets import fill, set_margins
from ui.widgets.controls.button import Button
from ui.widgets.dialog import ConfirmDialog
from ui.widgets.label import IconLabel, Label, escape_mnemonic, set_plain_tooltip
from ui.widgets.painting import elide, runs_rtl

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
        self.state = state
        name = self.name_of(state.at_counter)
        spoken = self.tr("At the counter: %1").replace("%1", name)
        shown = elide(self.fontMetrics(), name, _NAME_WIDTH)
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
        if person.id == NOBODY_ID:
            return self.tr("Choose a name")
        return self.tr("Owner") if person.is_owner else isolate_name(person.name)

    def _choose(self, person: Person, _checked: bool = False) -> None:
        if person.id != self.state.at_counter.id:
            self.chosen.emit(person)


class SupportStrip(QFrame):
    """Has a button to leave the support view."""

    def __init__(self, theme: Theme, on_leave: Callable[[], None]) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("support")
        title = Label(theme, self.tr("Support view"), Type.SMALL_STRONG)
        text = Label(theme, self.tr("Everything can be looked at, nothing can be changed."), Type.SMALL_MEDIUM)
        self.setAccessibleName(f"{title.text()}. {text.text()}")
        self.leave = Button(theme, self.tr("Leave…"))
        self.leave.setAccessibleName(self.tr("Leave the support view"))
        self.leave.clicked.connect(on_leave)
        line = QHBoxLayout(self)
        set_margins(line, theme, 24, 5, 16, 5)
        line.setSpacing(9)
        fill(line, IconLabel(theme, "eye", 16), title, text, None, self.leave)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        QPainter(self).fillRect(self.rect(), self._theme.tokens.accent_tint)


class CounterControls(QObject):
    """Reads the people again after each change of them, and of settings."""

    people_requested = Signal()
    lock_changed = Signal()

    def __init__(
        self,
        theme: Theme,
        backend: Backend,
        window: QMainWindow,
        clock: Clock,
        on_failed: Callable[[BackendError], None],
    ) -> None:
        super().__init__(window)
        self._theme, self._backend, self._window, self._on_failed = theme, backend, window, on_failed
        self._dispatcher = GuiDispatcher(self)
        self.state = PeopleState()
        self.lock = ScreenLock(theme, backend, window, clock)
        self.lock.changed.connect(self.lock_changed)
        self.prompt = PinPrompt(theme, backend, window)
        self._button: PersonButton | None = None
        self._strip: SupportStrip | None = None

    def load(self, then: Callable[[], None] = lambda: None) -> None:
        """Reads the people; `then` follows whether or not they could be read."""

        def failed(_error: BackendError) -> None:
            # What is known stays; the open page says why nothing can be read.
            then()

        def show(state: PeopleState) -> None:
            self._show(state)
            then()

        self._dispatcher.fetch(self._backend.people.read(), show, failed)

    def on_changes(self, changes: Changes) -> None:
        """In the window's thread."""
        if changes.kinds & {ChangeKind.PEOPLE, ChangeKind.SETTINGS}:
            self.load()

    def make_button(self) -> PersonButton:
        self._button = button = PersonButton(self._theme, self.state)
        button.chosen.connect(self._choose)
        button.people_requested.connect(self.people_requested)
        button.lock_requested.connect(self.lock.lock)
        button.support_requested.connect(self._switch_support_view)
        return button

    def make_strip(self) -> SupportStrip:
        """The strip of a frame that is built; visible in the support view only."""
        self._strip = strip = SupportStrip(self._theme, self._switch_support_view)
        self._show_support_view()
        return strip

    def open_menu(self) -> None:
        """Ctrl U."""
        if self._button is not None:
            self._button.open_menu()

    def _show(self, state: PeopleState) -> None:
        self.state = state
        if self._button is not None:
            self._button.show_state(state)
        self._show_support_view()
        self.lock.apply(state)

    def _show_support_view(self) -> None:
        """The strip, and the reason on each control that changes something."""
        is_on = self.state.is_support_view
        self._theme.set_read_only(self.tr("This is the support view: nothing can be changed.") if is_on else "")
        if self._strip is not None:
            self._strip.setVisible(is_on)

    def _choose(self, person: Person) -> None:
        choose = partial(self._backend.people.choose, person.id)
        if person.has_pin and self._button is not None:
            title = self.tr("PIN of %1").replace("%1", self._button.name_of(person))
            PinDialog(self._theme, self._window, title, "", choose).open()
        else:
            self._dispatcher.send(choose(), self._on_failed)

    def _switch_support_view(self) -> None:
        people = self._backend.people
        if not self.state.is_support_view:
            self._enter_support_view()
        elif self.state.owner.has_pin:
            title = self.tr("Leave the support view")
            PinDialog(
                self._theme, self._window, title, self.tr("Type the owner's PIN."), people.leave_support_view
            ).open()
        else:
            self._dispatcher.send(people.leave_support_view(), self._on_failed)

    def _enter_support_view(self) -> None:
        """Asks first where only the owner can end it; it takes rights away, so it needs no PIN."""

        def enter() -> None:
            self._dispatcher.send(self._backend.people.enter_support_view(), self._on_failed)

        if not self.state.owner.has_pin:
            enter()
            return
        text = self.tr(
            "Nothing can be changed in this window then, and no order accepted. Only the owner's PIN ends it."
        )
        action = self.tr("Begin the support view")
        ConfirmDialog(self._theme, self._window, self.tr("Begin the support view?"), text, action, enter).open()
