"""Where a service waits for windows: a socket for this user alone, and a file that names it.

The file has the token of the handshake and is readable by this user only, as the data folder is.
Where the folder's path is too long for a Unix socket, and on Windows, the socket is one of the
loopback interface: the token keeps other users out (docs/decisions/0012-attached-windows.md).
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from bridge.remote.frames import FrameStream, StreamBroken
from bridge.system.paths import replace_private_file

_FILE = "window.json"
_SOCKET = "window.sock"
_MAX_PATH = 100
"""Bytes that a Unix socket's path can have on every system."""
_BACKLOG = 100
_LOOK_S = 0.01


class Endpoint(Struct, frozen=True):
    """A Unix socket's path, or a port of the loopback interface. No repr has the token."""

    token: bytes
    path: str = ""
    port: int = 0

    def __repr__(self) -> str:
        return f"Endpoint({self.path or self.port})"


def listen(folder: Path, token: bytes) -> socket.socket:
    """Opens the socket and names it in the folder. Raises OSError.

    The caller owns the folder's lock, so a socket that is there is of an ended service and is
    removed.
    """
    remove_endpoint(folder)
    path = folder / _SOCKET
    if hasattr(socket, "AF_UNIX") and os.name == "posix" and len(os.fsencode(path)) <= _MAX_PATH:
        listener = _bind_private(path)
        endpoint = Endpoint(token, path=str(path))
    else:
        listener = socket.create_server(("127.0.0.1", 0))
        endpoint = Endpoint(token, port=listener.getsockname()[1])
    try:
        listener.listen(_BACKLOG)
        replace_private_file(folder / _FILE, msgspec.json.encode(endpoint))
    except OSError:
        listener.close()
        remove_endpoint(folder)
        raise
    return listener


def _bind_private(path: Path) -> socket.socket:
    """A socket that nobody could open before it is this user's alone: it does not listen yet."""
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(str(path))
        path.chmod(0o600)
    except BaseException:
        made.close()
        raise
    return made


def has_endpoint(folder: Path) -> bool:
    """Whether a service waits for windows here, or did before it was killed."""
    return (folder / _FILE).exists()


def remove_endpoint(folder: Path) -> None:
    """Removes what a service has left. Only the owner of the folder's lock may do this."""
    for name in (_FILE, _SOCKET):
        with contextlib.suppress(FileNotFoundError):
            (folder / name).unlink()


def read_endpoint(folder: Path) -> Endpoint:
    """Raises StreamBroken where none can be read."""
    try:
        return msgspec.json.decode((folder / _FILE).read_bytes(), type=Endpoint)
    except (OSError, msgspec.DecodeError) as error:
        raise StreamBroken(str(error)) from error


def connect(endpoint: Endpoint, within: float) -> FrameStream:
    """Raises StreamBroken where nobody listens, or takes no connection in these seconds."""
    with contextlib.ExitStack() as undo:
        try:
            connection = undo.enter_context(socket.socket(socket.AF_UNIX if endpoint.path else socket.AF_INET))
            connection.settimeout(within)
            _connect(connection, endpoint, time.monotonic() + within)
            if not endpoint.path:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream = FrameStream(connection)
        except OSError as error:
            raise StreamBroken(str(error)) from error
        undo.pop_all()
    return stream


def _connect(connection: socket.socket, endpoint: Endpoint, ends: float) -> None:
    """A Unix socket whose queue is full refuses at once, whatever the timeout is."""
    while True:
        try:
            return connection.connect(endpoint.path or ("127.0.0.1", endpoint.port))
        except BlockingIOError:
            if time.monotonic() >= ends:
                raise
        time.sleep(_LOOK_S)
