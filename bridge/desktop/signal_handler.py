"""Ends the program on signals: SIGTERM, Ctrl-C, a console that closes. Each becomes one call in the
GUI thread.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtWidgets import QApplication

_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


class SignalHandler(QObject):
    """Wakes Qt through a socket, since Python runs its signal handlers only when it runs Python
    code.
    """

    def __init__(self, app: QApplication, on_signal: Callable[[], None]) -> None:
        super().__init__(app)
        self._on_signal = on_signal
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

    def _on_wakeup(self) -> None:
        self._read.recv(64)
        self._on_signal()
