"""Receivers on loopback for the poster: raw sockets whose answers the test sets,
and certificates.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Script = Callable[["RawReceiver", asyncio.StreamReader, asyncio.StreamWriter], Coroutine[None, None, None]]


@dataclass(slots=True)
class RawReceiver:
    """What came in, whole, one entry per request."""

    port: int = 0
    requests: list[tuple[bytes, bytes]] = field(default_factory=list)
    connections: int = 0
    let_go: asyncio.Event = field(default_factory=asyncio.Event)

    async def read_request(self, reader: asyncio.StreamReader) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        self.requests.append((head, await reader.readexactly(length)))


def answer(raw: bytes) -> Script:
    """Answers each request of a connection with these bytes."""

    async def script(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            await receiver.read_request(reader)
            writer.write(raw)
            await writer.drain()

    return script


async def silence(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Reads and never answers."""
    await receiver.read_request(reader)
    await receiver.let_go.wait()


async def hang_up(receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Reads and closes."""
    await receiver.read_request(reader)


@asynccontextmanager
async def receiving(script: Script, tls: ssl.SSLContext | None = None) -> AsyncIterator[RawReceiver]:
    """A receiver on a free port of 127.0.0.1."""
    receiver = RawReceiver()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        receiver.connections += 1
        try:
            await script(receiver, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        receiver.let_go.set()
        server.close()


def certificate(folder: Path, *, names: tuple[str, ...] = ("127.0.0.1",), days: int = 1) -> tuple[Path, Path]:
    """A self-signed certificate, expired when `days` is below 0; the files of it and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver")])
    now = dt.datetime.now(dt.UTC)
    entries = [_general_name(one) for one in names]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=30))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(entries), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    cert_file, key_file = folder / "cert.pem", folder / "key.pem"
    cert_file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return cert_file, key_file


def serving_tls(cert_file: Path, key_file: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert_file, key_file)
    return context


def _general_name(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)
