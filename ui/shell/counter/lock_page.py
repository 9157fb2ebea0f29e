"""The page that covers a locked window: a name, its PIN, and nothing of the shop."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.shell.counter.pin_prompt import pin_field
from ui.shell.frame.sidebar import Logo
from ui.theme import Theme, Type
from ui.widgets.controls.button import Button, Kind
from ui.widgets.controls.entry_fields import choice_field
from ui.widgets.controls.fields import FormRow
from ui.widgets.label import Label
from ui.widgets.painting import Ink

_WIDTH = 340


class LockPage(QWidget):
    """Covers its window. Emits `unlocked` after a right PIN."""

    unlocked = Signal()

    def __init__(self, theme: Theme, backend: Backend, window: QWidget) -> None:
        super().__init__(window)
        self._backend, self._covered = backend, window
        self._dispatcher = GuiDispatcher(self)
        self.setAutoFillBackground(True)
        self.setAccessibleName(self.tr("Locked"))
        self.who = choice_field(theme, ())
        self.edit = pin_field(theme)
        self.field = FormRow(theme, self.tr("PIN"), self.edit)
        self.go = Button(theme, self.tr("Unlock"), Kind.PRIMARY, main=True)
        self.go.clicked.connect(self._submit)
        self.edit.returnPressed.connect(self._submit)
        card = QVBoxLayout()
        card.setSpacing(12)
        for widget in (
            Logo(theme, 40),
            Label(theme, self.tr("Locked"), Type.TITLE),
            Label(theme, self.tr("Orders go on ringing. Choose your name and type its PIN."), ink=Ink.TEXT2, wrap=True),
            FormRow(theme, self.tr("Name"), self.who),
            self.field,
            self.go,
        ):
            card.addWidget(widget)
        holder = QWidget()
        holder.setFixedWidth(_WIDTH)
        holder.setLayout(card)
        whole = QVBoxLayout(self)
        whole.addStretch(1)
        # Stretches in place of an alignment: a text of two lines then has its height.
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(holder)
        middle.addStretch(1)
        whole.addLayout(middle)
        whole.addStretch(1)
        window.installEventFilter(self)

    def show_people(self, state: PeopleState) -> None:
        """Offers the owner and those who have a PIN; the one at the counter first."""
        chosen = self.who.currentData()
        self.who.clear()
        for person in state.choices:
            if person.has_pin:
                name = self.tr("Owner") if person.is_owner else isolate_name(person.name)
                self.who.addItem(name, person.id)
        at = self.who.findData(state.at_counter.id if chosen is None else chosen)
        self.who.setCurrentIndex(max(0, at))

    def cover(self) -> None:
        """Shows the page above all of the window."""
        self.setGeometry(self._window().rect())
        self.show()
        self.raise_()
        self.edit.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() is QEvent.Type.Resize and self.isVisibleTo(self._window()):
            self.setGeometry(self._window().rect())
        return super().eventFilter(watched, event)

    def _window(self) -> QWidget:
        return self._covered

    def _submit(self) -> None:
        person = self.who.currentData()
        if person is None or not self.go.isEnabled():
            return
        self.field.show_fault("")
        self.go.setEnabled(False)
        write: Future[None] = self._backend.people.unlock_screen(person, self.edit.text())
        self.edit.clear()
        self._dispatcher.fetch(write, lambda _none: self._on_unlocked(), self._on_failed)

    def _on_unlocked(self) -> None:
        self.go.setEnabled(True)
        self.unlocked.emit()

    def _on_failed(self, error: BackendError) -> None:
        self.go.setEnabled(True)
        self.field.show_fault(fault_text(error))
        self.edit.setFocus()
