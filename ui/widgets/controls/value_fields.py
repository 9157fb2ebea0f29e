"""Fields for numbers, times, days and choices, with Arabic digits too."""

from __future__ import annotations

import unicodedata
from datetime import date
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDate, QEvent, QLocale, QObject, Qt, QTime
from PySide6.QtGui import QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDateEdit,
    QDateTimeEdit,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QTimeEdit,
    QWidget,
)

from ui.theme import Theme, Type
from ui.theme.metrics import FIELD_HEIGHT

_MARGIN = 8


# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _FieldBase = QAbstractSpinBox
else:
    _FieldBase = object

_ARABIC_POINT = "\u066b"


def to_ascii_digits(text: str) -> str:
    """٣٠ as 30, and the Arabic decimal point as a point; all else stays."""
    if text.isascii():
        return text
    digits = (str(unicodedata.decimal(char, char)) for char in text)
    return "".join(digits).replace(_ARABIC_POINT, ".")


class AnyDigitsMixin(_FieldBase):
    """Qt silently refuses digits other than the locale's. Name it before the widget's class."""

    def validate(self, text: str, at: int, /) -> tuple[QValidator.State, str, int]:
        return super().validate(to_ascii_digits(text), at)


# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _WidgetBase = QWidget
    _TimeBase = QDateTimeEdit
else:
    _WidgetBase = _TimeBase = object


class PageWheelMixin(_WidgetBase):
    """Leaves the wheel to what contains the field: Qt would change the value of a field that
    someone scrolls past. Name it before the widget's class.
    """

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class SectionMixin(_TimeBase):
    """Typed digits replace the section that was clicked, or the first one if all are selected: Qt
    refuses them without a word. Name it before the widget's class.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - those of the widget
        super().__init__(*args, **kwargs)
        self.lineEdit().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent, /) -> bool:
        if event.type() is QEvent.Type.MouseButtonRelease and not self.lineEdit().hasSelectedText():
            self.setSelectedSection(self.currentSection())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent, /) -> None:
        edit = self.lineEdit()
        if event.text().isdecimal() and edit.selectedText() == edit.text():
            self.setCurrentSectionIndex(0)
            self.setSelectedSection(self.currentSection())
        super().keyPressEvent(event)


class ComboBox(PageWheelMixin, QComboBox):
    """One of several; its open list scrolls by the wheel."""


class SpinBox(PageWheelMixin, AnyDigitsMixin, QSpinBox):
    """A whole number."""


class DecimalSpinBox(PageWheelMixin, AnyDigitsMixin, QDoubleSpinBox):
    """A number with decimals."""


class TimeEdit(PageWheelMixin, SectionMixin, AnyDigitsMixin, QTimeEdit):
    """A time of day."""


class DateEdit(PageWheelMixin, SectionMixin, AnyDigitsMixin, QDateEdit):
    """A day."""


class DateTimeEdit(PageWheelMixin, SectionMixin, AnyDigitsMixin, QDateTimeEdit):
    """A day and a time."""


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
