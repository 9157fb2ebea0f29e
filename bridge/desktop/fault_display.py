"""Shows the exceptions that nobody caught, one at a time."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QWidget

from ui.backend.backend_errors import BackendError
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.theme import Theme


class FaultDisplay(QObject):
    """A fault that repeats every second must not cover the window."""

    def __init__(self, theme: Theme, clipboard: QClipboard, parent: QObject) -> None:
        super().__init__(parent)
        self._theme, self._clipboard = theme, clipboard
        self._is_open = False

    def show(self, window: QWidget, error: BackendError) -> None:
        """Opens the dialog unless one is open."""
        if not self._is_open:
            self._is_open = True
            dialog = FaultDialog(self._theme, window, error, self._clipboard)
            dialog.finished.connect(self._on_closed)
            dialog.open()

    def _on_closed(self) -> None:
        self._is_open = False
