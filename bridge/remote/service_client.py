"""The window's side: one connection to the service, made again whenever it is lost.

It has a thread that connects and reads. Requests come from the GUI thread, which sends them without
waiting.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from bridge.gateway.store_gateway import failed_future, set_error, settle
from bridge.remote.endpoint import connect, read_endpoint
from bridge.remote.frames import FrameStream, StreamBroken
from bridge.remote.handshake import TurnedAway, greet_service
from bridge.remote.messages import (
    UNKNOWN_END,
    Answer,
    Attached,
    Callback,
    Cancel,
    Cancelled,
    Failure,
    Ping,
    Pong,
    Request,
    ToWindow,
    decode_to_window,
    encode_message,
    make_error,
)
from bridge.remote.port_table import PortMethod
from service.domain.sentences import EMPTY, Sentence, message
from ui.backend.backend_errors import BackendError, ErrorCode

log = logging.getLogger(__name__)

AWAY = message(
    "The service has ended or does not answer. The window continues automatically when the service runs again."
)

OnStream = Callable[[FrameStream], None]
Open = Callable[[float, OnStream], None]
"""Connects and greets within some seconds. Gives its stream as soon as there is one, so that it can
be ended. Raises StreamBroken, TurnedAway, TimeoutError.
"""


@dataclass(frozen=True, slots=True)
class Waits:
    """In seconds: for a connection, between pings, without any message, between tries, and how long
    a change whose connection is lost waits for its answer.
    """

    connect: float = 5.0
    ping: float = 5.0
    silence: float = 15.0
    retry: tuple[float, ...] = (0.2, 0.5, 1.0, 2.0)
    patience: float = 0.0


@dataclass(slots=True)
class _Pending:
    method: PortMethod
    request: bytes
    future: Future[Any] | None
    callbacks: dict[int, Callable[..., None]]
    lost_at: float | None = None


@dataclass(frozen=True, slots=True)
class ClientEvents:
    """In the client's thread: a connection, the reason of its end, messages that are no answer."""

    on_connected: Callable[[], None]
    on_away: Callable[[Sentence], None]
    on_notice: Callable[[ToWindow], None]


