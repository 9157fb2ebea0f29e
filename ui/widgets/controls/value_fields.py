"""Choices, numbers and times: the wheel does not change them, and they take Arabic digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QDateEdit, QDateTimeEdit, QDoubleSpinBox, QSpinBox, QTimeEdit, QWidget

from ui.widgets.controls.typed_digits import AnyDigitsMixin

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
