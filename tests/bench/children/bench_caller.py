"""A caller with little cost: one open connection, one call at a time, only the HTTP that the bench
needs.
"""

from __future__ import annotations

import socket
from types import TracebackType
from typing import Self

_CHUNK = 1024 * 1024


def request(method: str, path: str, key: str, body: bytes = b"") -> bytes:
    """A whole call as bytes."""
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"
    if body or method == "POST":
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode("ascii") + b"\r\n" + body


class BenchCaller:
    """One kept connection to `http://host:port`."""

    def __init__(self, address: str, key: str = "") -> None:
        host, _, port = address.removeprefix("http://").rpartition(":")
        self._socket = socket.create_connection((host, int(port)), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._key = key

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._socket.close()

    def call(self, method: str, path: str, body: bytes = b"") -> bytes:
        """The answer's body. Raises RuntimeError for any status but 200."""
        return self.send(request(method, path, self._key, body))

    def send(self, whole: bytes) -> bytes:
        """The same for a call that was put together before."""
        self.begin(whole)
        return self.finish()

    def begin(self, whole: bytes) -> None:
        """Sends a call, whose answer `finish` reads."""
        self._socket.sendall(whole)

    def finish(self) -> bytes:
        """The body of the answer to the call that was begun. Raises RuntimeError as `call` does."""
        received = bytearray()
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._more()
        length = content_length(bytes(received[:end]))
        while len(received) < end + 4 + length:
            received += self._more()
        if received[9:12] != b"200":
            raise RuntimeError(
                f"A call was answered with {bytes(received[9:12])!r}: {bytes(received[end + 4 :])[:300]!r}"
            )
        return bytes(received[end + 4 :])

    def _more(self) -> bytes:
        chunk = self._socket.recv(_CHUNK)
        if not chunk:
            raise RuntimeError("The connection was closed before the answer was whole.")
        return chunk


def content_length(head: bytes) -> int:
    """The bytes of body that a head announces."""
    place = head.lower().find(b"content-length:")
    if place < 0:
        raise RuntimeError("An answer came without its length.")
    return int(head[place + 15 :].split(b"\r\n", 1)[0])
