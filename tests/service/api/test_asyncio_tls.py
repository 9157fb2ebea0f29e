"""The undocumented part of asyncio that TLS uses, under this Python. tls_probe.py says how to ask
another one.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import subprocess
import sys
from pathlib import Path

from service.api import asyncio_tls
from service.api.asyncio_tls import TlsProtocol, begin_tls
from tests.fakes.certificates import make_folder, make_server_context

PROBE = Path(__file__).with_name("tls_probe.py")


def test_it_needs_nothing_of_the_program_and_works_under_this_python(tmp_path: Path) -> None:
    make_server_context(tmp_path)
    authority = make_folder(tmp_path).authority_file
    files = (asyncio_tls.__file__, authority.with_name("server.pem"), authority.with_name("server.key"), authority)
    line = [sys.executable, "-W", "error", str(PROBE), *map(str, files)]
    done = subprocess.run(line, check=False, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    version = f"Python {sys.version_info.major}.{sys.version_info.minor}: good\n"
    assert (done.stderr, done.stdout, done.returncode) == ("", version, 0)


class NotedTransport(asyncio.Transport):
    """Notes what is sent, and by which protocol."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.protocol: asyncio.BaseProtocol | None = None

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(data)


async def test_a_first_message_longer_than_the_buffer_is_read_whole(tmp_path: Path) -> None:
    caller = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    caller.set_alpn_protocols(["x" * 255] * 200)
    received, hello, transport = ssl.MemoryBIO(), ssl.MemoryBIO(), NotedTransport()
    with contextlib.suppress(ssl.SSLWantReadError):
        caller.wrap_bio(received, hello, server_hostname="localhost").do_handshake()
    first = hello.read()
    assert len(first) > TlsProtocol.max_size
    done = begin_tls(transport, asyncio.Protocol(), make_server_context(tmp_path), first, 10)
    assert transport.sent[:1] == b"\x16", "the server goes on with the handshake"
    assert isinstance(transport.protocol, TlsProtocol)
    transport.protocol.connection_lost(None)
    await done


async def test_the_far_side_has_a_second_to_agree_to_the_end() -> None:
    """The bound of asyncio itself is 30 seconds."""
    transport = NotedTransport()
    done = begin_tls(transport, asyncio.Protocol(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), b"", 10)
    assert isinstance(transport.protocol, TlsProtocol)
    assert vars(transport.protocol)["_ssl_shutdown_timeout"] == 1.0
    transport.protocol.connection_lost(None)
    await done
