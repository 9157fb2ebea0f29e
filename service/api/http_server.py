"""The HTTP server and the sockets that it accepts on."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
import ssl
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

from aiohttp import StreamReader, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.http import RawRequestMessage
from aiohttp.web_protocol import RequestHandler

from service.api.api_request import MAX_REQUEST_LINE_BYTES
from service.api.asyncio_tls import begin_tls
from service.api.connection import READ_BUFFER_BYTES, Connection, ConnectionLimits, ConnectionTable, CountedLog
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message, os_reason

log = logging.getLogger(__name__)

BACKLOG = 512
PAUSE_S = 0.25
"""Seconds without accepting after the system had no descriptor."""
_BURST = 64
_EXHAUSTED = {
    getattr(errno, name, None) for name in ("EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "WSAEMFILE", "WSAENOBUFS")
} - {None}

_WANTED_DESCRIPTORS = 8_192
_KEPT_FOR_OTHERS = 200
"""Descriptors for the database, webhooks and files."""
LOOPBACK = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - only where the owner opened the service to the network
SHUTDOWN_TIMEOUT_S = 10.0
_LINGER_S = 2.0
"""Seconds for which the rest of a refused body is dropped: its sender reads the answer then."""

RequestHandlerFunction = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

_LOOK_EVERY_S = 0.02
_HANDSHAKE_RECORD = 0x16
"""The first byte of every TLS connection; no HTTP method begins with it."""


class FirstBytes(asyncio.Protocol):
    """TLS or HTTP on the same port: reads until the first byte is there, and then gives way to
    HTTP, or to TLS with HTTP in it. The connection is in the table from its acceptance, so a
    handshake counts as a connection.
    """

    def __init__(
        self, connection: Connection, context: ssl.SSLContext, failed: CountedLog, handshake_s: int, address: str
    ) -> None:
        """`handshake_s` bounds the wait for the first byte, and then the handshake."""
        self._connection = connection
        self._context = context
        self._failed = failed
        self._handshake_s = handshake_s
        self._address = address
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._wait: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._connection.before_http = self._transport
        self._wait = self._loop.call_later(self._handshake_s, self._transport.abort)

    def data_received(self, data: bytes) -> None:
        """Chooses by the first byte."""
        self._stop_waiting()
        transport = self._transport
        if transport is None:
            return
        if data[0] == _HANDSHAKE_RECORD:
            done = begin_tls(transport, self._connection, self._context, data, self._handshake_s)
            done.add_done_callback(self._on_handshake)
            return
        transport.set_protocol(self._connection)
        self._connection.connection_made(transport)
        self._connection.data_received(data)

    def connection_lost(self, exc: BaseException | None) -> None:  # noqa: ARG002 - asyncio's signature
        """The caller left without a byte, or waited for too long."""
        self._stop_waiting()
        self._connection.end_before_http()

    def _on_handshake(self, done: asyncio.Future[None]) -> None:
        """Ends a connection whose handshake failed; one that succeeded goes on by itself."""
        error = done.exception()
        if not self._connection.has_begun:
            self._connection.end_before_http()
            reason = "it ended" if error is None else getattr(error, "reason", None) or type(error).__name__
            self._failed.write("An encrypted connection from %s was not made (%s)", self._address, reason)

    def _stop_waiting(self) -> None:
        if self._wait is not None:
            self._wait.cancel()
            self._wait = None


def make_protocol_factory(
    context: Callable[[], ssl.SSLContext | None], failed: CountedLog, handshake_s: int
) -> Callable[[Connection, str], asyncio.Protocol]:
    """What begins a connection: HTTP, or the choice by the first byte where there is TLS."""

    def begin(connection: Connection, address: str) -> asyncio.Protocol:
        present = context()
        if present is None:
            return connection
        return FirstBytes(connection, present, failed, handshake_s, address)

    return begin


def raise_descriptor_limit() -> int | None:
    """Raises this process's own limit; returns the descriptors for connections, or None."""
    if sys.platform == "win32":
        return None  # Windows has no such limit
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError) as error:
            log.warning("The limit of open files stays at %d: %s", soft, error)
    return None if soft == resource.RLIM_INFINITY else max(soft - _KEPT_FOR_OTHERS, soft // 2)


async def open_listeners(host: str, port: int) -> list[socket.socket]:
    """A listening socket for each address of the host. Raises OSError."""
    loop = asyncio.get_running_loop()
    addresses = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    opened: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(addresses):
            listener = socket.socket(family, kind, protocol)
            opened.append(listener)
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
            listener.setblocking(False)
    except OSError:
        for listener in opened:
            listener.close()
        raise
    return opened


class Acceptor:
    """Accepts from one listening socket until `stop`."""

    def __init__(
        self,
        listener: socket.socket,
        table: ConnectionTable,
        make_connection: Callable[[], Connection],
        *,
        begin: Callable[[Connection, str], asyncio.Protocol] = lambda connection, _: connection,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        accept: Callable[[socket.socket], Awaitable[tuple[socket.socket, tuple[str, int]]]] | None = None,
    ) -> None:
        """`begin` gives the protocol that a new connection of an address starts with; `accept`
        replaces the loop's own method, for tests.
        """
        self._listener = listener
        self._table = table
        self._make_connection = make_connection
        self._begin = begin
        self._sleep = sleep
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._accept = accept or loop.sock_accept
        self._exhausted = CountedLog(log, loop.time)
        self._refused = CountedLog(log, loop.time)
        self._opening: set[asyncio.Task[object]] = set()
        self._task = loop.create_task(self._run(), name="accepting connections")

    async def stop(self) -> None:
        """Stops accepting, closes the listening socket, and lets begun connections begin."""
        # `sock_accept` loses a socket that it has accepted but not yet returned when it is
        # cancelled. Windows' loop has no readers, and does not lose it.
        with contextlib.suppress(NotImplementedError):
            self._loop.remove_reader(self._listener)
        await asyncio.sleep(0)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        # To whom the system has said yes already: closing the socket would reset them.
        with contextlib.suppress(OSError):
            while True:
                accepted, peer = self._listener.accept()
                self._open(accepted, str(peer[0]))
        self._listener.close()
        await asyncio.gather(*self._opening, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            for _ in range(_BURST):
                try:
                    accepted, peer = await self._accept(self._listener)
                except OSError as error:
                    await self._wait_after(error)
                else:
                    self._open(accepted, str(peer[0]))
            # Many new connections must not delay the calls.
            await asyncio.sleep(0)

    async def _wait_after(self, error: OSError) -> None:
        if error.errno == errno.ECONNABORTED:
            return
        if error.errno in _EXHAUSTED:
            self._table.end_one()
            self._exhausted.write("No descriptor is left for another connection; accepting waits (%s)", error.strerror)
        else:
            self._exhausted.write("A connection could not be accepted: %s", error)
        await self._sleep(PAUSE_S)

    def _open(self, accepted: socket.socket, address: str) -> None:
        if not self._table.make_room(address):
            accepted.close()
            self._refused.write("A connection from %s was refused, as there are too many", address)
            return
        accepted.setblocking(False)
        connection = self._make_connection()
        self._table.add(connection, address)
        task: asyncio.Task[object] = self._loop.create_task(self._connect(connection, accepted, address))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _connect(self, connection: Connection, accepted: socket.socket, address: str) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._begin(connection, address), accepted)
        except OSError as error:
            self._table.remove(connection)
            accepted.close()
            log.debug("A connection ended before it began: %s", error)


class PortInUse(Unavailable):
    """Another program listens on the port."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(
            message(
                "Port {port} on {host} is in use by another program. Close that program, or choose another port.",
                port=str(port),
                host=host,
            ),
            UnavailableCode.PORT_TAKEN,
        )
        self.host = host
        self.port = port


class _Server(web.Server):
    """aiohttp's server with our own connections."""

    def __init__(self, handler: RequestHandlerFunction, limits: ConnectionLimits) -> None:
        super().__init__(handler)
        self.table = ConnectionTable(limits)
        self._limits = limits
        self._malformed = CountedLog(log, self._loop.time)
        self.failed_handshakes = CountedLog(log, self._loop.time)

    async def wait_for_first_calls(self) -> None:
        """Gives connections that are new a moment: their call is on its way."""
        for _ in range(round(self._limits.first_call_s / _LOOK_EVERY_S)):
            if not self.table.has_new:
                return
            await asyncio.sleep(_LOOK_EVERY_S)

    def end_before_http(self) -> None:
        """Ends the connections that have not sent a byte, or are in their TLS handshake."""
        for connection in self.table:
            if isinstance(connection, Connection) and not connection.has_begun:
                connection.force_close()

    def make_connection(self) -> Connection:
        """A connection without a transport yet."""
        return Connection(
            self,
            self.table,
            self._malformed,
            self._limits.keyless_idle_s,
            loop=self._loop,
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=self._limits.keep_alive_s,
            lingering_time=_LINGER_S,
            max_line_size=MAX_REQUEST_LINE_BYTES,
            read_bufsize=READ_BUFFER_BYTES,
            logger=log,
        )

    def _make_request(
        self,
        message: RawRequestMessage,
        payload: StreamReader,
        protocol: RequestHandler,
        writer: AbstractStreamWriter,
        task: asyncio.Task[None],
    ) -> web.BaseRequest:
        if isinstance(protocol, Connection):
            protocol.take(payload)
        return super()._make_request(message, payload, protocol, writer, task)


class HttpServer:
    """Listens on one address until `stop`."""

    def __init__(
        self,
        answer: RequestHandlerFunction,
        limits: ConnectionLimits | None = None,
        tls: Callable[[], ssl.SSLContext | None] = lambda: None,
        *,
        shutdown_timeout_s: float = SHUTDOWN_TIMEOUT_S,
    ) -> None:
        """`limits` default to the program's. `tls` gives a context; with None it is HTTP only."""
        self._answer = answer
        self._shutdown_timeout_s = shutdown_timeout_s
        self._limits = limits or ConnectionLimits()
        self._tls = tls
        self._server: _Server | None = None
        self._acceptors: list[Acceptor] = []
        self.address = ""
        self.port = 0

    async def start(self, host: str, port: int) -> None:
        """Listens at `host` and `port` (0 means any free one). Raises PortInUse or Unavailable."""
        listeners = await _listen(host, port)
        spare = raise_descriptor_limit()
        limits = self._limits if spare is None else replace(self._limits, total=min(self._limits.total, spare))
        server = _Server(self._answer, limits)
        begin = make_protocol_factory(self._tls, server.failed_handshakes, limits.handshake_s)
        self._acceptors = [
            Acceptor(listener, server.table, server.make_connection, begin=begin) for listener in listeners
        ]
        self._server = server
        bound = listeners[0].getsockname()
        host_text = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        self.address, self.port = f"http://{host_text}:{bound[1]}", int(bound[1])

    async def stop(self) -> None:
        """Stops accepting, lets calls in progress finish (10 s at most), closes."""
        for acceptor in self._acceptors:
            await acceptor.stop()
        self._acceptors = []
        server, self._server = self._server, None
        if server is not None:
            self.address, self.port = "", 0
            await server.wait_for_first_calls()
            server.end_before_http()
            server.pre_shutdown()
            await server.shutdown(self._shutdown_timeout_s)


async def _listen(host: str, port: int) -> list[socket.socket]:
    try:
        return await open_listeners(host, port)
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)):
            raise PortInUse(host, port) from error
        raise Unavailable.saying(
            "The program cannot listen on {where}: {reason}. Choose another address or port.",
            where=f"{host}:{port}",
            reason=os_reason(error),
        ) from error
