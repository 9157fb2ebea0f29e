"""Exceptions that nobody caught: to the program log, and to a dialog with text to copy
(desktop §3.7).
"""

from __future__ import annotations

import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QWidget

from service.domain.redaction import redact_text
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.theme import Theme

_SENTENCE = "Counterpart made a mistake. Your data is safe; copy the details for support."


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


class UnhandledErrorHook(QObject):
    """Passes each one to the earlier hook and the log, and then emits `happened` in
    the GUI thread.
    """

    happened = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._previous_hook, self._previous_thread_hook = sys.excepthook, threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception

    def close(self) -> None:
        """Restores the earlier hooks."""
        sys.excepthook, threading.excepthook = self._previous_hook, self._previous_thread_hook

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._previous_hook(kind, error, trace)
        self._emit_error(kind, error, trace)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        self._previous_thread_hook(args)
        if args.exc_value is not None:
            self._emit_error(args.exc_type, args.exc_value, args.exc_traceback)

    def _emit_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        details = redact_text("".join(traceback.format_exception(kind, error, trace)))
        self.happened.emit(BackendError(_SENTENCE, code=ErrorCode.BUG, details=details))
