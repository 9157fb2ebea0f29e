"""Locks the window after idle minutes: a page covers it, and its dialogs are hidden until then.

The minutes count while the computer sleeps, which a timer does not.
"""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMainWindow, QVBoxLayout, QWidget

from service.domain.times import MINUTE, SECOND, Clock
from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.people_port import PeopleState
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.shell.counter.pin_prompt import ResetPin, pin_field
from ui.shell.frame.sidebar import Logo
from ui.theme import Theme, Type
from ui.widgets import column, fill, row
from ui.widgets.controls.button import Button, Kind, LinkButton
from ui.widgets.controls.fields import FormRow
from ui.widgets.controls.value_fields import choice_field
from ui.widgets.label import Label
from ui.widgets.painting import Ink
from ui.widgets.window_use import USE_EVENTS, list_windows, make_timer

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
        self.go = Button(theme, self.tr("Unlock"), Kind.PRIMARY, main=True, on_click=self._submit)
        self.edit.returnPressed.connect(self._submit)
        self.forgot = LinkButton(theme, self.tr("Forgot the PIN?"))
        self.forgot.setCheckable(True)
        self.reset = ResetPin(theme, backend)
        self.reset.hide()
        self.forgot.toggled.connect(self.reset.setVisible)
        self.reset.done.connect(self._on_unlocked)
        holder = QWidget()
        holder.setFixedWidth(_WIDTH)
        column(
            Logo(theme, 40),
            Label(theme, self.tr("Locked"), Type.TITLE),
            Label(theme, self.tr("Orders still ring. Choose your name and type its PIN."), ink=Ink.TEXT2, wrap=True),
            FormRow(theme, self.tr("Name"), self.who),
            self.field,
            self.go,
            self.forgot,
            self.reset,
            spacing=12,
            inside=holder,
            margins=None,
        )
        whole = QVBoxLayout(self)
        whole.addStretch(1)
        # Stretches in place of an alignment: a text of two lines then has its height.
        middle = row(None, holder, None, spacing=None)
        fill(whole, middle, None)
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


class ScreenLock(QObject):
    """Watches the whole program for keys and clicks. `apply` takes what is in force."""

    changed = Signal()

    def __init__(self, theme: Theme, backend: Backend, window: QMainWindow, clock: Clock) -> None:
        super().__init__(window)
        self._theme, self._backend, self._window, self._clock = theme, backend, window, clock
        self._dispatcher = GuiDispatcher(self)
        self._state = PeopleState()
        self._page: LockPage | None = None
        self._hidden: list[QWidget] = []
        self._title = "Counterpart"
        self._idle_s = 0
        """The seconds without a key or a click after which it locks; 0 for never."""

        self._used_at = clock.since_boot()
        self._timer = make_timer(self, SECOND, self.lock_if_idle, repeats=True)
        self._is_asking = False

    @property
    def is_on(self) -> bool:
        """Whether the window is covered."""
        return self._page is not None

    @property
    def page(self) -> LockPage | None:
        return self._page

    def apply(self, state: PeopleState) -> None:
        """Covers or uncovers the window, and counts the idle minutes that are set now."""
        self._state = state
        if state.is_locked:
            self._cover()
        elif not self._is_asking:
            self._uncover()
        minutes = 0 if state.is_locked else state.lock_minutes
        self._idle_s = minutes * MINUTE // SECOND
        self._used_at = self._clock.since_boot()
        if minutes:
            self._timer.start()
        else:
            self._timer.stop()
        self._watch(on=bool(minutes) or self.is_on)

    @property
    def counts(self) -> bool:
        """Whether it counts idle minutes."""
        return self._timer.isActive()

    def lock_if_idle(self) -> bool:
        """Locks where nobody has used the program for the minutes that are set; whether it did."""
        if not self._idle_s or self.is_on or self._clock.since_boot() - self._used_at < self._idle_s:
            return False
        self._timer.stop()
        self.lock()
        return True

    def lock(self) -> None:
        """Covers the window at once; a lock that is refused uncovers it."""
        if not self.is_on:
            self._is_asking = True
            self._cover()
            self._watch(on=True)
            self._dispatcher.fetch(self._backend.people.lock(), self._on_locked, self._on_refused)

    def show_title(self, title: str) -> None:
        """Sets the title of the window; a locked one has it after the lock."""
        self._title = title
        if not self.is_on:
            self._window.setWindowTitle(title)

    def keep_covered(self) -> None:
        """After the window was built again."""
        if self.is_on:
            self._cover()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in USE_EVENTS and self.counts:
            # After a sleep of the computer a key can be here before the next look at the clock.
            if self.lock_if_idle():
                event.accept()  # a shortcut that is not accepted here would be carried out
                return True
            self._used_at = self._clock.since_boot()
        elif kind is QEvent.Type.Show and self.is_on and self._is_other_window(watched):
            QTimer.singleShot(0, self, self._hide_others)
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        if self._page is None:
            self._page = LockPage(self._theme, self._backend, self._window)
            self._page.unlocked.connect(self._uncover)
            self.changed.emit()
        self._page.show_people(self._state)
        self._hide_others()
        self._window.setWindowTitle("Counterpart")
        central = self._window.centralWidget()
        if central is not None:
            central.hide()
        self._page.cover()

    def _uncover(self) -> None:
        if self._page is None:
            return
        self._page.hide()
        self._page.deleteLater()
        self._page = None
        central = self._window.centralWidget()
        if central is not None:
            central.show()
        self._window.setWindowTitle(self._title)
        hidden, self._hidden = self._hidden, []
        for widget in hidden:
            _show_again(widget)
        self.changed.emit()

    def _hide_others(self) -> None:
        """Hides what is above the window: a dialog is shown again after the lock, a menu is not."""
        if not self.is_on:
            return
        for widget in list_windows():
            if widget.isVisible() and self._is_other_window(widget):
                widget.hide()
                if widget.windowType() is not Qt.WindowType.Popup:
                    self._hidden.append(widget)
                    widget.destroyed.connect(self._on_destroyed)
                    self._window.show()

    def _on_destroyed(self, gone: QObject) -> None:
        self._hidden = [widget for widget in self._hidden if widget is not gone]

    def _is_other_window(self, watched: QObject) -> bool:
        """A dialog, a menu or the first-start guide; not what the page itself opens."""
        if not isinstance(watched, QWidget) or not watched.isWindow() or watched is self._window:
            return False
        above: QWidget | None = watched
        while above is not None and above is not self._page:
            above = above.parentWidget()
        return above is None and watched.windowType() is not Qt.WindowType.ToolTip

    def _on_locked(self, _none: None) -> None:
        self._is_asking = False

    def _on_refused(self, _error: BackendError) -> None:
        """Without a PIN there is no lock: nobody could unlock it."""
        self._is_asking = False
        self._uncover()

    def _watch(self, *, on: bool) -> None:
        """Looks at each event of the program only where that is needed."""
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
            if on:
                application.installEventFilter(self)


def _show_again(widget: QWidget) -> None:
    """A dialog is opened, so that it is modal as before. Qt would select the whole text of the
    field that has the focus, and the next key would replace it.
    """
    if not isinstance(widget, QDialog):
        widget.show()
        return
    field = widget.focusWidget()
    if not isinstance(field, QLineEdit):
        widget.open()
        return
    at, begin, length = field.cursorPosition(), field.selectionStart(), field.selectionLength()
    widget.open()
    field.setCursorPosition(at)
    if begin >= 0:
        field.setSelection(begin, length)
