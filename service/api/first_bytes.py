"""The first bytes of a connection from the network: TLS or HTTP, on the same port."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from typing import cast

from service.api.asyncio_tls import begin_tls
from service.api.connection import Connection, CountedLog

_HANDSHAKE_RECORD = 0x16
"""The first byte of every TLS connection; no HTTP method begins with it."""


class FirstBytes(asyncio.Protocol):
    """Reads until the first byte is there, and then gives way to HTTP, or to TLS with HTTP in it.

    The connection is in the table from its acceptance, so a handshake counts as a connection.
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
    """What begins a connection: HTTP itself where nothing is encrypted, else the choice by the
    first byte.
    """

    def begin(connection: Connection, address: str) -> asyncio.Protocol:
        present = context()
        if present is None:
            return connection
        return FirstBytes(connection, present, failed, handshake_s, address)

    return begin
