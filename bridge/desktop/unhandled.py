"""Exceptions that nobody caught: to the program log, and to a dialog that can be copied (DESKTOP.md)."""

from __future__ import annotations

import sys
import threading
import traceback
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from service.domain.blotting import blot_text
from ui.backend.errors import BackendError, ErrorCode

_SENTENCE = "Counterpart made a mistake. Your data is safe; copy the details for support."


class Unhandled(QObject):
    """Passes each one on to whoever listened before, the log, and then says `happened` in the GUI thread."""

    happened = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before, self._before_in_thread = sys.excepthook, threading.excepthook
        sys.excepthook = self._heard
        threading.excepthook = self._heard_in_thread

    def close(self) -> None:
        """The listeners before it are back in their place."""
        sys.excepthook, threading.excepthook = self._before, self._before_in_thread

    def _heard(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._before(kind, error, trace)
        self._tell(kind, error, trace)

    def _heard_in_thread(self, args: threading.ExceptHookArgs) -> None:
        self._before_in_thread(args)
        if args.exc_value is not None:
            self._tell(args.exc_type, args.exc_value, args.exc_traceback)

    def _tell(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        details = blot_text("".join(traceback.format_exception(kind, error, trace)))
        self.happened.emit(BackendError(_SENTENCE, code=ErrorCode.BUG, details=details))
