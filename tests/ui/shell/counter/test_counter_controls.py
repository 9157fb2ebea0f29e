"""The button for who is at the counter: its text, its menu by keyboard, and a choice that fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from service.domain.people import OWNER_ID
from service.domain.sentences import message
from service.store.staff import write_at_counter
from tests.ui.ready_shop import MARYAM, OLD_HAND, ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n.bidi import strip_marks
from ui.panes.settings.settings_pane import SettingsPane
from ui.shell.counter.counter_controls import PersonButton
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.main_window import MainWindow

Settle = Callable[[], None]
opens_a_menu = pytest.mark.qt_log_ignore(
    r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)"
)


@pytest.fixture
def button(window: MainWindow, backend: ReadyShop, settle: Settle) -> PersonButton:
    backend.add_staff()
    settle()
    return window.findChildren(PersonButton)[-1]


def _menu(button: PersonButton) -> QMenu:
    return next(menu for menu in button.findChildren(QMenu) if menu.isVisible())


def test_without_staff_the_button_has_no_text_but_a_name(window: MainWindow) -> None:
    button = window.findChildren(PersonButton)[-1]
    assert button.text() == ""
    assert button.accessibleName() == "At the counter: Owner"


@opens_a_menu
def test_a_name_is_chosen_by_keyboard(
    window: MainWindow, button: PersonButton, backend: ReadyShop, settle: Settle
) -> None:
    window._run_command("person")
    menu = _menu(button)
    assert [strip_marks(action.text()) for action in menu.actions()] == [
        "Owner", "Ali", "Maryam", "", "Add or change names…", "Support view",
    ]  # fmt: skip
    assert [action.isChecked() for action in menu.actions()][:3] == [True, False, False]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(menu, key)
    settle()
    assert backend.answers.last("people.choose") == (MARYAM,)
    assert strip_marks(button.text()) == "Maryam"
    assert strip_marks(button.accessibleName()) == "At the counter: Maryam"


def test_nobody_chosen_asks_for_a_name(button: PersonButton, backend: ReadyShop, settle: Settle) -> None:
    backend.set_pin(OWNER_ID)
    backend.change_people(lambda tx: write_at_counter(tx, OLD_HAND))
    settle()
    assert button.text() == "Choose a name"


@opens_a_menu
def test_a_choice_that_fails_says_why(
    window: MainWindow, button: PersonButton, backend: ReadyShop, settle: Settle
) -> None:
    backend.answers.fail("people.choose", BackendError(message("The disk is full."), code=ErrorCode.DISK_FULL))
    button.open_menu()
    _menu(button).actions()[1].trigger()
    settle()
    assert any(dialog.isVisible() for dialog in window.findChildren(FaultDialog))
    assert strip_marks(button.accessibleName()) == "At the counter: Owner"


@opens_a_menu
def test_the_last_line_opens_the_settings_of_people(window: MainWindow, button: PersonButton, settle: Settle) -> None:
    button.open_menu()
    _menu(button).actions()[-2].trigger()
    settle()
    assert isinstance(window.pane, SettingsPane)
    assert window.pane.chosen == "people"
