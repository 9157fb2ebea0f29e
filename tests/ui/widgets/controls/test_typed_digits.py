"""Numbers, times and dates typed or pasted with Arabic digits."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QDateTimeEdit, QLineEdit

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import percent_field, spin_field, time_field
from ui.widgets.controls.entry_fields import day_field, moment_field
from ui.widgets.controls.typed_digits import to_ascii_digits


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
