"""Tab goes in reading order in a window whose controls were made in any order."""

from __future__ import annotations

from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
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
from ui.widgets.focus.reading_order import ReadingOrderMixin

W = TypeVar("W", bound=QWidget)


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
