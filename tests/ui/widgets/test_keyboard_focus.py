"""The focus when its control is disabled, hidden or built again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.screenshots.tab_order import find_tab_faults
from tests.ui.conftest import ShowWidget
from tests.ui.widget_queries import button
from ui.panes.settings.section import SectionButton
from ui.shell.frame.sidebar import NavButton
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.widgets import Button, column, row
from ui.widgets.dialog import ConfirmDialog
from ui.widgets.keyboard_focus import FocusRestorer, ReadingOrderMixin

W = TypeVar("W", bound=QWidget)
MAKES: list[Callable[[Theme], Button | NavButton | SectionButton]] = [
    lambda theme: Button(theme, "Save"),
    lambda theme: NavButton(theme, PaneKey.ORDERS),
    lambda theme: SectionButton(theme, "info", "About"),
]


class Window(ReadingOrderMixin, QWidget):
    """A window with its controls in reading order."""


def _walk(window: QWidget, key: Qt.Key = Qt.Key.Key_Tab, count: int = 4) -> list[str]:
    texts = []
    for _ in range(count):
        widget = QApplication.focusWidget()
        assert widget is not None
        QTest.keyClick(widget, key)
        after = QApplication.focusWidget()
        texts.append(after.accessibleName() if after is not None else "")
    return texts


def _named(widget: W, name: str) -> W:
    widget.setAccessibleName(name)
    return widget


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_what_is_built_again_has_the_place_of_the_one_before(
    show: ShowWidget, qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    window = Window()
    window.setLayoutDirection(direction)
    head, layout = QHBoxLayout(), QVBoxLayout(window)
    layout.addLayout(head)
    layout.addWidget(_named(QLineEdit(), "last"))
    second, first = _named(QPushButton(), "second"), _named(QPushButton(), "first")
    head.addWidget(second)
    head.insertWidget(0, first)
    show(window)
    qtbot.waitUntil(window.isActiveWindow)
    first.setFocus()
    assert _walk(window) == ["second", "last", "first", "second"]
    assert _walk(window, Qt.Key.Key_Backtab) == ["first", "last", "second", "first"]
    assert find_tab_faults(window) == []


def test_disabled_and_hidden_controls_and_other_choices_are_left_out(show: ShowWidget, qtbot: QtBot) -> None:
    window = Window()
    layout = QGridLayout(window)
    parts = {name: _named(QPushButton(), name) for name in ("off", "hidden", "begin")}
    choices = [_named(QRadioButton(), name) for name in ("one", "two", "three")]
    for place, widget in enumerate([*choices, *parts.values()]):
        layout.addWidget(widget, 5 - place, 0)
    parts["off"].setEnabled(False)
    choices[1].setChecked(True)
    show(window)
    parts["hidden"].hide()
    qtbot.waitUntil(window.isActiveWindow)
    parts["begin"].setFocus()
    assert _walk(window, count=3) == ["two", "begin", "two"]
    QTest.keyClick(choices[1], Qt.Key.Key_Down)
    assert choices[2].isChecked() or choices[0].isChecked()


def test_a_page_scrolls_to_the_control_that_tab_reaches(show: ShowWidget, qtbot: QtBot) -> None:
    window, page, area = Window(), QWidget(), QScrollArea()
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    inside, layout = QVBoxLayout(page), QVBoxLayout(window)
    top, low = _named(QPushButton(), "top"), _named(QPushButton(), "low")
    inside.addSpacing(3000)
    inside.addWidget(low)
    layout.addWidget(top)
    area.setWidget(page)
    layout.addWidget(area)
    show(window)
    qtbot.waitUntil(window.isActiveWindow)
    top.setFocus()
    assert _walk(window, count=1) == ["low"]
    assert area.viewport().rect().contains(low.mapTo(area.viewport(), low.rect().center()))


def repeat_return(widget: QWidget) -> None:
    """What the system sends while the key is held down."""
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", autorep=True)
    QApplication.sendEvent(widget, key)


@pytest.mark.parametrize("make", MAKES)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_and_the_space_bar_press_it(
    make: Callable[[Theme], Button], key: Qt.Key, theme: Theme, show: ShowWidget
) -> None:
    button = make(theme)
    show(button)
    presses: list[bool] = []
    button.clicked.connect(lambda: presses.append(True))
    QTest.keyClick(button, key)
    assert len(presses) == 1


def test_a_key_held_down_presses_it_once(theme: Theme, show: ShowWidget) -> None:
    button = Button(theme, "Save")
    show(button)
    presses: list[bool] = []
    button.clicked.connect(lambda: presses.append(True))
    QTest.keyClick(button, Qt.Key.Key_Return)
    repeat_return(button)
    assert len(presses) == 1


@pytest.fixture
def asked(theme: Theme, show: ShowWidget) -> Iterator[tuple[ConfirmDialog, list[str]]]:
    window = QWidget()
    window.resize(800, 500)
    show(window)
    done: list[str] = []
    dialog = ConfirmDialog(theme, window, "Accept it?", "The buyer is told.", "Accept", lambda: done.append("accepted"))
    dialog.rejected.connect(lambda: done.append("cancelled"))
    dialog.open()
    yield dialog, done
    window.close()  # it must live as long as its dialog


def test_enter_on_cancel_is_not_the_main_button(asked: tuple[ConfirmDialog, list[str]]) -> None:
    dialog, done = asked
    cancel = next(one for one in dialog.findChildren(Button) if one.text() == "Cancel")
    cancel.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(cancel, Qt.Key.Key_Return)
    assert done == ["cancelled"]


def test_the_enter_that_opened_a_dialog_does_not_answer_it(asked: tuple[ConfirmDialog, list[str]]) -> None:
    dialog, done = asked
    for widget in (dialog, dialog.confirm):
        repeat_return(widget)
    assert (done, dialog.isVisible()) == ([], True)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert done == ["accepted"]


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
        return button(self.bar, text)


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
