"""The wheel scrolls the page and changes no value that is under the pointer."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTime
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QDateTimeEdit, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import ui
from tests.ui.conftest import ShowWidget
from tests.ui.widgets.scrolled_page import show_scrolled
from ui.theme import Theme
from ui.widgets import Segment, Segmented, Tabs
from ui.widgets.controls.value_fields import (
    TimeEdit,
    choice_field,
    day_field,
    moment_field,
    percent_field,
    spin_field,
    time_field,
    to_ascii_digits,
)

CHOICES = (("a", "One"), ("b", "Two"), ("c", "Three"))
SEGMENTS = tuple(Segment(*one) for one in CHOICES)
FIELDS: dict[str, Callable[[Theme], QWidget]] = {
    "choice": lambda theme: choice_field(theme, CHOICES, "b"),
    "number": lambda theme: spin_field(theme, 0, 100, 50),
    "percent": lambda theme: percent_field(theme, 5000),
    "time": lambda theme: time_field(theme, 12 * 60),
    "moment": moment_field,
    "day": lambda theme: day_field(theme, date(2026, 6, 15)),
    "segments": lambda theme: Segmented(theme, SEGMENTS, lambda _key: None, name="Which"),
    "tabs": lambda theme: Tabs(theme, tuple(text for _, text in CHOICES), "Which"),
}
RAW = {"QComboBox", "QSpinBox", "QDoubleSpinBox", "QTimeEdit", "QDateEdit", "QDateTimeEdit", "QSlider", "QDial"}


def _type(field: QAbstractSpinBox, text: str) -> None:
    for char in text:
        key = QKeyEvent(QEvent.Type.KeyPress, ord(char), Qt.KeyboardModifier.NoModifier, char)
        QApplication.sendEvent(field, key)
    field.interpretText()


def test_digits_of_any_script_become_those_of_code() -> None:
    assert to_ascii_digits("٣٠ ۴٥٫٥ 1.5 د.ب ½") == "30 45.5 1.5 د.ب ½"


def test_numbers_times_and_days_are_typed_on_an_arabic_keyboard(theme: Theme, show: ShowWidget) -> None:
    """Each key did nothing, and nothing said why."""
    number, percent = spin_field(theme, 1, 999, 90, " MB"), percent_field(theme, 1000)
    time, day, moment = time_field(theme, 0), day_field(theme, date(2026, 11, 14)), moment_field(theme)
    for field, typed, text in (
        (number, "٣٠", "30 MB"),
        (percent, "٢٫٥", "2.50 %"),
        (time, "٠٧٤٥", "07:45"),
        (day, "٢٠٢٥", "2025-11-14"),
        (moment, "٢٠٢٥", "2025-01-01 00:00"),
    ):
        show(field)
        field.setFocus()
        if isinstance(field, QDateTimeEdit):
            field.setSelectedSection(field.sectionAt(0))
        else:
            field.selectAll()
        _type(field, typed)
        assert field.text() == text


@pytest.mark.parametrize("pasted", ["٤٠", "۴۰", "40"])
def test_a_number_is_pasted_in_any_digits(theme: Theme, pasted: str) -> None:
    field = spin_field(theme, 1, 999, 90)
    inner = field.findChild(QLineEdit)
    assert inner is not None
    inner.selectAll()
    QGuiApplication.clipboard().setText(pasted)
    inner.paste()
    field.interpretText()
    assert field.value() == 40


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


def _value(field: QWidget) -> object:
    properties = ("currentIndex", "value", "dateTime")
    return [field.property(name) for name in properties if field.property(name) is not None]


def _scroll_over(field: QWidget) -> None:
    at = field.mapTo(field.window(), field.rect().center())
    QTest.wheelEvent(field.window().windowHandle(), QPointF(at), QPoint(0, -120))


@pytest.mark.parametrize("focused", [False, True])
@pytest.mark.parametrize("kind", FIELDS)
def test_scrolling_past_a_field_scrolls_the_page(kind: str, focused: bool, theme: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    layout = QVBoxLayout(page)
    field = FIELDS[kind](theme)
    below = QWidget()
    below.setFixedHeight(2000)
    layout.addWidget(field)
    layout.addWidget(below)
    area = show_scrolled(page, qtbot)
    if focused:
        field.setFocus()
    before = _value(field)
    assert before
    _scroll_over(field)
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() > 0)
    assert _value(field) == before


def test_no_field_of_the_window_is_one_that_the_wheel_changes() -> None:
    for file in Path(ui.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in RAW, f"{file.name}:{node.lineno}: take it from value_fields"
