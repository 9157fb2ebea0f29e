"""The end from outside: of the session (log-off, shutdown), by a signal, by a closing console."""

from __future__ import annotations

import ctypes
import logging
import signal
import socket
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Signal
from PySide6.QtGui import QSessionManager, QWindow
from PySide6.QtWidgets import QApplication, QWidget

log = logging.getLogger(__name__)


Reachable = TypeVar("Reachable", QWidget, QWindow)
_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


class Application(QApplication):
    """Emits `quit_asked` when the system asks it to quit, before its windows are asked to close."""

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


class SignalHandler(QObject):
    """Wakes Qt through a socket, since Python runs its signal handlers only when it runs Python
    code. One that comes before the event loop runs is reported when it does. Windows and the set-up
    tell a window instead, and this has one before there is any other.
    """

    received = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._reachable = make_reachable(QWindow())
        self._read, self._write = socket.socketpair()
        for end_of_pair in (self._read, self._write):
            end_of_pair.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_wakeup)
        signal.set_wakeup_fd(self._write.fileno())
        for name in _SIGNALS:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), lambda *_: None)

    def close(self) -> None:
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._read.close()
        self._write.close()
        self._reachable.destroy()

    def _on_wakeup(self) -> None:
        self._read.recv(64)
        self.received.emit()