class ServiceClient:
    """Connects from `start` to `stop`."""

    def __init__(
        self,
        open_stream: Open,
        events: ClientEvents,
        waits: Waits = Waits(),
        say_away: Callable[[], Sentence] = lambda: AWAY,
    ) -> None:
        """`say_away` is asked when a connection is lost, or the first one fails."""
        self._open, self._events, self._waits = open_stream, events, waits
        self._say_away = say_away
        self._away = EMPTY
        self.refusal: TurnedAway | None = None
        """Why the last connection that was answered was refused."""
        self._pending: dict[int, _Pending] = {}
        self._number = 0
        self._lock = threading.Lock()
        self._reason = EMPTY
        self._connection: FrameStream | None = None
        self._stream: FrameStream | None = None
        """The same connection, once it is greeted."""
        self._wake = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="service connection", daemon=True)

    @property
    def is_connected(self) -> bool:
        """Whether requests reach the service now."""
        return self._stream is not None

    def start(self) -> None:
        """Starts the thread and returns at once."""
        self._thread.start()

    def stop(self, limit_s: float) -> bool:
        """Closes the connection; the service goes on. False if that took longer."""
        with self._lock:
            self._stopping = True
            if self._connection is not None:
                self._connection.end()
        self._wake.set()
        self._thread.join(limit_s)
        return not self._thread.is_alive()

    def try_now(self) -> None:
        """Tries to connect at once, where it waits before the next try."""
        self._wake.set()

    def call(self, method: PortMethod, encoded: bytes, callbacks: dict[int, Callable[..., None]]) -> Future[Any] | None:
        """Sends a request. Its future fails with NOT_CONNECTED while there is no service."""
        with self._lock:
            stream = self._stream
            if stream is None:
                return failed_future(self._away_error()) if method.answers else None
            self._number += 1
            number = self._number
            future: Future[Any] | None = Future() if method.answers else None
            request = encode_message(Request(number, method.port, method.name, encoded))
            if method.answers or callbacks:
                self._pending[number] = _Pending(method, request, future, callbacks)
        stream.write(request)
        if future is not None:
            future.add_done_callback(lambda ended: self._on_done(number, ended))
        return future

    def _away_error(self) -> BackendError:
        return BackendError(self._reason or self._say_away(), code=ErrorCode.NOT_CONNECTED)

    def _on_done(self, number: int, ended: Future[Any]) -> None:
        """Tells the service when nobody waits for the answer any more."""
        if ended.cancelled():
            with self._lock:
                if self._stream is not None:
                    self._stream.write(encode_message(Cancel(number)))

    def _run(self) -> None:
        tries = 0
        while not self._stopping:
            self._wake.clear()
            if self._connect_and_read():
                tries = 0
            if not self._stopping:
                self._wake.wait(self._waits.retry[min(tries, len(self._waits.retry) - 1)])
            tries += 1

    def _connect_and_read(self) -> bool:
        """Until the connection is lost. Whether there was one."""
        try:
            self._open(self._waits.connect, self._on_stream)
            self._use_connection()
        except (StreamBroken, TimeoutError):
            self._go_away()
        except TurnedAway as error:
            self.refusal = error
            self._go_away(error.sentence)
        except Exception:
            # After any fault the window tries again.
            log.exception("The service could not be reached")
            self._go_away()
        else:
            return True
        finally:
            self._close_connection()
        return False

    def _on_stream(self, stream: FrameStream) -> None:
        with self._lock:
            self._connection = stream
            if self._stopping:
                stream.end()

    def _close_connection(self) -> None:
        with self._lock:
            stream, self._connection, self._stream = self._connection, None, None
        if stream is not None:
            stream.close()

    def _use_connection(self) -> None:
        """Reads until the connection is lost, or nothing came for too long."""
        with self._lock:
            stream = self._stream = self._connection
            self._away = EMPTY
            self.refusal = None
        if stream is None:
            return
        log.info("Connected to the service")
        self._events.on_connected()
        try:
            self._read_messages(stream)
        except (StreamBroken, msgspec.DecodeError) as error:
            if not self._stopping:
                log.warning("The connection to the service is lost: %s", error)
        except Exception:
            log.exception("The connection to the service is given up")
        finally:
            self._go_away()

    def _read_messages(self, stream: FrameStream) -> None:
        """A ping after each pause shows whether the service is only quiet, or hangs."""
        silent, received, asked_at = 0.0, stream.received, time.monotonic()
        while silent < self._waits.silence:
            try:
                arrived = stream.read(within=self._waits.ping)
            except TimeoutError:
                silent = 0.0 if stream.received > received else silent + self._waits.ping
            else:
                silent = 0.0
                self._handle(decode_to_window(arrived))
            received = stream.received
            if time.monotonic() - asked_at >= self._waits.ping:
                # Also while much arrives: the service has to hear that this window is there.
                stream.write(encode_message(Ping()))
                asked_at = time.monotonic()
        log.warning("The service has not answered for %.0f s", silent)

    def _go_away(self, turned_away: Sentence = EMPTY) -> None:
        """Fails what waits for an answer, and reports why there is no service."""
        with self._lock:
            self._away = self._away or self._say_away()
            reason = turned_away or self._away
            was_connected, self._stream = self._stream is not None, None
            is_news = was_connected or reason != self._reason
            self._reason = reason
            lost = [number for number, pending in self._pending.items() if self._is_given_up(pending)]
            given_up = [self._pending.pop(number) for number in lost]
        for pending in given_up:
            if pending.future is not None:
                set_error(pending.future, self._away_error() if pending.method.only_reads else _make_unknown_end())
        if is_news and not self._stopping:
            self._events.on_away(reason)

    def _is_given_up(self, pending: _Pending) -> bool:
        """A change waits some time for the connection to come back; nothing else does."""
        if pending.future is None or pending.method.only_reads or self._stopping:
            return True
        pending.lost_at = pending.lost_at or time.monotonic()
        return time.monotonic() - pending.lost_at >= self._waits.patience

    def _ask_again(self, *, is_known: bool) -> None:
        """Sends what was not answered before the connection was lost, or that it was cancelled,
        where the service knows whether it got it. Where it does not, nobody knows.
        """
        with self._lock:
            stream = self._stream
            lost = {number: one for number, one in self._pending.items() if one.lost_at is not None}
            for number, pending in lost.items():
                pending.lost_at = None
                is_cancelled = pending.future is not None and pending.future.cancelled()
                if is_known and stream is not None:
                    stream.write(encode_message(Cancel(number)) if is_cancelled else pending.request)
                if is_cancelled or not is_known:
                    del self._pending[number]
        for pending in lost.values():
            if not is_known and pending.future is not None:
                set_error(pending.future, _make_unknown_end())

    def _handle(self, arrived: ToWindow) -> None:
        match arrived:
            case Attached(resumed=resumed):
                self._ask_again(is_known=resumed)
            case Pong():
                pass
            case Answer() | Failure() | Cancelled():
                self._settle(arrived)
            case Callback():
                self._call_back(arrived)
            case _:
                self._events.on_notice(arrived)

    def _settle(self, arrived: Answer | Failure | Cancelled) -> None:
        with self._lock:
            pending = self._pending.pop(arrived.id, None)
        if pending is None or pending.future is None:
            return
        match arrived:
            case Answer():
                decode, result = pending.method.decode_result, arrived.result
                settle(pending.future, lambda: decode(result))
            case Failure():
                set_error(pending.future, make_error(arrived))
            case Cancelled():
                pending.future.cancel()

    def _call_back(self, arrived: Callback) -> None:
        pending = self._pending.get(arrived.id)
        if pending is None or arrived.place not in pending.callbacks:
            return
        try:
            pending.callbacks[arrived.place](*pending.method.decode_callback(arrived.place, arrived.arguments))
        except Exception:
            # A window that closes must not end the connection.
            log.exception("A callback failed")


def _make_unknown_end() -> BackendError:
    return BackendError(UNKNOWN_END, code=ErrorCode.UNANSWERED)


def make_local_opener(folder: Path, version: str) -> Open:
    """It reads the endpoint each time, as a service that started again has another one."""

    def open_stream(within: float, on_stream: OnStream) -> None:
        endpoint = read_endpoint(folder)
        stream = connect(endpoint, within)
        on_stream(stream)
        greet_service(stream, endpoint.token, version, within)

    return open_stream
