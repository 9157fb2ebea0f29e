"""A caller that sends exact bytes: no library normalises paths, headers or lengths."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

WAIT_S = 20.0

Json: TypeAlias = Any
"""What a JSON text decodes to; a test says by its asserts what it expects in it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The code of an error body, after a look at its shape (contract §2.5)."""
        body = self.json
        assert set(body) in ({"error", "message"}, {"error", "message", "order", "status"}), body
        assert isinstance(body["message"], str)
        assert body["message"]
        return str(body["error"])


def request_bytes(
    method: str,
    target: str | bytes,
    *,
    key: str | None = None,
    body: bytes | None = None,
    headers: Mapping[str, str | bytes | None] | None = None,
) -> bytes:
    """A request; `Content-Length` is the body's unless `headers` says otherwise,
    None leaves a header out.
    """
    lines: dict[str, str | bytes | None] = {"Host": "127.0.0.1"}
    if key is not None:
        lines["Authorization"] = f"Bearer {key}"
    if body is not None:
        lines["Content-Length"] = str(len(body))
    lines |= headers or {}
    head = [method.encode() + b" " + _bytes(target) + b" HTTP/1.1"]
    head += [name.encode() + b": " + _bytes(value) for name, value in lines.items() if value is not None]
    return b"\r\n".join(head) + b"\r\n\r\n" + (body or b"")


def chunked(*parts: bytes, end: bool = True) -> bytes:
    """A chunked body."""
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + (b"0\r\n\r\n" if end else b"")


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


class Connection:
    """One connection to the service."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def reply(self, *, to_head: bool = False, final: bool = True) -> Reply:
        """The next answer; `100 Continue` is passed over where `final`."""
        async with asyncio.timeout(WAIT_S):
            while True:
                status, headers = await self._head()
                if status != 100 or not final:
                    break
            length = 0 if to_head or status in (100, 204, 304) else int(headers["content-length"])
            return Reply(status, headers, await self.reader.readexactly(length))

    async def _head(self) -> tuple[int, dict[str, str]]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        pairs = [line.split(": ", 1) for line in lines]
        return int(first.split(" ")[1]), {name.lower(): value for name, value in pairs}

    async def ended(self) -> bool:
        """Whether the service closed the connection, with nothing more to read."""
        async with asyncio.timeout(WAIT_S):
            try:
                return await self.reader.read(1) == b""
            except ConnectionError:
                return True

    def end(self) -> None:
        """Tells that nothing more is sent."""
        self.writer.write_eof()

    def drop(self) -> None:
        """Ends the connection at once."""
        self.writer.transport.abort()


@asynccontextmanager
async def connected(
    address: str, tls: ssl.SSLContext | None = None, name: str = "localhost"
) -> AsyncIterator[Connection]:
    """A connection to an address such as `http://127.0.0.1:8710`, encrypted with `tls`; `name` is
    the host that its certificate must have.
    """
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(
        parts.hostname, parts.port, ssl=tls, server_hostname=None if tls is None else name
    )
    try:
        yield Connection(reader, writer)
    finally:
        writer.transport.abort()


async def exchange(address: str, request: bytes, *, to_head: bool = False) -> Reply:
    """One request on a connection of its own."""
    async with connected(address) as connection:
        await connection.send(request)
        return await connection.reply(to_head=to_head)
