"""The question for the owner's PIN, and the support view that it ends."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from service.domain.people import OWNER_ID
from service.store.staff import get_person
from tests.ui.ready_shop import MARYAM, ReadyShop
from tests.ui.widget_queries import dialog, is_nowhere, texts
from ui.backend import BackendError, ErrorCode
from ui.backend.access import Access
from ui.panes.catalogue.item_editor import ItemEditor
from ui.shell.counter.counter_controls import SupportStrip
from ui.shell.counter.pin_prompt import PinDialog, ResetPinDialog
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import NEW_PART, PaneKey
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]


def ask(backend: ReadyShop) -> Future[str]:
    """A protected call that waits for the PIN."""

    def begin() -> Future[str]:
        answer: Future[str] = Future()
        answer.set_result("done")
        return answer

    backend.set_pin(OWNER_ID)
    return backend.guard.call(Access.PROTECTED, begin)


@pytest.fixture
def waiting(window: MainWindow, backend: ReadyShop) -> Future[str]:
    return ask(backend)


@pytest.fixture
def asked(waiting: Future[str], settle: Settle) -> PinDialog:
    settle()
    return dialog(PinDialog)


def test_a_wrong_pin_stays_in_the_question_and_a_right_one_closes_it(
    asked: PinDialog, waiting: Future[str], backend: ReadyShop, settle: Settle
) -> None:
    asked.edit.setText("1234")
    QTest.keyClick(asked.edit, Qt.Key.Key_Return)
    settle()
    assert "This PIN is wrong. 4 tries are left before a wait." in texts(asked)
    assert asked.edit.text() == ""
    asked.edit.setText("4711")
    asked.action.click()
    settle()
    assert backend.answers.last("people.unlock") == ("4711",)
    assert waiting.result(0) == "done"
    assert is_nowhere("4711")


def test_closing_the_question_gives_up(asked: PinDialog, waiting: Future[str], settle: Settle) -> None:
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    settle()
    with pytest.raises(BackendError, match="The PIN was not entered"):
        waiting.result(0)


def test_a_forgotten_pin_is_removed_by_the_administrator_and_what_waited_goes_on(
    asked: PinDialog, waiting: Future[str], backend: ReadyShop, settle: Settle
) -> None:
    asked.forgot.click()
    settle()
    dialog(ResetPinDialog).reset.administrator.click()
    settle()
    assert backend.answers.last("people.reset_pin") == (None,)
    assert not backend.guard.has_pin
    assert waiting.result(0) == "done", "it had to be pressed again"
    assert not [one for one in QApplication.topLevelWidgets() if isinstance(one, PinDialog) and one.isVisible()]


def test_a_name_with_a_pin_is_asked_for_it(window: MainWindow, backend: ReadyShop, settle: Settle) -> None:
    backend.add_staff()
    backend.set_pin(OWNER_ID, MARYAM)
    settle()
    window.counter._choose(backend.read(lambda db: get_person(db, MARYAM)))
    shown = dialog(PinDialog)
    shown.edit.setText("4711")
    shown.action.click()
    settle()
    assert backend.answers.last("people.choose") == (1, "4711")


def test_the_support_view_has_a_strip_and_is_left_by_pin(
    window: MainWindow, backend: ReadyShop, settle: Settle
) -> None:
    backend.set_pin(OWNER_ID)
    settle()
    window.counter._switch_support_view()
    dialog(ConfirmDialog).confirm.click()
    settle()
    strip = next(one for one in window.findChildren(SupportStrip) if one.isVisible())
    assert "nothing can be changed" in strip.accessibleName()
    strip.leave.click()
    shown = dialog(PinDialog)
    shown.edit.setText("4711")
    shown.action.click()
    settle()
    assert backend.answers.last("people.leave_support_view") == ("4711",)
    assert not [one for one in window.findChildren(SupportStrip) if one.isVisible()]


@pytest.mark.parametrize("by_key", [True, False])
@pytest.mark.parametrize("asked_late", [True, False])
def test_the_pressed_button_has_the_keyboard_after_the_question_was_closed(
    window: MainWindow, backend: ReadyShop, settle: Settle, qapp: QApplication, by_key: bool, asked_late: bool
) -> None:
    """It was on the part number."""
    window.go(PaneKey.CATALOGUE, NEW_PART)
    settle()
    editor = dialog(ItemEditor)
    editor.fields.edits["sku"].setText("A-1")
    editor.fields.edits["name"].setText("Wiper")
    backend.answers.hold("catalogue.save")
    editor.save.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    if by_key:
        QTest.keyClick(editor.save, Qt.Key.Key_Space)
    else:
        QTest.mouseClick(editor.save, Qt.MouseButton.LeftButton)
    if asked_late:
        settle()
    ask(backend)
    settle()
    backend.answers.fail("catalogue.save", BackendError("closed", code=ErrorCode.PIN_NEEDED))
    QTest.keyClick(dialog(PinDialog), Qt.Key.Key_Escape)
    backend.answers.release("catalogue.save")
    settle()
    assert qapp.focusWidget() is editor.save
