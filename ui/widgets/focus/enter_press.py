"""Enter presses the button that has the focus, as it does in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton

# A widget's class can have only one Qt base class, so at run time this is a plain class.
if TYPE_CHECKING:
    _ButtonBase = QAbstractButton
else:
    _ButtonBase = object


class EnterPressMixin(_ButtonBase):
    """Put it before a Qt button in the bases of a widget. On Windows Qt's buttons know Space only,
    and Enter on "Cancel" would press the main button of its dialog.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.click()
