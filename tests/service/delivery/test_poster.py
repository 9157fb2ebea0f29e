"""Connections of a target close once nothing uses them, and not before."""

from __future__ import annotations

import asyncio
from typing import cast

import aiohttp
import pytest

from service.delivery.name_resolution import CheckingResolver
from service.delivery.poster import LenientProtocol, TargetConnections

HEAD = b"HTTP/1.1 204 No Content\r\nX: "
END = b"\r\n\r\n"


class Closing:
    """A session or a resolver that notes its end."""

    def __init__(self) -> None:
        self.closed = False

    async def close(self) -> None:
        self.closed = True


def make() -> tuple[TargetConnections, Closing, Closing]:
    session, resolver = Closing(), Closing()
    made = TargetConnections(cast("aiohttp.ClientSession", session), cast("CheckingResolver", resolver))
    return made, session, resolver


async def test_an_attempt_in_progress_ends_before_retired_connections_close() -> None:
    connections, session, resolver = make()
    async with connections.use():
        async with connections.use():
            await connections.retire()
        assert not connections.is_closed
    assert (session.closed, resolver.closed, connections.is_closed) == (True, True, True)


async def test_connections_that_nothing_uses_close_at_once() -> None:
    connections, session, resolver = make()
    await connections.retire()
    assert (session.closed, resolver.closed) == (True, True)


async def test_connections_stay_open_for_the_next_attempt() -> None:
    connections, session, resolver = make()
    async with connections.use():
        pass
    assert (session.closed, resolver.closed) == (False, False)


class FakeTransport(asyncio.Transport):
    """Notes whether it was closed."""

    closed = False

    def close(self) -> None:
        self.closed = True


@pytest.fixture
async def protocol() -> LenientProtocol:
    return LenientProtocol(asyncio.get_running_loop())


def feed(protocol: LenientProtocol, *pieces: bytes) -> bytes:
    """What is passed on to the HTTP client."""
    return b"".join(protocol._strip_body(piece) for piece in pieces)


@pytest.mark.parametrize("status", [b"204", b"304"])
@pytest.mark.parametrize("size", [1, 7, 1_000])
async def test_the_head_alone_is_passed_on(protocol: LenientProtocol, status: bytes, size: int) -> None:
    head = b"HTTP/1.1 " + status + b" No\r\nX: a" + END
    answer = head + b"late"
    assert feed(protocol, *(answer[at : at + size] for at in range(0, len(answer), size))) == head
    assert protocol.should_close


@pytest.mark.parametrize("status", [b"200", b"2040", b"500"])
async def test_every_other_answer_is_passed_on_whole(protocol: LenientProtocol, status: bytes) -> None:
    answer = b"HTTP/1.1 " + status + b" No\r\nX: a" + END + b"body"
    protocol.data_received(answer)
    assert protocol._tail == answer


async def test_a_body_that_comes_late_closes_the_connection(protocol: LenientProtocol) -> None:
    transport = FakeTransport()
    protocol.connection_made(transport)
    assert feed(protocol, HEAD + b"a" + END) == HEAD + b"a" + END
    assert not transport.closed
    assert feed(protocol, b"late") == b""
    assert transport.closed


@pytest.mark.parametrize(
    ("line", "closes"),
    [
        (b"Content-Length: 5", True), (b"content-length:\t010", True), (b"Transfer-Encoding: chunked", True),
        (b"Content-Length: 0", False), (b"X-Content-Length: 5", False), (b"Y: a", False),
    ],
)  # fmt: skip
async def test_a_body_that_is_only_announced_ends_the_connection_after_this_answer(
    protocol: LenientProtocol, line: bytes, closes: bool
) -> None:
    protocol.connection_made(FakeTransport())
    protocol.set_response_params()
    head = b"HTTP/1.1 204 No\r\n" + line + END
    assert protocol._strip_body(head) == head
    assert protocol._should_close is closes


async def test_a_head_is_looked_at_up_to_64_kib(protocol: LenientProtocol) -> None:
    """A receiver that never ends its head costs no more memory; the client refuses it."""
    within = [HEAD, b"a" * 65_000]
    assert feed(protocol, *within, END + b"body") == b"".join(within) + END
    longer = LenientProtocol(asyncio.get_running_loop())
    beyond = [HEAD, b"a" * 65_600, b"a"]
    assert feed(longer, *beyond) == b"".join(beyond)
    assert longer._head == b""
    longer.data_received(END + b"body")
    assert longer._tail == END + b"body"


@pytest.mark.parametrize(("size", "is_stripped"), [(65_536, True), (65_537, False)])
async def test_the_bound_of_a_head_is_what_came_before_this_piece(
    protocol: LenientProtocol, size: int, is_stripped: bool
) -> None:
    first = HEAD.ljust(size, b"a")
    assert feed(protocol, first, END + b"body") == first + (END if is_stripped else END + b"body")


async def test_a_body_that_reads_like_a_head_is_passed_on_whole(protocol: LenientProtocol) -> None:
    pieces = (b"HTTP/1.1 200 OK\r\nX: a" + END, HEAD + END + b"still the body")
    for piece in pieces:
        protocol.data_received(piece)
    assert protocol._tail == b"".join(pieces)
