"""Enter on the button that has the focus, alone and in a dialog with a main button."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.conftest import ShowWidget
from ui.panes.settings.setting_rows import SectionButton
from ui.shell.frame.sidebar import NavButton
from ui.shell.pane_context import PaneKey
from ui.theme import Theme
from ui.widgets import Button
from ui.widgets.dialogs.confirm_dialog import ConfirmDialog

MAKES: list[Callable[[Theme], Button | NavButton | SectionButton]] = [
    lambda theme: Button(theme, "Save"),
    lambda theme: NavButton(theme, PaneKey.ORDERS),
    lambda theme: SectionButton(theme, "info", "About"),
]


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
