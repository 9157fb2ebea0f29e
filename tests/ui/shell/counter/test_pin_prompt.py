"""The question for the owner's PIN, and the support view that it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from service.domain.changes import ChangeKind
from tests.ui.fake import FakeBackend
from tests.ui.fake.fake_people import MARYAM, STAFF
from tests.ui.panes.webhooks.widget_queries import dialog, is_nowhere, texts
from ui.shell.counter.pin_prompt import PinDialog
from ui.shell.counter.support_strip import SupportStrip
from ui.shell.main_window import MainWindow

Settle = Callable[[], None]
WITH_PIN = replace(STAFF, owner=replace(STAFF.owner, has_pin=True), staff=(replace(MARYAM, has_pin=True),))


@pytest.fixture
def asked(window: MainWindow, backend: FakeBackend, settle: Settle) -> PinDialog:
    backend.people.asks[-1]()
    settle()
    return dialog(PinDialog)


def test_a_wrong_pin_stays_in_the_question_and_a_right_one_closes_it(
    asked: PinDialog, backend: FakeBackend, settle: Settle
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
    assert is_nowhere("4711")


def test_closing_the_question_gives_up(asked: PinDialog, backend: FakeBackend, settle: Settle) -> None:
    QTest.keyClick(asked, Qt.Key.Key_Escape)
    settle()
    assert backend.people.given_up


def test_a_name_with_a_pin_is_asked_for_it(window: MainWindow, backend: FakeBackend, settle: Settle) -> None:
    backend.people.state = WITH_PIN
    backend.tell(ChangeKind.PEOPLE)
    settle()
    window.counter._choose(WITH_PIN.staff[0])
    shown = dialog(PinDialog)
    shown.edit.setText("4711")
    shown.action.click()
    settle()
    assert backend.answers.last("people.choose") == (1, "4711")


def test_the_support_view_has_a_strip_and_is_left_by_pin(
    window: MainWindow, backend: FakeBackend, settle: Settle
) -> None:
    backend.people.state = WITH_PIN
    window.counter._switch_support_view()
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
