"""One window that is connected to the service: carries out its requests, reports what changes.

It knows messages and no socket. Requests come in one thread, answers leave from any.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from threading import Lock
from typing import Any

import msgspec

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
    make_failure,
)
from bridge.remote.port_table import PortMethod, encode, make_port_table
from service.domain.marketplace.orders import ListedOrder
from ui.backend.protocol import Backend

log = logging.getLogger(__name__)

Send = Callable[[ToWindow], None]


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
