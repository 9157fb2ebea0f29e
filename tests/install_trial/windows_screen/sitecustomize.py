"""Runs inside the installed program in the trial's Wine: reports what its windows tell a screen
reader.

The trial puts this file on the program's search path, where Python imports it by its name. It
connects to the port in the file next to it and answers each line with one line of JSON. It imports
nothing of the tests and no Qt before the program does.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QAccessibleInterface

PORT_FILE = "port.txt"
_WINDOWED = "counterpartw.exe"
_PAUSE_S = 0.05
_DEEPEST = 40


def _answer_requests() -> None:
    while "PySide6.QtWidgets" not in sys.modules:
        time.sleep(_PAUSE_S)
    from PySide6.QtCore import QObject, Signal  # noqa: PLC0415 - the program imports Qt first
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - as above

    class InspectionServer(QObject):
        """Answers in the GUI thread, as only that may look at widgets."""

        asked = Signal()

        def __init__(self, channel: socket.socket) -> None:
            super().__init__()
            self._channel = channel
            self.asked.connect(self._answer)

        def _answer(self) -> None:
            self._channel.sendall(json.dumps(list(read_windows())).encode() + b"\n")

    while not isinstance(app := QApplication.instance(), QApplication):
        time.sleep(_PAUSE_S)
    port = int(Path(__file__).with_name(PORT_FILE).read_text(encoding="ascii"))
    channel = socket.create_connection(("127.0.0.1", port))
    server = InspectionServer(channel)
    server.moveToThread(app.thread())
    with channel.makefile("r", encoding="utf-8") as requests:
        for _ in requests:
            server.asked.emit()


def read_windows() -> Iterator[dict[str, Any]]:
    """Every element in sight; those of a dialog that the user has to answer come last."""
    from PySide6.QtGui import QAccessible  # noqa: PLC0415 - as above
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - as above

    modal = QApplication.activeModalWidget()
    for window in sorted(QApplication.topLevelWidgets(), key=lambda one: one is modal):
        if window.isVisible():
            found = QAccessible.queryAccessibleInterface(window)
            if found is not None:
                yield from _walk(found, 0)


def _walk(element: QAccessibleInterface, depth: int) -> Iterator[dict[str, Any]]:
    from PySide6.QtGui import QAccessible  # noqa: PLC0415 - as above

    state = element.state()
    if state.invisible or state.offscreen or depth > _DEEPEST:
        return
    name = element.text(QAccessible.Text.Name)
    if name:
        place = element.rect()
        yield {
            "text": name,
            "role": element.role().name,
            "bounds": [place.x(), place.y(), place.width(), place.height()],
            "enabled": not state.disabled,
            "checked": bool(state.checked),
        }
    for number in range(element.childCount()):
        child = element.child(number)
        if child is not None:
            yield from _walk(child, depth + 1)


if Path(sys.executable).name.lower() == _WINDOWED:
    threading.Thread(target=_answer_requests, daemon=True).start()
