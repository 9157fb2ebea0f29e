"""Ends the program on signals of the system: SIGTERM, Ctrl-C, a console that closes. Each becomes
one signal of Qt in the GUI thread.
"""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication

from bridge.desktop.session_end import make_reachable

_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


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
