"""The focus ring for buttons that paint themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from ui.widgets.painting import is_keyboard_focus

# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _WidgetBase = QWidget
else:
    _WidgetBase = object


class FocusRingMixin(_WidgetBase):
    """Put it before a Qt class in the bases of a widget, which paints a ring if `has_ring`."""

    _ring = False

    @property
    def has_ring(self) -> bool:
        """Whether it shows that it has the focus."""
        return self._ring

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = is_keyboard_focus(event)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ring = False
        super().focusOutEvent(event)
