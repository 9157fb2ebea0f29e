"""The end of the session (log-off, shutdown): the service ends cleanly while the system waits, 10 s
at most.
"""

from __future__ import annotations

import ctypes
import logging
from typing import TypeVar

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QSessionManager, QWindow
from PySide6.QtWidgets import QApplication, QWidget

log = logging.getLogger(__name__)


Reachable = TypeVar("Reachable", QWidget, QWindow)


class Application(QApplication):
    """Emits `quit_asked` when the system wants it to quit, before its windows are
    asked to close.
    """

    quit_asked = Signal()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Quit:
            self.quit_asked.emit()
        return super().event(event)


def make_reachable(window: Reachable) -> Reachable:
    """Give a window its handle before it is shown. Windows and the set-up report the end to windows
    only, and Qt passes on what the tray's own window gets to nobody.
    """
    window.winId()
    return window


def allow_session_end(session: QSessionManager, window: int, reason: str) -> None:
    """Allows the end of the session; another program may still refuse, so nothing ends here.

    Windows gets a reason to wait longer than its 5 s. The program starts at the next log-in only if
    the owner wants it, not because the session restores it.
    """
    session.setRestartHint(QSessionManager.RestartHint.RestartNever)
    held = block_shutdown(window, reason)
    log.info("The session may end%s", "; the system waits for the service" if held else "")


def block_shutdown(window: int, reason: str) -> bool:
    """Makes Windows wait, with a reason; False if this is not Windows or it refuses."""
    loader = getattr(ctypes, "windll", None)
    return loader is not None and bool(loader.user32.ShutdownBlockReasonCreate(window, ctypes.c_wchar_p(reason)))
