"""One window per user and data folder: a second start brings the first window to the front."""

from __future__ import annotations

import getpass
import hashlib
import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QLocalServer, QLocalSocket

log = logging.getLogger(__name__)

_SHOW = b"show\n"
_ANSWER_MS = 2_000


def channel_name(folder: Path) -> str:
    """The name of the channel on which this data folder's program gets the user's second starts."""
    whose = f"{getpass.getuser()}|{folder.resolve()}"
    return f"counterpart-{hashlib.sha256(whose.encode()).hexdigest()[:20]}"


def show_running_window(folder: Path) -> bool:
    """Asks the running program to show its window; returns whether it answered."""
    socket = QLocalSocket()
    socket.connectToServer(channel_name(folder))
    if not socket.waitForConnected(_ANSWER_MS):
        return False
    socket.write(_SHOW)
    heard = socket.waitForBytesWritten(_ANSWER_MS)
    socket.disconnectFromServer()
    return heard


class SingleInstanceServer(QObject):
    """Listens for second starts. The owner of the lock takes over a channel that a crash left."""

    def __init__(self, folder: Path, on_second_start: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._on_second_start = on_second_start
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        name = channel_name(folder)
        QLocalServer.removeServer(name)
        if not self._server.listen(name):
            log.warning("A second start will not find this window: %s", self._server.errorString())

    def close(self) -> None:
        self._server.close()

    def _on_connection(self) -> None:
        while self._server.hasPendingConnections():
            socket = self._server.nextPendingConnection()
            socket.disconnected.connect(socket.deleteLater)
            self._on_second_start()
