"""The focus when its control is disabled, hidden or built again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import Button, column, row
from ui.widgets.focus.focus_restorer import FocusRestorer


class Page(QWidget):
    """A bar of buttons next to a replacement of a list, and a side bar that is not restored."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme, self.about = theme, "one"
        self.side = Button(theme, "Side")
        self.root = QWidget()
        self.bar = QWidget()
        self.buttons = row()
        self.bar.setLayout(self.buttons)
        self.list = Button(theme, "List")
        self.root.setLayout(column(self.list, self.bar))
        self.setLayout(row(self.side, self.root))
        self.keeper = FocusRestorer(theme, self.root, lambda: self.list, lambda: self.about)
        self.fill("Accept", "Reject")

    def fill(self, *texts: str) -> None:
        while self.buttons.count():
            item = self.buttons.takeAt(0)
            old = item.widget() if item else None
            if old is not None:
                old.hide()
                old.deleteLater()
        for text in texts:
            self.buttons.addWidget(Button(self.theme, text))

    def button(self, text: str) -> Button:
        return next(one for one in self.bar.findChildren(Button) if one.text() == text and one.isVisible())


def focused() -> str:
    widget = QApplication.focusWidget()
    return widget.accessibleName() if widget is not None else "nothing"


@pytest.fixture
def page(theme: Theme, show: ShowWidget, qtbot: QtBot, settle: Callable[[], None]) -> Page:
    page = Page(theme)
    show(page)
    page.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is page)
    page.button("Accept").setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    return page


def test_buttons_that_are_built_anew_keep_the_focus_at_their_first(page: Page, settle: Callable[[], None]) -> None:
    page.fill("Mark ready", "Cancel")
    settle()
    assert focused() == "Mark ready"
    assert page.button("Mark ready").has_ring


def test_a_focus_that_code_chooses_stays_where_it_came_by_chance(page: Page, settle: Callable[[], None]) -> None:
    page.button("Accept").setEnabled(False)
    settle()
    assert focused() == "Reject"
    page.keeper.choose(page.button("Reject"))
    page.button("Accept").setEnabled(True)
    settle()
    assert focused() == "Reject"


def test_the_one_made_in_its_place_is_found_by_its_name(page: Page, settle: Callable[[], None]) -> None:
    page.fill("Print", "Accept")
    settle()
    assert focused() == "Accept"


def test_a_control_that_is_disabled_for_a_while_gets_the_focus_back(page: Page, settle: Callable[[], None]) -> None:
    page.button("Accept").setEnabled(False)
    settle()
    assert focused() == "Reject"
    page.button("Accept").setEnabled(True)
    settle()
    assert focused() == "Accept"


def test_a_control_that_is_disabled_for_a_moment_gets_the_focus_back(page: Page, settle: Callable[[], None]) -> None:
    page.button("Accept").setEnabled(False)
    page.button("Accept").setEnabled(True)
    assert focused() != "Accept"
    settle()
    assert focused() == "Accept"
    assert page.button("Accept").has_ring


def test_a_control_that_is_disabled_after_the_focus_went_elsewhere_does_not_call_it_back(
    page: Page, settle: Callable[[], None]
) -> None:
    page.side.setFocus()
    page.button("Accept").setEnabled(False)
    page.button("Accept").setEnabled(True)
    settle()
    assert focused() == "Side"


def test_a_whole_bar_that_rests_gets_it_back_too(page: Page, settle: Callable[[], None]) -> None:
    page.bar.setEnabled(False)
    settle()
    assert focused() == "List"
    page.fill("Mark ready")
    page.bar.setEnabled(True)
    settle()
    assert focused() == "Mark ready"


def test_buttons_of_another_thing_do_not_get_it(page: Page, settle: Callable[[], None]) -> None:
    page.about = "two"
    page.fill("Accept")
    settle()
    assert focused() == "List"


def test_who_has_gone_elsewhere_meanwhile_stays_there(page: Page, settle: Callable[[], None]) -> None:
    page.button("Accept").setEnabled(False)
    settle()
    page.side.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    page.button("Accept").setEnabled(True)
    settle()
    assert focused() == "Side"


def test_what_is_taken_while_a_dialog_is_open_is_seen_when_it_closes(
    page: Page, theme: Theme, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    dialog = Button(theme, "Dialog")
    dialog.setWindowFlag(Qt.WindowType.Dialog)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    page.fill("Mark ready")
    settle()
    dialog.close()
    page.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is page)
    settle()
    assert focused() == "Mark ready"


def test_code_that_moves_the_focus_and_then_hides_the_control_decides(page: Page, settle: Callable[[], None]) -> None:
    page.list.setFocus()
    page.button("Accept").hide()
    settle()
    assert focused() == "List"


def test_code_that_hides_the_control_and_then_moves_the_focus_decides(page: Page, settle: Callable[[], None]) -> None:
    page.button("Accept").hide()
    page.list.setFocus()
    settle()
    assert focused() == "List"


def test_a_button_that_a_quick_press_disables_gets_the_focus_back(page: Page, settle: Callable[[], None]) -> None:
    """The press and what it does come in one go, as from a touch screen or on a busy computer."""
    page.button("Reject").clicked.connect(lambda: page.button("Reject").setEnabled(False))
    QTest.mouseClick(page.button("Reject"), Qt.MouseButton.LeftButton)
    settle()
    assert focused() != "Reject"
    page.button("Reject").setEnabled(True)
    settle()
    assert focused() == "Reject"


def test_a_button_that_a_quick_press_replaces_leaves_the_focus_to_its_successor(
    page: Page, settle: Callable[[], None]
) -> None:
    page.fill("Accept", "Reject", "Print")
    settle()
    page.button("Accept").setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    page.button("Print").clicked.connect(lambda: page.fill("Accept", "Print"))
    QTest.mouseClick(page.button("Print"), Qt.MouseButton.LeftButton)
    settle()
    assert focused() == "Print"


def test_a_quick_press_after_the_focus_was_lost_is_where_it_stays(page: Page, settle: Callable[[], None]) -> None:
    page.button("Accept").setEnabled(False)
    settle()
    page.button("Reject").clicked.connect(lambda: page.button("Reject").setEnabled(False))
    page.list.setFocus(Qt.FocusReason.MouseFocusReason)
    settle()
    QTest.mouseClick(page.button("Reject"), Qt.MouseButton.LeftButton)
    settle()
    page.button("Accept").setEnabled(True)
    page.button("Reject").setEnabled(True)
    settle()
    assert focused() == "Reject"
