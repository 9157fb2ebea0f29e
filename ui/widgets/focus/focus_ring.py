"""The ring around what the keyboard is on, for the buttons that paint themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from ui.widgets.painting import is_keyboard_focus

# Beside a widget's own class Qt takes no second one of its kind,
# so at run time this is a plain class.
if TYPE_CHECKING:
    _WidgetBase = QWidget
else:
    _WidgetBase = object


class FocusRingMixin(_WidgetBase):
    """Stands before a Qt class among the bases of a widget,
    which paints a ring where `has_ring` says so.
    """

    _ring = False

    @property
    def has_ring(self) -> bool:
        """Whether it shows that the keyboard is on it."""
        return self._ring

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = is_keyboard_focus(event)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._ring = False
        super().focusOutEvent(event)
