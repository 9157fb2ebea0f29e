"""The service's side: accepts windows of this user, each with a backend of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Protocol

import msgspec

from bridge.remote.endpoint import listen, remove_endpoint
from bridge.remote.frames import MAX_MESSAGE, FrameStream, StreamBroken
from bridge.remote.handshake import greet_window, make_token
from bridge.remote.messages import (
    Answer,
    Callback,
    Cancel,
    Cancelled,
    Changed,
    HostChanged,
    Ping,
    Pong,
    Rang,
    Request,
    ToService,
    ToWindow,
    decode_to_service,
    encode_message,
    make_failure,
)
from bridge.remote.port_table import PortMethod, encode, make_port_table
from service.api.connection import CountedLog
from service.domain.errors import CounterpartError
from service.domain.marketplace.orders import ListedOrder
from ui.backend.host_port import HostStatus
from ui.backend.protocol import Backend

log = logging.getLogger(__name__)

Send = Callable[[ToWindow], None]
GREETING_S = 5.0
MAX_WINDOWS = 8
MAX_STREAMS = 64
"""Connections, also those that have not proved yet that they are windows: of these the oldest ends
for a new one. Any user of this computer can open them where the socket is one of the loopback
interface.
"""
MAX_UNSENT = MAX_MESSAGE
"""Bytes that wait for a window. With more it is disconnected, as it reads too slowly. One answer
can have this length.
"""
_PAUSE_S = 1.0
"""Before the next try, where a connection or the socket itself could not be opened."""


class WindowSession:
    """`send` is for any thread. `on_idle` is called once, when the session is closed and nothing
    that it began is still running.
    """

    def __init__(self, backend: Backend, send: Send, on_idle: Callable[[], None]) -> None:
        self._backend, self._send, self._on_idle = backend, send, on_idle
        self._pending: dict[int, tuple[PortMethod, Future[Any]]] = {}
        self._lock = Lock()
        self._closed = self._is_idle = False
        self._subscriptions = (
            backend.on_changes(lambda changes: self._report(Changed(changes))),
            backend.on_host(lambda status: self._report(HostChanged(status))),
            backend.on_ring(self._report_ring),
        )

    def handle(self, message: ToService) -> None:
        """Begins a request, or cancels one. Never blocks."""
        match message:
            case Request():
                self._begin(message)
            case Cancel(id=number):
                if found := self._pending.get(number):
                    found[1].cancel()
            case Ping():
                self._report(Pong())

    def close(self) -> None:
        """The window is gone. What changes something goes on to its end; the rest is cancelled."""
        with self._lock:
            self._closed = True
            pending = list(self._pending.values())
        for subscription in self._subscriptions:
            subscription.close()
        self._backend.people.give_up()
        for method, future in pending:
            if method.only_reads:
                future.cancel()
        self._end_if_idle()

    def _begin(self, request: Request) -> None:
        try:
            method, future = self._call(request)
        except (KeyError, msgspec.DecodeError) as error:
            log.warning("A window sent an unknown method or wrong arguments: %s.%s", request.port, request.method)
            self._report(make_failure(request.id, error))
        except Exception as error:  # noqa: BLE001 - the window gets every exception
            self._report(make_failure(request.id, error))
        else:
            if future is not None:
                with self._lock:
                    self._pending[request.id] = (method, future)
                future.add_done_callback(partial(self._answer, request.id))

    def _call(self, request: Request) -> tuple[PortMethod, Future[Any] | None]:
        """The method and its future; None for a method that returns nothing to wait for."""
        method = make_port_table()[request.port][request.method]
        arguments, named = method.join_arguments(
            request.arguments, lambda place: partial(self._call_back, request.id, place)
        )
        result = getattr(getattr(self._backend, method.port), method.name)(*arguments, **named)
        if not method.answers:
            return method, None
        if not isinstance(result, Future):
            raise TypeError(f"{method.port}.{method.name} returned {type(result).__name__}, not a Future")
        return method, result

    def _answer(self, number: int, future: Future[Any]) -> None:
        self._report(_make_answer(number, future))
        with self._lock:
            del self._pending[number]
        self._end_if_idle()

    def _call_back(self, number: int, place: int, *arguments: object) -> None:
        self._report(Callback(number, place, encode(arguments)))

    def _report_ring(self, shop: int, order: ListedOrder, lapsing: bool) -> None:
        self._report(Rang(shop, order, lapsing))

    def _report(self, message: ToWindow) -> None:
        if not self._closed:
            self._send(message)

    def _end_if_idle(self) -> None:
        with self._lock:
            if not self._closed or self._pending or self._is_idle:
                return
            self._is_idle = True
        self._on_idle()


def _make_answer(number: int, future: Future[Any]) -> ToWindow:
    if future.cancelled():
        return Cancelled(number)
    try:
        return Answer(number, encode(future.result()))
    except (Exception, CancelledError) as error:  # noqa: BLE001 - the window gets every exception
        return make_failure(number, error)


class WindowBackend(Protocol):
    """What one window asks; it has its own PIN, lock and person at the counter."""

    @property
    def backend(self) -> Backend: ...

    @property
    def status(self) -> HostStatus: ...

    def close(self) -> None: ...


class WindowServer:
    """Accepts in the event loop of the caller. Each connection has a thread of its own, which
    greets the window, opens its backend and reads its messages.
    """

    def __init__(self, folder: Path, open_backend: Callable[[], WindowBackend], version: str) -> None:
        self._folder, self._open_backend, self._version = folder, open_backend, version
        self._token = make_token()
        self._listener: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._lock = Lock()
        self._streams: dict[FrameStream, Thread] = {}
        self._unproved: dict[FrameStream, None] = {}
        self._not_accepted = CountedLog(log, time.monotonic)
        self._disconnected = CountedLog(log, time.monotonic, level=logging.INFO)
        # None while the backend of that window is being opened, so that a burst is counted too.
        self._windows: dict[FrameStream, WindowBackend | None] = {}

    async def start(self) -> None:
        """Waits for windows. In a folder that allows no socket the service runs without them, and
        tries again: on Windows another program may have the file open.
        """
        try:
            self._listener = listen(self._folder, self._token)
        except OSError as error:
            log.warning("Windows cannot be attached to this service: %s", error)
        self._accepting = asyncio.get_running_loop().create_task(self._accept())

    async def stop(self, limit_s: float) -> None:
        """Disconnects every window, and cancels what takes long. Waits at most so long for them."""
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.wait([self._accepting])
        if self._listener is not None:
            self._listener.close()
            try:
                remove_endpoint(self._folder)
            except OSError as error:
                # The next service removes it.
                log.warning("The socket for windows is left: %s", error)
        with self._lock:
            threads, windows = dict(self._streams), list(self._windows.values())
        for window in windows:
            if window is not None:
                window.close()
        for stream in threads:
            stream.end()
        await asyncio.to_thread(_join_all, list(threads.values()), limit_s)

    async def _accept(self) -> None:
        listener = self._listener or await self._listen_again()
        listener.setblocking(False)
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(listener)
                self._begin(connection)
            except (OSError, RuntimeError) as error:
                # No more open files, or no more threads.
                self._not_accepted.write("A window could not be accepted: %s", error)
                await asyncio.sleep(_PAUSE_S)

    async def _listen_again(self) -> socket.socket:
        while self._listener is None:
            await asyncio.sleep(_PAUSE_S)
            with contextlib.suppress(OSError):
                self._listener = listen(self._folder, self._token)
        return self._listener

    def _begin(self, connection: socket.socket) -> None:
        """Raises OSError or RuntimeError, with the connection closed."""
        if len(self._streams) >= MAX_STREAMS and not self._end_oldest_unproved():
            connection.close()
            return
        with contextlib.ExitStack() as undo:
            undo.callback(connection.close)
            if connection.family == socket.AF_INET:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            stream = FrameStream(connection)
            undo.callback(stream.close)
            thread = Thread(target=self._run, args=(stream,), name="window", daemon=True)
            with self._lock:
                self._streams[stream] = thread
                self._unproved[stream] = None
            undo.callback(self._forget, stream)
            thread.start()
            undo.pop_all()

    def _end_oldest_unproved(self) -> bool:
        """Makes room for a new connection; False where every one is a window."""
        with self._lock:
            oldest = next(iter(self._unproved), None)
            if oldest is None:
                return False
            del self._unproved[oldest]
            self._streams.pop(oldest, None)
        oldest.end()
        return True

    def _forget(self, stream: FrameStream) -> None:
        with self._lock:
            self._windows.pop(stream, None)
            self._unproved.pop(stream, None)
            self._streams.pop(stream, None)

    def _run(self, stream: FrameStream) -> None:
        try:
            greet_window(stream, self._token, self._version, GREETING_S)
            with self._lock:
                self._unproved.pop(stream, None)
            self._serve(stream)
        except (StreamBroken, TimeoutError, msgspec.DecodeError) as error:
            self._disconnected.write("A window is disconnected: %s", str(error) or type(error).__name__)
        except CounterpartError as error:
            log.warning("A window could not be served: %s", error)
        except Exception:
            # The other windows, and this one when it comes again, are served on.
            log.exception("A window is disconnected by a fault")
        finally:
            self._forget(stream)
            stream.close()

    def _serve(self, stream: FrameStream) -> None:
        with self._lock:
            if len(self._windows) >= MAX_WINDOWS:
                raise StreamBroken("too many windows")
            self._windows[stream] = None
        window = self._open_backend()
        with self._lock:
            self._windows[stream] = window
        send = _make_send(stream)
        session = WindowSession(window.backend, send, window.close)
        try:
            send(HostChanged(window.status))
            while True:
                session.handle(decode_to_service(stream.read()))
        finally:
            session.close()


def _make_send(stream: FrameStream) -> Callable[[ToWindow], None]:
    def send(message: ToWindow) -> None:
        if stream.unsent > MAX_UNSENT:
            log.warning("A window reads too slowly; it is disconnected")
            stream.end()
        else:
            stream.write(encode_message(message))

    return send


def _join_all(threads: list[Thread], limit_s: float) -> None:
    ends = time.monotonic() + limit_s
    for thread in threads:
        thread.join(max(0.0, ends - time.monotonic()))
