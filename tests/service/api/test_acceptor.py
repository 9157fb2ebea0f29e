"""Callers without a key cannot block tills: bounds of connections over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from service.api.acceptor import Acceptor, open_listeners, raise_descriptor_limit
from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.connection import Connection
from service.api.connection_table import ConnectionLimits, ConnectionTable
from service.api.request_body import MAX_BODY_BYTES
from tests.service.api.running_service import BareEdge, run_edge
from tests.service.api.wire_client import Connection as ClientConnection
from tests.service.api.wire_client import connected, request_bytes

SMALL = ConnectionLimits(total=12, per_address=8, reserve=2, keyless_idle_s=60)


async def answer_ok(_: ApiRequest) -> Answer:
    return Answer(200, b'"ok"')


@asynccontextmanager
async def edge_of(folder: Path, limits: ConnectionLimits) -> AsyncIterator[BareEdge]:
    async with run_edge(folder, {"/v1/ok": {"GET": answer_ok, "POST": answer_ok}}, limits=limits) as edge:
        yield edge


async def open_idle(stack: AsyncExitStack, edge: BareEdge, count: int) -> list[ClientConnection]:
    return [await stack.enter_async_context(connected(edge.address)) for _ in range(count)]


async def test_a_till_on_a_new_connection_is_answered_whatever_lies_open(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with edge_of(tmp_path, SMALL) as edge, AsyncExitStack() as stack:
        idle = await open_idle(stack, edge, 100)
        for _ in range(3):
            assert (await edge.call("GET", "/v1/ok")).status == 200
        assert await idle[0].ended()
    assert len(caplog.records) < 5


async def test_a_connection_that_showed_a_key_stays_while_strangers_come(tmp_path: Path) -> None:
    async with edge_of(tmp_path, SMALL) as edge, AsyncExitStack() as stack:
        till = await stack.enter_async_context(connected(edge.address))
        request = request_bytes("GET", "/v1/ok", key=edge.key)
        await till.send(request)
        assert (await till.reply()).status == 200
        await open_idle(stack, edge, 100)
        await till.send(request)
        assert (await till.reply()).status == 200


async def test_too_many_with_a_key_are_refused_and_said_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with edge_of(tmp_path, SMALL) as edge, AsyncExitStack() as stack:
        tills = await open_idle(stack, edge, SMALL.per_address)
        for till in tills:
            await till.send(request_bytes("GET", "/v1/ok", key=edge.key))
            assert (await till.reply()).status == 200
        for one in await open_idle(stack, edge, 20):
            assert await one.ended()
        await tills[0].send(request_bytes("GET", "/v1/ok", key=edge.key))
        assert (await tills[0].reply()).status == 200
    told = [record for record in caplog.records if "was refused, as there are too many" in record.getMessage()]
    assert len(told) == 1


async def test_a_connection_that_shows_no_key_is_idle_for_a_short_time_only(tmp_path: Path) -> None:
    limits = ConnectionLimits(keyless_idle_s=0.2)
    async with edge_of(tmp_path, limits) as edge, AsyncExitStack() as stack:
        silent, slow, stranger, till = await open_idle(stack, edge, 4)
        await till.send(request_bytes("GET", "/v1/ok", key=edge.key))
        assert (await till.reply()).status == 200
        await slow.send(b"GET /v1/ok HTTP/1.1\r\nHost: local")
        await stranger.send(request_bytes("GET", "/v1/ok"))
        assert (await stranger.reply()).status == 401
        for one in (silent, slow, stranger):
            assert await one.ended()
        await till.send(request_bytes("GET", "/v1/ok", key=edge.key))
        assert (await till.reply()).status == 200


async def test_half_closed_a_call_is_answered_and_then_the_connection_ends(tmp_path: Path) -> None:
    post = request_bytes("POST", "/v1/ok", body=b'{"a": 1}')
    async with edge_of(tmp_path, SMALL) as edge:
        sent = post.replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {edge.key}\r\n\r\n".encode(), 1)
        for count in (1, 3):
            async with connected(edge.address) as connection:
                await connection.send(sent * count)
                connection.end()
                for _ in range(count):
                    assert (await connection.reply()).status == 200
                assert await connection.ended()
        assert len(edge.log()) == 4


async def test_half_closed_in_the_middle_of_a_body_is_a_400(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    whole = b"2\r\n{}\r\n"
    async with edge_of(tmp_path, SMALL) as edge:
        for headers, part in (({"Content-Length": "100"}, b'{"a"'), ({"Transfer-Encoding": "chunked"}, whole)):
            async with connected(edge.address) as connection:
                await connection.send(request_bytes("POST", "/v1/ok", key=edge.key, headers=headers) + part)
                connection.end()
                reply = await connection.reply()
                assert (reply.status, reply.error) == (400, "bad_request")
                assert await connection.ended()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_sender_that_ends_after_its_body_was_refused_leaves_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"Content-Length": str(MAX_BODY_BYTES + 1)}
    async with edge_of(tmp_path, SMALL) as edge, connected(edge.address) as connection:
        await connection.send(request_bytes("POST", "/v1/ok", key=edge.key, headers=headers) + b"{")
        assert (await connection.reply()).status == 413
        connection.end()
        assert await connection.ended()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


class NoDescriptors:
    """Accepting, as it is when the system has no descriptor left for a while."""

    def __init__(self, failures: int) -> None:
        self.left = failures

    async def accept(self, listener: socket.socket) -> tuple[socket.socket, tuple[str, int]]:
        if self.left:
            self.left -= 1
            raise OSError(errno.EMFILE, "Too many open files")
        return await asyncio.get_running_loop().sock_accept(listener)


async def test_without_descriptors_accepting_waits_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    full = ConnectionTable(ConnectionLimits(per_address=0))
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    acceptor = Acceptor(listener, full, _make_nothing, sleep=pause, accept=NoDescriptors(500).accept)
    async with connected(f"http://127.0.0.1:{listener.getsockname()[1]}") as refused:
        assert await refused.ended()
    await acceptor.stop()
    assert len(pauses) == 500
    assert [record.getMessage() for record in caplog.records] == [
        "No descriptor is left for another connection; accepting waits (Too many open files)",
        "A connection from 127.0.0.1 was refused, as there are too many",
    ]


async def test_a_connection_that_ends_before_it_begins_takes_no_room() -> None:
    def begin(connection: Connection, address: str) -> asyncio.Protocol:
        raise ConnectionResetError(address)

    table = ConnectionTable(ConnectionLimits())
    (listener,) = await open_listeners("127.0.0.1", 0)
    acceptor = Acceptor(listener, table, lambda: cast("Connection", object()), begin=begin)
    async with connected(f"http://127.0.0.1:{listener.getsockname()[1]}") as gone:
        assert await gone.ended()
    await acceptor.stop()
    assert len(table) == 0


def _make_nothing() -> Connection:
    raise AssertionError


async def test_stopping_while_a_caller_arrives_leaves_no_socket_open(caplog: pytest.LogCaptureFixture) -> None:
    (listener,) = await open_listeners("127.0.0.1", 0)
    acceptor = Acceptor(listener, ConnectionTable(ConnectionLimits(per_address=0)), _make_nothing)
    await asyncio.sleep(0)
    with socket.create_connection(listener.getsockname(), timeout=10) as caller:
        # In the loop's next turn the listener can be read too, after this test has gone on.
        await asyncio.sleep(0)
        await acceptor.stop()
        with contextlib.suppress(ConnectionResetError):
            assert caller.recv(1) == b""
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_socket_that_was_accepted_when_it_stops_is_not_lost() -> None:
    accepted: asyncio.Future[tuple[socket.socket, tuple[str, int]]] = asyncio.get_running_loop().create_future()

    async def accept(listener: socket.socket) -> tuple[socket.socket, tuple[str, int]]:
        return await (asyncio.get_running_loop().create_future() if accepted.done() else accepted)

    (listener,) = await open_listeners("127.0.0.1", 0)
    full = ConnectionTable(ConnectionLimits(per_address=0))
    acceptor = Acceptor(listener, full, _make_nothing, accept=accept)
    await asyncio.sleep(0)
    ours, caller = socket.socketpair()
    caller.settimeout(10)
    accepted.set_result((ours, ("127.0.0.1", 1)))
    await acceptor.stop()
    with caller:
        assert caller.recv(1) == b""
    assert ours.fileno() == -1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_the_soft_limit_of_descriptors_is_raised() -> None:
    import resource  # noqa: PLC0415 - there is none on Windows

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        spare = raise_descriptor_limit()
        after = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert after == (8_192 if before[1] == resource.RLIM_INFINITY else min(before[1], 8_192))
        assert spare == max(after - 200, after // 2)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] == before[1]
        assert raise_descriptor_limit() == spare
        higher = 9_000 if before[1] == resource.RLIM_INFINITY else min(9_000, before[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (higher, before[1]))
        assert raise_descriptor_limit() == higher - 200
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == higher, "a higher limit is not lowered"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_limit_that_the_system_does_not_raise_stays_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A Mac refuses some values below the hard limit."""
    import resource  # noqa: PLC0415 - there is none on Windows

    def refuse(kind: int, limits: tuple[int, int]) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert raise_descriptor_limit() == 128
    assert caplog.messages == ["The limit of open files stays at 256: current limit exceeds maximum limit"]


@pytest.mark.parametrize(
    ("host", "family"), [("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)], ids=["version 4", "version 6"]
)
async def test_an_address_has_one_listener_that_blocks_nothing(host: str, family: socket.AddressFamily) -> None:
    try:
        (listener,) = await open_listeners(host, 0)
    except OSError:
        pytest.skip("this computer has no IPv6")
    with listener:
        assert (listener.family, listener.type) == (family, socket.SOCK_STREAM)
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
        assert not listener.getblocking()
        if family == socket.AF_INET6:
            assert listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY) == 1


async def test_an_address_that_is_taken_is_not_listened_at() -> None:
    (first,) = await open_listeners("127.0.0.1", 0)
    with first, pytest.raises(OSError, match=r"in use|Only one usage"):
        await open_listeners("127.0.0.1", first.getsockname()[1])
