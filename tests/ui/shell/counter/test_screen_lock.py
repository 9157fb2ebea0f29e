"""The lock: after idle minutes, over dialogs, by PIN only; at a start too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from service.domain.people import OWNER_ID
from service.domain.sentences import message
from service.domain.times import MINUTE
from service.store.staff import read_owner
from tests.ui.ready_shop import MARYAM, PASSPHRASE, PIN, ReadyShop
from tests.ui.widget_queries import texts
from ui.backend import BackendError
from ui.i18n.bidi import strip_marks
from ui.panes.orders.new_order import NewOrderDialog
from ui.panes.orders.orders_pane import OrdersPane
from ui.shell.counter.screen_lock import LockPage
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.frame.help_page import HelpPage
from ui.shell.frame.keyboard import KeyHelp
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey
from ui.widgets.window_use import list_windows

Settle = Callable[[], None]


@pytest.fixture
def locking(window: MainWindow, backend: ReadyShop, settle: Settle) -> MainWindow:
    backend.add_staff()
    backend.set_pin(OWNER_ID, MARYAM)
    backend.set(lock_minutes=5)
    backend.people.choose(MARYAM, PIN)
    settle()
    return window


def _content(window: MainWindow) -> QWidget:
    content = window.centralWidget()
    assert content is not None
    return content


def _page(window: MainWindow) -> LockPage:
    page = window.counter.lock.page
    assert page is not None
    return page


def test_after_the_idle_minutes_nothing_of_the_shop_can_be_read_or_reached(
    locking: MainWindow, backend: ReadyShop, settle: Settle, qtbot: QtBot
) -> None:
    backend.clock.turn(5 * MINUTE)
    qtbot.waitUntil(locking.is_locked, timeout=10_000)
    settle()
    assert "people.lock" in backend.answers.names()
    page = _page(locking)
    assert page.isVisible()
    assert page.geometry() == locking.rect()
    assert not _content(locking).isVisible()
    assert locking.windowTitle() == "Counterpart"
    locking.go(PaneKey.ORDERS)
    locking.choose_shop(1, staging=True)
    locking._run_command("person")
    settle()
    assert not _content(locking).isVisible()
    assert locking.windowTitle() == "Counterpart"


def test_a_moment_before_the_minutes_are_over_it_is_not_locked(locking: MainWindow, backend: ReadyShop) -> None:
    lock, clock = locking.counter.lock, backend.clock
    clock.turn(5 * MINUTE - 1)
    assert not lock.lock_if_idle()
    assert not locking.is_locked()
    clock.turn(1)
    assert lock.lock_if_idle()
    assert locking.is_locked()
    assert not lock.lock_if_idle(), "it is locked once"


@pytest.mark.parametrize(
    ("key", "held"),
    [(Qt.Key.Key_Shift, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)],
)
def test_a_key_begins_the_minutes_again(
    locking: MainWindow, backend: ReadyShop, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    """A shortcut too: of Ctrl 2 the program gets no key."""
    lock, clock = locking.counter.lock, backend.clock
    clock.turn(4 * MINUTE)
    QTest.keyClick(locking, key, held)
    clock.turn(5 * MINUTE - 1)
    assert not lock.lock_if_idle()
    clock.turn(1)
    assert lock.lock_if_idle()


def test_a_key_after_a_sleep_of_the_computer_locks_and_does_nothing_else(
    locking: MainWindow, backend: ReadyShop, settle: Settle
) -> None:
    """Timers do not count a sleep: who woke the computer had the window without a PIN."""
    locking.go(PaneKey.ORDERS)
    settle()
    backend.clock.turn(60 * MINUTE)
    QTest.keyClick(locking, Qt.Key.Key_F1)
    settle()
    assert locking.is_locked()
    assert not locking.findChildren(HelpPage)


def test_a_pin_unlocks_and_puts_its_person_at_the_counter(
    locking: MainWindow, backend: ReadyShop, settle: Settle
) -> None:
    locking.counter.lock.lock()
    settle()
    page = _page(locking)
    assert [strip_marks(page.who.itemText(row)) for row in range(page.who.count())] == ["Owner", "Maryam"]
    assert strip_marks(page.who.currentText()) == "Maryam"
    page.edit.setText("0000")
    QTest.keyClick(page.edit, Qt.Key.Key_Return)
    settle()
    assert "This PIN is wrong" in texts(page)
    assert page.edit.text() == ""
    page.who.setCurrentIndex(0)
    page.edit.setText("4711")
    page.go.click()
    settle()
    assert backend.answers.last("people.unlock_screen") == (0, "4711")
    assert not locking.is_locked()
    assert _content(locking).isVisible()


def test_a_forgotten_pin_is_removed_on_the_locked_page(locking: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    locking.counter.lock.lock()
    settle()
    page = _page(locking)
    assert not page.reset.isVisible()
    page.forgot.click()
    page.reset.passphrase.setText("no idea")
    page.reset.use.click()
    settle()
    assert page.reset.field.is_faulty
    assert locking.is_locked()
    page.reset.passphrase.setText(PASSPHRASE)
    page.reset.use.click()
    settle()
    assert not locking.is_locked()
    assert not backend.read(read_owner).has_pin


def test_a_dialog_is_hidden_by_the_lock_and_there_again_afterwards(locking: MainWindow, settle: Settle) -> None:
    locking.show_help()
    settle()
    help_ = next(one for one in locking.findChildren(HelpPage) if one.isVisible())
    locking.counter.lock.lock()
    settle()
    assert not help_.isVisible()
    locking.show_fault("ORD-1 was not accepted", BackendError(message("Too late.")))
    KeyHelp(locking._theme, locking).open()
    settle()
    dialogs = [one for one in list_windows() if isinstance(one, (KeyHelp, FaultDialog))]
    assert not any(one.isVisible() for one in dialogs)
    page = _page(locking)
    page.edit.setText("4711")
    page.go.click()
    settle()
    assert help_.isVisible()
    assert help_.isModal()


def test_the_title_names_the_open_pane_again_after_the_lock(locking: MainWindow, settle: Settle) -> None:
    locking.go(PaneKey.ORDERS)
    locking.counter.lock.lock()
    settle()
    assert locking.windowTitle() == "Counterpart"
    locking.go(PaneKey.CATALOGUE)
    assert locking.windowTitle() == "Counterpart"
    _page(locking).edit.setText("4711")
    _page(locking).go.click()
    settle()
    assert locking.windowTitle() == "Catalogue · Counterpart"


def test_the_next_key_after_the_lock_continues_the_text(locking: MainWindow, settle: Settle) -> None:
    """The whole text was selected, and the key replaced it."""
    locking.go(PaneKey.ORDERS)
    assert isinstance(locking.pane, OrdersPane)
    locking.pane.new()
    settle()
    (dialog,) = locking.findChildren(NewOrderDialog)
    dialog.customer.name.setFocus()
    QTest.keyClicks(dialog.customer.name, "Fati")
    locking.counter.lock.lock()
    settle()
    _page(locking).edit.setText("4711")
    _page(locking).go.click()
    settle()
    assert dialog.isVisible()
    QTest.keyClicks(dialog.customer.name, "ma")
    assert dialog.customer.name.text() == "Fatima"
    dialog.accept()
    settle()


@pytest.mark.qt_log_ignore(r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)")
def test_the_guide_is_hidden_by_the_lock_and_the_window_comes_in_its_place(
    locking: MainWindow, settle: Settle, qtbot: QtBot
) -> None:
    guide = QWidget()
    qtbot.addWidget(guide)
    guide.show()
    locking.hide()
    locking.counter.lock.lock()
    settle()
    assert (guide.isVisible(), locking.isVisible()) == (False, True)
    page = _page(locking)
    page.who.showPopup()
    settle()
    assert page.who.view().isVisible()
    page.who.hidePopup()
    page.edit.setText("4711")
    page.go.click()
    settle()
    assert guide.isVisible()


def test_a_lock_that_is_refused_uncovers_the_window(locking: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("people.lock", BackendError(message("Set a PIN first.")))
    locking.counter.lock.lock()
    settle()
    assert not locking.is_locked()
    assert _content(locking).isVisible()


def test_a_window_that_starts_locked_shows_nothing_before_the_pin(
    window: MainWindow, backend: ReadyShop, settle: Settle
) -> None:
    backend.set_pin(OWNER_ID)
    backend.set(lock_minutes=5)
    backend.guard.is_locked = True
    window.start()
    settle()
    assert window.is_locked()
    assert not _content(window).isVisible()


def test_without_minutes_no_event_is_watched(window: MainWindow) -> None:
    assert not window.counter.lock.counts
    assert not window.counter.lock.lock_if_idle()
