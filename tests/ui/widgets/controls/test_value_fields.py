"""The wheel scrolls the page and changes no value that is under the pointer."""

from __future__ import annotations

import ast
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

import ui
from tests.ui.widgets.scrolled_page import show_scrolled
from ui.theme import Theme
from ui.widgets import (
    Segment,
    Segmented,
    Tabs,
    choice_field,
    day_field,
    moment_field,
    percent_field,
    spin_field,
    time_field,
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
