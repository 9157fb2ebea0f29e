"""The certificate in use: when it is loaded, and what a fault leaves."""

from __future__ import annotations

import asyncio
import importlib.util
import ssl
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import SourceFileLoader
from typing import Any, cast

import pytest

from service.api.server_tls import CHECK_EVERY, LoadedCertificate, ServerTls
from service.domain.certificate import ServerCertificate
from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.domain.times import Millis
from tests.fakes.clock import START, FakeClock

SENT = bytes(range(250)) * 1_200
HELLO = b"\x16\x03\x01\x00\x05hello"
"""Looks like a handshake, and is none."""

BeginTls = Callable[[asyncio.Transport, asyncio.Protocol, ssl.SSLContext, bytes, int], "asyncio.Future[None]"]
CERTIFICATE = ServerCertificate("sha256//x", ("localhost",), 0, 1, 2, "authority.pem")


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


class Source:
    """A source that notes what it is asked for, and fails when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[str, ...], Millis]] = []
        self.fails = False
        self.loaded = LoadedCertificate(CERTIFICATE, ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))

    def load(self, allowed_hosts: Sequence[str], now: Millis) -> LoadedCertificate:
        self.asked.append((tuple(allowed_hosts), now))
        if self.fails:
            raise Unavailable(message("the disk is full"))
        return self.loaded


async def test_nothing_is_loaded_while_only_this_computer_may_call() -> None:
    source = Source()
    tls = ServerTls(source, FakeClock())
    await tls.prepare(wanted=False, allowed_hosts=())
    assert await tls.step() == START + CHECK_EVERY
    assert (source.asked, tls.context, tls.get_certificate()) == ([], None, None)


async def test_it_is_loaded_before_the_network_may_call_and_again_with_each_step() -> None:
    source, clock = Source(), FakeClock()
    tls = ServerTls(source, clock)
    await tls.prepare(wanted=True, allowed_hosts=["shop-pc.local"])
    assert (tls.context, tls.get_certificate()) == (source.loaded.context, CERTIFICATE)
    clock.advance(CHECK_EVERY)
    await tls.step()
    assert source.asked == [(("shop-pc.local",), START), (("shop-pc.local",), START + CHECK_EVERY)]
    await tls.prepare(wanted=False, allowed_hosts=())
    assert (tls.context, tls.get_certificate()) == (None, None)


async def test_a_fault_is_said_once_and_leaves_the_earlier_certificate(caplog: pytest.LogCaptureFixture) -> None:
    source = Source()
    tls = ServerTls(source, FakeClock())
    await tls.prepare(wanted=True, allowed_hosts=())
    source.fails = True
    for _ in range(3):
        await tls.step()
    assert tls.context is source.loaded.context
    assert [record.getMessage() for record in caplog.records] == [
        "Calls from the network cannot be encrypted: the disk is full"
    ]


async def test_a_fault_that_comes_back_is_said_again(caplog: pytest.LogCaptureFixture) -> None:
    source = Source()
    tls = ServerTls(source, FakeClock())
    for fails in (True, False, True):
        source.fails = fails
        await tls.prepare(wanted=True, allowed_hosts=())
        assert (tls.fault is not None) is fails
    assert tls.get_certificate() == CERTIFICATE
    assert len(caplog.records) == 2


async def test_without_a_source_or_after_a_first_fault_nothing_is_encrypted() -> None:
    source = Source()
    source.fails = True
    failed, none = ServerTls(source, FakeClock()), ServerTls(None, FakeClock())
    for tls in (failed, none):
        await tls.prepare(wanted=True, allowed_hosts=())
        assert tls.context is None
    assert none.get_certificate() is None
    with pytest.raises(Unavailable, match="the disk is full"):
        failed.get_certificate()
