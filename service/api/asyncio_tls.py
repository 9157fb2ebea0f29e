"""TLS on a connection whose first bytes were read already: the one place that uses undocumented
names of asyncio (docs/decisions/0008). It imports nothing of the program, so that a test runs it
under other versions of Python.
"""

from __future__ import annotations

import asyncio
import ssl
from asyncio.sslproto import SSLProtocol

_SHUTDOWN_S = 1.0
"""Seconds for the far side to agree to the end of an encrypted connection."""


class TlsProtocol(SSLProtocol):
    """asyncio's TLS with a small buffer: its own takes 256 KiB for each connection."""

    max_size = 32 * 1024


def begin_tls(
    transport: asyncio.Transport, inner: asyncio.Protocol, context: ssl.SSLContext, data: bytes, handshake_s: int
) -> asyncio.Future[None]:
    """Puts TLS between the transport and `inner`, beginning with the bytes that were read. The
    future ends with the handshake; `inner` is connected only after a good one.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    tls = TlsProtocol(
        loop,
        inner,
        context,
        done,
        server_side=True,
        ssl_handshake_timeout=handshake_s,
        ssl_shutdown_timeout=_SHUTDOWN_S,
    )
    transport.set_protocol(tls)
    tls.connection_made(transport)
    _feed(tls, data)
    return done


def _feed(protocol: asyncio.BufferedProtocol, data: bytes) -> None:
    """Gives the protocol bytes that were read before it was there."""
    rest = memoryview(data)
    while rest:
        buffer = memoryview(protocol.get_buffer(len(rest)))
        count = min(len(rest), len(buffer))
        buffer[:count] = rest[:count]
        protocol.buffer_updated(count)
        rest = rest[count:]
