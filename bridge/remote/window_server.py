"""The service's side: accepts windows of this user, each with a backend of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Protocol

import msgspec

from bridge.remote.endpoint import listen, remove_endpoint
from bridge.remote.files import PORT as FILES_PORT
from bridge.remote.files import StagedFiles, file_methods
from bridge.remote.frames import MAX_MESSAGE, FrameStream, StreamBroken
from bridge.remote.handshake import greet_window, make_token
from bridge.remote.messages import (
    UNKNOWN_END,
    Answer,
    Attached,
    Callback,
    Cancel,
    Cancelled,
    Changed,
    Failure,
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
from ui.backend.backend_errors import ErrorCode
from ui.backend.host_port import HostStatus
from ui.backend.protocol import Backend, Subscription

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
"""Bytes that wait; with more, a window is disconnected as too slow. One answer may be as long."""
MAX_KEPT = 256
"""Answers of a session that are kept for requests that come again."""
KEEP_S = 600.0
"""How long a session is kept for a counter whose connection is lost."""
_PAUSE_S = 1.0
"""Before the next try, where a connection or the socket itself could not be opened."""


class WindowSession:
    """What one window asks, over one connection after the other. `on_idle` is called once, when the
    session is closed and nothing that it began is still running.
    """

    def __init__(self, backend: Backend, on_idle: Callable[[], None], files: StagedFiles | None = None) -> None:
        """`files` are those of a window on another computer."""
        self._backend, self._on_idle, self._files = backend, on_idle, files
        self._send: Send | None = None
        self._pending: dict[Future[Any], tuple[int, PortMethod]] = {}
        """By their futures, as a request whose connection is lost comes again with its number."""
        self._begun: dict[int, ToWindow | None] = {}
        """What changes something, with its answer: a request that comes again is answered again."""
        self._forgotten = 0
        self._lock = Lock()
        self._closed = self._is_idle = False
        self._subscriptions: tuple[Subscription, ...] = ()

    def attach(self, send: Send) -> None:
        """The window has a connection, in place of one before. `send` is for any thread."""
        self.detach(self._send)
        with self._lock:
            self._send = send
            self._subscriptions = (
                self._backend.on_changes(lambda changes: self._report(Changed(changes))),
                self._backend.on_host(lambda status: self._report(HostChanged(status))),
                self._backend.on_ring(self._report_ring),
            )

    def detach(self, send: Send | None) -> None:
        """That connection is lost; nothing happens where the window has another one already. What
        changes something goes on; what reads is cancelled.
        """
        with self._lock:
            if self._send is not send:
                return
            self._send = None
            subscriptions, self._subscriptions = self._subscriptions, ()
            pending = list(self._pending.items())
        for subscription in subscriptions:
            subscription.close()
        for future, (_, method) in pending:
            if method.only_reads:
                future.cancel()

    def handle(self, message: ToService) -> None:
        """Begins or cancels a request, never blocks. Raises StreamBroken at what no window asks."""
        match message:
            case Request():
                self._begin(message)
            case Cancel(id=number):
                for future, (begun, _) in list(self._pending.items()):
                    if begun == number:
                        future.cancel()
            case Ping():
                self._report(Pong())

    def close(self) -> None:
        """The window does not come again. What it began goes on to its end."""
        self.detach(self._send)
        with self._lock:
            self._closed = True
        self._backend.people.give_up()
        self._end_if_idle()

    def _begin(self, request: Request) -> None:
        method = _find_method(request, self._files)
        try:
            decoded = method.decode_arguments(request.arguments)
        except msgspec.DecodeError as error:
            raise StreamBroken("wrong arguments") from error
        if _is_to_be_kept(method) and self._was_begun(request.id):
            return
        try:
            future = self._call(method, request.id, decoded)
        except Exception as error:  # noqa: BLE001 - the window gets every exception
            self._report(make_failure(request.id, error))
        else:
            if future is not None:
                with self._lock:
                    self._pending[future] = (request.id, method)
                future.add_done_callback(partial(self._answer, request.id))

    def _was_begun(self, number: int) -> bool:
        """Whether it came before; then it is answered again, now or when its answer is known."""
        with self._lock:
            if number in self._begun:
                known = self._begun[number]
            elif number <= self._forgotten:
                known = Failure(number, UNKNOWN_END, ErrorCode.UNANSWERED, "", ())
            else:
                self._begun[number] = None
                return False
        if known is not None:
            self._report(known)
        return True

    def _call(self, method: PortMethod, number: int, decoded: Sequence[Any]) -> Future[Any] | None:
        """The future; None for a method that returns nothing to wait for."""
        arguments, named = method.join_arguments(
            decoded,
            lambda place: partial(self._call_back, number, place),
            None if self._files is None else self._files.find,
        )
        port = self._files if method.port == FILES_PORT else getattr(self._backend, method.port)
        result = getattr(port, method.name)(*arguments, **named)
        if not method.answers:
            return None
        if not isinstance(result, Future):
            raise TypeError(f"{method.port}.{method.name} returned {type(result).__name__}, not a Future")
        return result

    def _answer(self, number: int, future: Future[Any]) -> None:
        self._report(_make_answer(number, future))
        with self._lock:
            del self._pending[future]
        self._end_if_idle()

    def _call_back(self, number: int, place: int, *arguments: object) -> None:
        self._report(Callback(number, place, encode(arguments)))

    def _report_ring(self, shop: int, order: ListedOrder, lapsing: bool) -> None:
        self._report(Rang(shop, order, lapsing))

    def _report(self, message: ToWindow) -> None:
        if isinstance(message, Answer | Failure | Cancelled):
            self._keep(message)
        send = self._send
        if send is not None:
            send(message)

    def _keep(self, answer: Answer | Failure | Cancelled) -> None:
        """Before it is sent: a connection that is lost meanwhile asks again."""
        with self._lock:
            if answer.id not in self._begun:
                return
            del self._begun[answer.id]
            self._begun[answer.id] = answer
            known = [number for number, kept in self._begun.items() if kept is not None]
            for number in known[:-MAX_KEPT]:
                del self._begun[number]
                self._forgotten = max(self._forgotten, number)

    def _end_if_idle(self) -> None:
        with self._lock:
            if not self._closed or self._pending or self._is_idle:
                return
            self._is_idle = True
        if self._files is not None:
            self._files.close()
        self._on_idle()


def _find_method(request: Request, files: StagedFiles | None) -> PortMethod:
    """Raises StreamBroken."""
    own = files is not None and request.port == FILES_PORT
    methods = file_methods() if own else make_port_table().get(request.port, {})
    if request.method not in methods:
        raise StreamBroken("an unknown method")
    return methods[request.method]


def _is_to_be_kept(method: PortMethod) -> bool:
    """Whether the answer is kept. A piece of a file can be written again, and there are many."""
    return method.answers and not method.only_reads and method.port != FILES_PORT


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


@dataclass(frozen=True, slots=True)
class Guest:
    """Who has proved to be a window. `counter` is the number of a further counter, 0 for a window
    of this computer. One with a `session` may come again and go on with it.
    """

    counter: int = 0
    session: bytes = b""


class Door(Protocol):
    """Where windows connect, and how they prove that they are windows."""

    @property
    def silence_s(self) -> float | None:
        """A window without any message for so long is gone; None where the system notices."""
        ...

    def listen(self) -> socket.socket:
        """Raises OSError."""
        ...

    def close(self) -> None:
        """Removes what `listen` has left. Raises OSError."""
        ...

    def takes(self, address: str) -> bool:
        """Whether one more connection from there is taken now."""
        ...

    def let_in(self, connection: socket.socket) -> socket.socket:
        """Makes a connection ready. Raises OSError."""
        ...

    def greet(self, stream: FrameStream, address: str, within: float) -> Guest:
        """Raises StreamBroken, TimeoutError or msgspec.DecodeError for anyone but a window."""
        ...


class LocalDoor:
    """A socket for windows of this user."""

    silence_s: float | None = None

    def __init__(self, folder: Path, version: str) -> None:
        self._folder, self._version = folder, version
        self._token = make_token()

    def listen(self) -> socket.socket:
        return listen(self._folder, self._token)

    def close(self) -> None:
        remove_endpoint(self._folder)

    def takes(self, _address: str) -> bool:
        return True

    def let_in(self, connection: socket.socket) -> socket.socket:
        if connection.family == socket.AF_INET:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def greet(self, stream: FrameStream, _address: str, within: float) -> Guest:
        greet_window(stream, self._token, self._version, within)
        return Guest()


@dataclass(slots=True)
class _KeptSession:
    """`stream` is None between two connections; `left_at` is then the end of the last one."""

    session: WindowSession
    window: WindowBackend
    stream: FrameStream | None = None
    left_at: float = 0.0


class WindowServer:
    """Accepts in the event loop of the caller, which may be that of tills: what each connection
    costs is done in another thread. It has a thread of its own then, which greets the window, opens
    its backend and reads its messages.
    """

    def __init__(self, door: Door, open_backend: Callable[[int], WindowBackend]) -> None:
        """`open_backend` gets the number of the further counter; 0 is a window of this computer."""
        self._door, self._open_backend = door, open_backend
        self._listener: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._lock = Lock()
        self._streams: dict[FrameStream, Thread] = {}
        self._unproved: dict[FrameStream, None] = {}
        self._not_accepted = CountedLog(log, time.monotonic)
        self._disconnected = CountedLog(log, time.monotonic, level=logging.INFO)
        # None while the backend of that window is being opened, so that a burst is counted too.
        self._windows: dict[FrameStream, WindowBackend | None] = {}
        self._counters: dict[FrameStream, int] = {}
        self._revoked: frozenset[int] = frozenset()
        self._kept: dict[Guest, _KeptSession] = {}
        self._entering = Lock()
        """Held while a connection takes the session of its counter, until it has it whole."""

    async def start(self) -> None:
        """Waits for windows, once. Where no socket can be opened the service runs without them, and
        tries again: another program may have the port, or on Windows the file open.
        """
        if self.is_started:
            return
        try:
            self._listener = self._door.listen()
        except OSError as error:
            log.warning("Windows cannot be attached to this service: %s", error)
        self._beginner = ThreadPoolExecutor(1, thread_name_prefix="new-window")
        self._accepting = asyncio.get_running_loop().create_task(self._accept())

    @property
    def is_started(self) -> bool:
        """Whether it waits for windows, or for the port."""
        return self._accepting is not None

    def end_counters(self, revoked: frozenset[int]) -> None:
        """Disconnects these counters, and forgets them and those that did not come again."""
        with self._lock:
            self._revoked = revoked
            ending = [stream for stream, counter in self._counters.items() if counter in revoked]
            over = time.monotonic() - KEEP_S
            old = [
                guest
                for guest, kept in self._kept.items()
                if guest.counter in revoked or (kept.stream is None and kept.left_at < over)
            ]
            closing = [self._kept.pop(guest) for guest in old]
        for stream in ending:
            stream.end()
        for kept in closing:
            kept.session.close()

    async def stop(self, limit_s: float) -> None:
        """Disconnects every window, and cancels what takes long. Waits at most so long for them."""
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.wait([self._accepting])
            self._accepting = None
            # A connection that is being begun is among those that end.
            await asyncio.to_thread(self._beginner.shutdown)
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            try:
                self._door.close()
            except OSError as error:
                # The next service removes it.
                log.warning("The socket for windows is left: %s", error)
        with self._lock:
            threads = dict(self._streams)
            windows, kept = list(self._windows.values()), list(self._kept.values())
            self._kept.clear()

        def end() -> None:
            for window in windows:
                if window is not None:
                    window.close()
            for one in kept:
                one.session.close()
            for stream in threads:
                stream.end()
            _join_all(list(threads.values()), limit_s)

        await asyncio.to_thread(end)

    async def _accept(self) -> None:
        listener = self._listener or await self._listen_again()
        listener.setblocking(False)
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, place = await loop.sock_accept(listener)
                address = str(place[0]) if place else ""
                if self._door.takes(address):
                    await asyncio.shield(loop.run_in_executor(self._beginner, self._begin, connection, address))
                else:
                    connection.close()
            except (OSError, RuntimeError) as error:
                # No more open files, or no more threads.
                self._not_accepted.write("A window could not be accepted: %s", error)
                await asyncio.sleep(_PAUSE_S)

    async def _listen_again(self) -> socket.socket:
        while self._listener is None:
            await asyncio.sleep(_PAUSE_S)
            with contextlib.suppress(OSError):
                self._listener = self._door.listen()
        return self._listener

    def _begin(self, connection: socket.socket, address: str) -> None:
        """Raises OSError or RuntimeError, with the connection closed."""
        if len(self._streams) >= MAX_STREAMS and not self._end_oldest_unproved():
            connection.close()
            return
        with contextlib.ExitStack() as undo:
            undo.callback(connection.close)
            try:
                ready = self._door.let_in(connection)
            except ConnectionRefusedError:
                return
            undo.callback(ready.close)
            stream = FrameStream(ready)
            undo.callback(stream.close)
            thread = Thread(target=self._run, args=(stream, address), name="window", daemon=True)
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
            self._counters.pop(stream, None)
            self._streams.pop(stream, None)

    def _run(self, stream: FrameStream, address: str) -> None:
        try:
            guest = self._door.greet(stream, address, GREETING_S)
            with self._lock:
                self._unproved.pop(stream, None)
            self._serve(stream, guest)
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

    def _serve(self, stream: FrameStream, guest: Guest) -> None:
        with self._lock:
            if len(self._windows) >= MAX_WINDOWS:
                raise StreamBroken("too many windows")
            if guest.counter in self._revoked:
                raise StreamBroken("revoked since it showed its key")
            self._windows[stream] = None
            if guest.counter:
                self._counters[stream] = guest.counter
        send = _make_send(stream)
        with contextlib.ExitStack() as leaving:
            with self._entering if guest.session else contextlib.nullcontext():
                kept, resumed = self._take_session(stream, guest)
                leaving.callback(self._leave_session, stream, guest, kept, send)
                with self._lock:
                    self._windows[stream] = kept.window
                send(Attached(resumed))
                kept.session.attach(send)
            send(HostChanged(kept.window.status))
            while True:
                kept.session.handle(decode_to_service(stream.read(within=self._door.silence_s)))

    def _take_session(self, stream: FrameStream, guest: Guest) -> tuple[_KeptSession, bool]:
        """The session that the window had before, or a new one; and which of the two. A counter has
        one session and one connection: another one takes the place of what is there. Raises
        StreamBroken where a connection that arrived later has it.
        """
        with self._lock:
            kept = self._kept.get(guest) if guest.session else None
            before = None if kept is None else kept.stream
            if before is not None and next(one for one in self._streams if one in (stream, before)) is stream:
                raise StreamBroken("a later connection")
            others = [one for one in self._kept if one.counter == guest.counter and one != guest]
            closing = [self._kept.pop(one) for one in others] if guest.session else []
            if kept is not None:
                kept.stream = stream
        for one in closing:
            if one.stream is not None:
                one.stream.end()
            one.session.close()
        if kept is not None:
            if before is not None:
                before.end()
            return kept, True
        window = self._open_backend(guest.counter)
        files = StagedFiles() if guest.counter else None
        made = _KeptSession(WindowSession(window.backend, window.close, files), window, stream)
        if guest.session:
            with self._lock:
                self._kept[guest] = made
        return made, False

    def _leave_session(self, stream: FrameStream, guest: Guest, kept: _KeptSession, send: Send) -> None:
        with self._lock:
            if kept.stream is not stream:
                return
            kept.stream, kept.left_at = None, time.monotonic()
            stays = guest in self._kept
        if stays:
            kept.session.detach(send)
        else:
            kept.session.close()


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
