"""The listening server: aiohttp's low-level one, with bounds for connections and idle time."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import replace

from aiohttp import StreamReader, web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.http import RawRequestMessage
from aiohttp.web_protocol import RequestHandler

from service.api.acceptor import Acceptor, open_listeners, raise_descriptor_limit
from service.api.connection import Connection
from service.api.connection_table import ConnectionLimits, ConnectionTable
from service.api.counted_log import CountedLog
from service.api.request_target import MAX_REQUEST_LINE_BYTES
from service.api.tls.first_bytes import make_protocol_factory
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message, os_reason

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - only where the owner opened the service to the network
SHUTDOWN_TIMEOUT_S = 10.0
_READ_BUFFER_BYTES = 1024 * 1024
"""Bytes that are read from a connection before its call reads them: a body needs few reads, and
none can flood.
"""
_LINGER_S = 2.0
"""Seconds for which the rest of a refused body is read and dropped, so that its sender reads the
answer.
"""

RequestHandlerFunction = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


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
            read_bufsize=_READ_BUFFER_BYTES,
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
        """`limits` are the program's own unless given. `tls` gives the context of a new connection;
        with None the port speaks HTTP only.
        """
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
            server.end_before_http()
            server.pre_shutdown()
            await server.shutdown(self._shutdown_timeout_s)


async def _listen(host: str, port: int) -> list[socket.socket]:
    try:
        return await open_listeners(host, port)
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, getattr(errno, "WSAEADDRINUSE", errno.EADDRINUSE)):
            raise PortInUse(host, port) from error
        raise Unavailable(
            message(
                "The program cannot listen on {where}: {reason}. Choose another address or port.",
                where=f"{host}:{port}",
                reason=os_reason(error),
            )
        ) from error
