"""Where a service waits for windows: a socket for this user alone, and a file that names it.

The file has the token of the handshake and is readable by this user only, as the data folder is.
Where the folder's path is too long for a Unix socket, and on Windows, the socket is one of the
loopback interface: the token keeps other users out (docs/decisions/0012-attached-windows.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

from bridge.private_file import replace_private_file
from bridge.remote.frames import FrameStream, StreamBroken

_FILE = "window.json"
_SOCKET = "window.sock"
_MAX_PATH = 100
"""Bytes that a Unix socket's path can have on every system."""

OnConnection = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Endpoint(Struct, frozen=True):
    """A Unix socket's path, or a port of the loopback interface. No repr has the token."""

    token: bytes
    path: str = ""
    port: int = 0

    def __repr__(self) -> str:
        return f"Endpoint({self.path or self.port})"


@dataclass(frozen=True, slots=True)
class ListeningEndpoint:
    """An open socket and the file that names it."""

    folder: Path
    server: asyncio.Server

    def close(self) -> None:
        """Accepts no more windows."""
        self.server.close()
        remove_endpoint(self.folder)


async def listen(folder: Path, token: bytes, on_connection: OnConnection) -> ListeningEndpoint:
    """Opens the socket and names it in the folder. Raises OSError.

    The caller owns the folder's lock, so a socket that is there is of an ended service and is
    removed.
    """
    remove_endpoint(folder)
    path = folder / _SOCKET
    if hasattr(socket, "AF_UNIX") and os.name == "posix" and len(os.fsencode(path)) <= _MAX_PATH:
        server = await asyncio.start_unix_server(on_connection, sock=_bind_private(path))
        endpoint = Endpoint(token, path=str(path))
    else:
        server = await asyncio.start_server(on_connection, "127.0.0.1", 0)
        endpoint = Endpoint(token, port=server.sockets[0].getsockname()[1])
    listening = ListeningEndpoint(folder, server)
    try:
        replace_private_file(folder / _FILE, msgspec.json.encode(endpoint))
    except OSError:
        listening.close()
        raise
    return listening


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


async def connect(endpoint: Endpoint) -> FrameStream:
    """Raises StreamBroken where nobody listens."""
    try:
        if endpoint.path:
            return FrameStream(*await asyncio.open_unix_connection(endpoint.path))
        return FrameStream(*await asyncio.open_connection("127.0.0.1", endpoint.port))
    except OSError as error:
        raise StreamBroken(str(error)) from error
