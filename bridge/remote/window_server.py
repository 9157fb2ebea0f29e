"""The service's side: accepts windows of this user, each with a backend of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec

from bridge.remote.endpoint import ListeningEndpoint, listen
from bridge.remote.frames import MAX_MESSAGE, FrameStream, StreamBroken
from bridge.remote.handshake import greet_window, make_token
from bridge.remote.messages import HostChanged, ToWindow, decode_to_service, encode_message
from bridge.remote.window_session import WindowSession
from service.domain.errors import CounterpartError
from ui.backend.host_port import HostStatus
from ui.backend.protocol import Backend

log = logging.getLogger(__name__)

GREETING_S = 5.0
MAX_WINDOWS = 8
MAX_STREAMS = 64
"""Connections, also those that have not proved yet that they are windows."""
MAX_UNSENT = MAX_MESSAGE
"""Bytes that wait for a window. With more it is disconnected, as it reads too slowly. One answer
can have this length.
"""


class WindowBackend(Protocol):
    """What one window asks; it has its own PIN, lock and person at the counter."""

    @property
    def backend(self) -> Backend: ...

    @property
    def status(self) -> HostStatus: ...

    def close(self) -> None: ...


class WindowServer:
    """Runs in one event loop. `open_backend` may wait for the database, so a worker calls it."""

    def __init__(self, folder: Path, open_backend: Callable[[], WindowBackend], version: str) -> None:
        self._folder, self._open_backend, self._version = folder, open_backend, version
        self._token = make_token()
        self._endpoint: ListeningEndpoint | None = None
        self._streams: set[FrameStream] = set()
        # None while the backend of that window is being opened, so that a burst is counted too.
        self._windows: dict[FrameStream, WindowBackend | None] = {}

    async def start(self) -> None:
        """Waits for windows. In a folder that allows no socket the service runs without them."""
        try:
            self._endpoint = await listen(self._folder, self._token, self._on_connection)
        except OSError as error:
            log.warning("Windows cannot be attached to this service: %s", error)

    def stop(self) -> None:
        """Disconnects every window, and cancels what takes long."""
        if self._endpoint is not None:
            self._endpoint.close()
        for window in tuple(self._windows.values()):
            if window is not None:
                window.close()
        for stream in tuple(self._streams):
            stream.close()

    async def _on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stream = FrameStream(reader, writer)
        if len(self._streams) >= MAX_STREAMS:
            stream.close()
            return
        self._streams.add(stream)
        try:
            async with asyncio.timeout(GREETING_S):
                await greet_window(stream, self._token, self._version)
            if len(self._windows) >= MAX_WINDOWS:
                raise StreamBroken("too many windows")
            self._windows[stream] = None
            await self._serve(stream)
        except (StreamBroken, TimeoutError, msgspec.DecodeError) as error:
            log.info("A window is disconnected: %s", error)
        except CounterpartError as error:
            log.warning("A window could not be served: %s", error)
        finally:
            self._windows.pop(stream, None)
            self._streams.discard(stream)
            stream.close()

    async def _serve(self, stream: FrameStream) -> None:
        window = await asyncio.to_thread(self._open_backend)
        self._windows[stream] = window
        send = _make_send(stream, asyncio.get_running_loop())
        session = WindowSession(window.backend, send, window.close)
        try:
            send(HostChanged(window.status))
            while True:
                session.handle(decode_to_service(await stream.read()))
        finally:
            session.close()


def _make_send(stream: FrameStream, loop: asyncio.AbstractEventLoop) -> Callable[[ToWindow], None]:
    def write(message: bytes) -> None:
        if stream.unsent > MAX_UNSENT:
            log.warning("A window reads too slowly; it is disconnected")
            stream.close()
        else:
            stream.write(message)

    def send(message: ToWindow) -> None:
        # The loop has ended if the service stops.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(write, encode_message(message))

    return send
