"""Fields of times and days take typed digits wherever they were clicked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QTime
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import time_field
from ui.widgets.controls.value_fields import TimeEdit


@pytest.fixture
def field(theme: Theme, show: ShowWidget, qtbot: QtBot) -> TimeEdit:
    field = time_field(theme, 2 * 60)
    assert isinstance(field, TimeEdit)
    show(field)
    field.activateWindow()
    qtbot.waitUntil(field.isActiveWindow)
    return field


def _click(field: TimeEdit, at: int) -> None:
    """Clicks before the character of that number."""
    edit = field.lineEdit()
    place = next(
        QPoint(x, edit.height() // 2) for x in range(edit.width()) if edit.cursorPositionAt(QPoint(x, 9)) == at
    )
    QTest.mouseClick(edit, Qt.MouseButton.LeftButton, pos=place)


@pytest.mark.parametrize(("at", "typed", "expected"), [(1, "0745", QTime(7, 45)), (4, "30", QTime(2, 30))])
def test_digits_replace_the_section_that_was_clicked(field: TimeEdit, at: int, typed: str, expected: QTime) -> None:
    _click(field, at)
    QTest.keyClicks(field, typed)
    assert field.time() == expected


def test_digits_replace_a_time_that_is_selected_whole(field: TimeEdit) -> None:
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, "0745")
    assert field.time() == QTime(7, 45)


def test_what_was_selected_with_the_mouse_can_be_copied(field: TimeEdit) -> None:
    field.setFocus()
    field.lineEdit().selectAll()
    QTest.mouseRelease(field.lineEdit(), Qt.MouseButton.LeftButton)
    assert field.lineEdit().selectedText() == "02:00"
