"""The program as users start it, in a process that also reports the positions on its screen.

`python -m tests.desktop.instrumented_program SOCKET ARGUMENTS...`: SOCKET is the number of an
inherited socket that carries one request a line ("widgets", "beat", "gaps", "shot PATH") and one
line of JSON for each; the rest goes to `counterpart`.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from bridge.__main__ import main
from tests.desktop.widget_reader import read_widgets

TICK_MS = 5


class EventLoopMonitor(QObject):
    """A timer of the GUI thread; the gaps between its beats are how long
    a click would have waited.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.gaps_ms: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        self.gaps_ms.clear()
        self._last = time.perf_counter()
        self._timer.start()

    def stop(self) -> list[float]:
        self._timer.stop()
        return self.gaps_ms

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps_ms.append((now - self._last) * 1000)
        self._last = now


class InspectionServer(QObject):
    """Answers in the GUI thread, as only that may look at widgets."""

    asked = Signal(str)

    def __init__(self, channel: socket.socket) -> None:
        super().__init__()
        self._channel = channel
        self._heart: EventLoopMonitor | None = None
        self.asked.connect(self._answer)

    def _answer(self, request: str) -> None:
        word, _, argument = request.partition(" ")
        self._channel.sendall(json.dumps(self._reply(word, argument)).encode() + b"\n")

    def _reply(self, word: str, argument: str) -> object:
        if word == "beat":
            self._heart = self._heart or EventLoopMonitor(self)
            self._heart.start()
            return True
        if word == "gaps" and self._heart is not None:
            return self._heart.stop()
        if word == "shot":
            return QGuiApplication.primaryScreen().grabWindow(0).save(argument)
        return read_widgets()


def listen(channel: socket.socket) -> None:
    """Waits for requests; hands each to the GUI thread."""
    answering: InspectionServer | None = None
    with channel.makefile("r", encoding="utf-8") as requests:
        for request in requests:
            while not isinstance(app := QApplication.instance(), QApplication):
                time.sleep(0.01)
            if answering is None:
                answering = InspectionServer(channel)
                answering.moveToThread(app.thread())
            answering.asked.emit(request.strip())


if __name__ == "__main__":
    number = int(sys.argv.pop(1))
    threading.Thread(target=listen, args=(socket.socket(fileno=number),), daemon=True).start()
    main()
