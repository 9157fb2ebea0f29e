"""The end of the session (log-off, shutdown):
the service ends cleanly while the system waits, 10 s at most.
"""

from __future__ import annotations

import ctypes
import logging

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QSessionManager
from PySide6.QtWidgets import QApplication

log = logging.getLogger(__name__)


class Application(QApplication):
    """Says `quit_asked` when the system wants it to quit,
    before its windows are asked whether they close.
    """

    quit_asked = Signal()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Quit:
            self.quit_asked.emit()
        return super().event(event)


def allow_session_end(session: QSessionManager, window: int, reason: str) -> None:
    """The system asks whether the session may end;
    somebody else may still say no, so nothing ends here.

    Windows is told what there is to finish: it then waits longer than its 5 s. The program comes
    back at the next log-in by its owner's wish alone, not by the session's memory.
    """
    session.setRestartHint(QSessionManager.RestartHint.RestartNever)
    held = block_shutdown(window, reason)
    log.info("The session may end%s", "; the system waits for the service" if held else "")


def block_shutdown(window: int, reason: str) -> bool:
    """Has Windows wait, and say for what; False where there is no Windows or it refuses."""
    loader = getattr(ctypes, "windll", None)
    return loader is not None and bool(loader.user32.ShutdownBlockReasonCreate(window, ctypes.c_wchar_p(reason)))
