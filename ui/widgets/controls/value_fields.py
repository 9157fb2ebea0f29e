"""Choices, numbers and times: the wheel does not change them, and they take Arabic digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDateEdit, QDateTimeEdit, QDoubleSpinBox, QSpinBox, QTimeEdit, QWidget

from ui.widgets.controls.typed_digits import AnyDigitsMixin

# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _WidgetBase = QWidget
else:
    _WidgetBase = object


class PageWheelMixin(_WidgetBase):
    """Leaves the wheel to what contains the field: Qt would change the value of a field that
    someone scrolls past. Name it before the widget's class.
    """

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ComboBox(PageWheelMixin, QComboBox):
    """One of several; its open list scrolls by the wheel."""


class SpinBox(PageWheelMixin, AnyDigitsMixin, QSpinBox):
    """A whole number."""


class DecimalSpinBox(PageWheelMixin, AnyDigitsMixin, QDoubleSpinBox):
    """A number with decimals."""


class TimeEdit(PageWheelMixin, AnyDigitsMixin, QTimeEdit):
    """A time of day."""


class DateEdit(PageWheelMixin, AnyDigitsMixin, QDateEdit):
    """A day."""


class DateTimeEdit(PageWheelMixin, AnyDigitsMixin, QDateTimeEdit):
    """A day and a time."""
