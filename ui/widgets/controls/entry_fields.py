"""Qt's own entry widgets in the style sheet's look: numbers, times, choices."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale, Qt, QTime
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDateEdit,
    QDateTimeEdit,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QTimeEdit,
)

from ui.theme import Theme, Type
from ui.theme.metrics import FIELD_HEIGHT
from ui.widgets.controls.value_fields import ComboBox, DateEdit, DateTimeEdit, DecimalSpinBox, SpinBox, TimeEdit

_MARGIN = 8


def spin_field(theme: Theme, lowest: int, highest: int, value: int, suffix: str = "") -> QSpinBox:
    """A whole number between two bounds."""
    field = SpinBox()
    field.setRange(lowest, highest)
    field.setValue(value)
    field.setSuffix(suffix)
    _style_field(theme, field)
    return field


def percent_field(theme: Theme, hundredths: int) -> QDoubleSpinBox:
    """A percentage from 0 to 100 with two decimals; read it with `hundredths_of`."""
    field = DecimalSpinBox()
    field.setLocale(QLocale.c())
    field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    field.setRange(0, 100)
    field.setDecimals(2)
    field.setSuffix(" %")
    field.setValue(hundredths / 100)
    _style_field(theme, field)
    return field


def hundredths_of(field: QDoubleSpinBox) -> int:
    """Hundredths of a percent."""
    return round(field.value() * 100)


def time_field(theme: Theme, minute_of_day: int) -> QTimeEdit:
    """A time of day as minutes after midnight; read it with `minute_of`."""
    field = TimeEdit(QTime(minute_of_day // 60, minute_of_day % 60))
    # before the format: Qt reverses it for Arabic
    field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    field.setDisplayFormat("HH:mm")
    _style_field(theme, field)
    return field


def minute_of(field: QTimeEdit) -> int:
    """Minutes after midnight."""
    return field.time().hour() * 60 + field.time().minute()


def moment_field(theme: Theme) -> QDateTimeEdit:
    """A local date and time."""
    field = DateTimeEdit()
    # before the format: Qt reverses it for Arabic
    field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    field.setDisplayFormat("yyyy-MM-dd HH:mm")
    field.setCalendarPopup(False)
    _style_field(theme, field)
    return field


def day_field(theme: Theme, day: date) -> QDateEdit:
    """A calendar day; read it with `day_of`."""
    field = DateEdit(QDate(day.year, day.month, day.day))
    # before the format: Qt reverses it for Arabic
    field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    field.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    field.setDisplayFormat("yyyy-MM-dd")
    field.setCalendarPopup(False)
    _style_field(theme, field)
    return field


def day_of(field: QDateEdit) -> date:
    """The chosen day."""
    chosen = field.date()
    return date(chosen.year(), chosen.month(), chosen.day())


def choice_field(theme: Theme, choices: tuple[tuple[str, str], ...], key: str = "") -> QComboBox:
    """One of several (key, text); read it with `currentData()`."""
    field = ComboBox()
    field.setFont(theme.font(Type.BODY))
    field.setFixedHeight(FIELD_HEIGHT)
    for each, text in choices:
        field.addItem(text, each)
    field.setCurrentIndex(max(0, field.findData(key)))
    return field


def _style_field(theme: Theme, field: QAbstractSpinBox) -> None:
    field.setFont(theme.font(Type.BODY))
    field.setFixedHeight(FIELD_HEIGHT)
    inner = field.findChild(QLineEdit)
    if inner is not None:
        inner.setTextMargins(_MARGIN, 0, _MARGIN, 0)
