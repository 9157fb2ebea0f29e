"""Runs `service/api/asyncio_tls.py` alone, under the Python that runs this:

    python tls_probe.py ASYNCIO_TLS_FILE CERTIFICATE KEY AUTHORITY

It needs nothing but the standard library. It ends with 0 after 300,000 bytes to and from the server
over TLS, and after a handshake that is refused.
"""

from __future__ import annotations

import asyncio
import importlib.util
import ssl
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from typing import Any, cast

SENT = bytes(range(250)) * 1_200
HELLO = b"\x16\x03\x01\x00\x05hello"
"""Looks like a handshake, and is none."""

BeginTls = Callable[[asyncio.Transport, asyncio.Protocol, ssl.SSLContext, bytes, int], "asyncio.Future[None]"]


class Echo(asyncio.Protocol):
    """Sends back what it gets."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self.transport.write(data)


class TlsFromFirstBytes(asyncio.Protocol):
    """Begins TLS with the bytes that it got."""

    def __init__(self, begin: BeginTls, context: ssl.SSLContext, handshakes: asyncio.Queue[Any]) -> None:
        self.begin, self.context, self.handshakes = begin, context, handshakes

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self.handshakes.put_nowait(self.begin(self.transport, Echo(), self.context, data, 10))


async def probe(begin: BeginTls, server_context: ssl.SSLContext, caller_context: ssl.SSLContext) -> None:
    """Ends the program with a sentence when something is wrong."""
    handshakes: asyncio.Queue[Any] = asyncio.Queue()
    server = await asyncio.get_running_loop().create_server(
        lambda: TlsFromFirstBytes(begin, server_context, handshakes), "127.0.0.1", 0
    )
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=caller_context, server_hostname="localhost")
    await (await handshakes.get())
    writer.write(SENT)
    if await reader.readexactly(len(SENT)) != SENT:
        sys.exit("The answer is another one.")
    writer.close()
    await writer.wait_closed()
    _, stranger = await asyncio.open_connection("127.0.0.1", port)
    stranger.write(HELLO)
    try:
        await (await handshakes.get())
    except (ssl.SSLError, ConnectionError):
        stranger.close()
        server.close()
        return
    sys.exit("A handshake that is none was accepted.")


def main() -> None:
    """Prints the version of Python when all is well."""
    file, certificate, key, authority = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("asyncio_tls", file)
    if spec is None or not isinstance(spec.loader, SourceFileLoader):
        sys.exit(f"{file} is no module.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(certificate, key)
    caller_context = ssl.create_default_context(cafile=authority)
    asyncio.run(asyncio.wait_for(probe(module.begin_tls, server_context, caller_context), 20))
    sys.stdout.write(f"Python {sys.version_info.major}.{sys.version_info.minor}: good\n")


if __name__ == "__main__":
    main()
