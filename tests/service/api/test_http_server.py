"""The listening socket: input that is not HTTP, a port in use, and a stop without losses."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gzip
import logging
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import cast

import pytest
from aiohttp import web

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.connection import Connection, ConnectionLimits, ConnectionTable
from service.api.http_server import Acceptor, HttpServer, PortInUse, open_listeners, raise_descriptor_limit
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.json_bodies import MAX_BODY_BYTES
from service.version import VERSION
from tests.service.api.running_service import BareEdge, RunningService, run_edge
from tests.service.api.wire_client import Connection as ClientConnection
from tests.service.api.wire_client import chunked, connected, exchange, request_bytes

SMALL = ConnectionLimits(total=12, per_address=8, reserve=2, keyless_idle_s=60)
MALFORMED = [
    b"GARBAGE\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"FROB /v1/items HTTP/1.1\r\nHost: localhost",
    b"FR(B /v1/items HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"FROB /v1/items HTTP/1.1\r\nHost: localhost\r\nX : a\r\n\r\n",
    b"FROB" * 11 + b" /v1/items HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/items HTTP/1.1\r\n\r\n",
    b"GET /v1/items HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    b"GET /v1/items HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
    b"GET /v1/items HTTP/1.1\r\nHost: localhost\r\nX : a\r\n\r\n",
    b"GET /v1/items\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" * 30_000 + b"\r\n",
    b"POST /v1/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /v1/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5x\r\n\r\n",
    b"POST /v1/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 40 + b"\r\n\r\n",
    b"POST /v1/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/items HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345",
]


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


@pytest.mark.parametrize("sent", MALFORMED, ids=[repr(sent[:60]) for sent in MALFORMED])
async def test_what_is_not_http_is_answered_in_json_and_closed(
    stand: RunningService, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(stand.address) as connection:
        await connection.send(sent)
        reply = await connection.reply()
        assert (reply.status, reply.error) == (400, "bad_request")
        assert "not well-formed HTTP" in reply.json["message"]
        assert reply.headers["content-type"].startswith("application/json")
        assert (reply.headers["server"], reply.headers["cache-control"]) == (f"Counterpart/{VERSION}", "no-store")
        assert await connection.ended()
    assert "A call from 127.0.0.1 is not well-formed HTTP" in caplog.text
    assert stand.key not in caplog.text
    assert (await stand.call("GET", "/v1/items")).status == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 1_000_000 + b"\r\n\r\n",
    ],
    ids=["path", "header"],
)
async def test_a_line_without_end_is_answered_with_the_bounds_and_closed(stand: RunningService, sent: bytes) -> None:
    async with connected(stand.address) as connection:
        await connection.send(sent)
        reply = await connection.reply()
        assert (reply.status, reply.error) == (400, "bad_request")
        assert "too long" in reply.json["message"]
        assert "8190" in reply.json["message"]
        assert await connection.ended()
    assert (await stand.call("GET", "/v1/items")).status == 200


@pytest.mark.parametrize("version", ["1.0", "1.1"])
async def test_a_call_is_answered_in_its_own_version_of_http(stand: RunningService, version: str) -> None:
    body = b'{"items": [{"sku": "A", "name": "Pad"}]}'
    head = (
        f"POST /v1/items HTTP/{version}\r\nHost: localhost\r\nAuthorization: Bearer {stand.key}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n"
    )
    host, port = stand.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    async with asyncio.timeout(20):
        writer.write(head.encode() + body)
        came = await reader.read()
    writer.close()
    await writer.wait_closed()
    lines = [line for line in came.decode().splitlines() if line.startswith("HTTP/")]
    asked_to_go_on = ["HTTP/1.1 100 Continue"] if version == "1.1" else []
    assert lines == [*asked_to_go_on, f"HTTP/{version} 200 OK"]


async def test_http_1_0_is_answered(stand: RunningService) -> None:
    head = f"GET /v1/items HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer {stand.key}\r\n\r\n"
    assert (await exchange(stand.address, head.encode())).status == 200
    assert (await exchange(stand.address, head.replace("Host: localhost\r\n", "").encode())).status == 400


async def test_an_upgrade_is_declined_and_the_connection_goes_on(stand: RunningService) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Key": "x", "Sec-WebSocket-Version": "13"}
    one = request_bytes("GET", "/v1/items", key=stand.key, headers=upgrade)
    two = request_bytes("GET", "/v1/orders", key=stand.key)
    assert [reply.status for reply in await stand.pipelined(one, two)] == [200, 200]


async def test_pipelined_calls_are_answered_in_order(stand: RunningService) -> None:
    rows = [f'{{"items": [{{"sku": "S{number}", "name": "n"}}]}}'.encode() for number in range(50)]
    posts = [request_bytes("POST", "/v1/items", key=stand.key, body=body) for body in rows]
    gets = [request_bytes("GET", f"/v1/items?limit=1&offset={number}", key=stand.key) for number in range(50)]
    replies = await stand.pipelined(*[request for pair in zip(posts, gets, strict=True) for request in pair])
    assert [reply.json["created"] for reply in replies[::2]] == [1] * 50
    assert [reply.json["total"] for reply in replies[1::2]] == list(range(1, 51))


async def test_a_connection_serves_one_call_after_another(stand: RunningService) -> None:
    async with connected(stand.address) as connection:
        for method, target, status in (("GET", "/v1/items", 200), ("PUT", "/v1/items", 405), ("GET", "/v1/x", 404)):
            await connection.send(request_bytes(method, target, key=stand.key, body=b"ignored"))
            assert (await connection.reply()).status == status


async def test_a_port_that_is_taken_is_said_so() -> None:
    async def answer(request: object) -> None:
        raise AssertionError

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = HttpServer(answer)  # type: ignore[arg-type]
        with pytest.raises(PortInUse, match=f"^Port {port} on 127\\.0\\.0\\.1 is in use by another program") as caught:
            await server.start("127.0.0.1", port)
        assert (caught.value.host, caught.value.port) == ("127.0.0.1", port)
        assert caught.value.code is UnavailableCode.PORT_TAKEN
        await server.stop()


async def test_an_address_that_is_not_this_computers_is_said_so() -> None:
    async def answer(request: object) -> None:
        raise AssertionError

    expected = r"cannot listen on 192\.0\.2\.1:0: (?!None)[^{}]+\. Choose another address or port\.$"
    with pytest.raises(Unavailable, match=expected):
        await HttpServer(answer).start("192.0.2.1", 0)  # type: ignore[arg-type]


async def test_it_listens_at_an_address_of_ip_version_6_too() -> None:
    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        return web.Response(text=request.remote)

    server = HttpServer(answer)
    try:
        await server.start("::1", 0)
    except Unavailable:
        pytest.skip("this computer has no IPv6")
    assert server.address == f"http://[::1]:{server.port}"
    assert (await exchange(server.address, request_bytes("GET", "/"))).body == b"::1"
    await server.stop()
    assert (server.address, server.port) == ("", 0)


async def test_a_long_path_and_a_packed_body_reach_the_handler_as_they_were_sent() -> None:
    """Nothing is unpacked: of a small body a very large one could come."""
    packed = gzip.compress(b"x" * 100)

    async def echo(request: web.BaseRequest) -> web.StreamResponse:
        return web.Response(body=await request.read())

    server = HttpServer(echo)
    await server.start("127.0.0.1", 0)
    sent = request_bytes("POST", "/" + "a" * 9_000, body=packed, headers={"Content-Encoding": "gzip"})
    assert (await exchange(server.address, sent)).body == packed
    await server.stop()


async def test_a_handler_does_not_wait_for_the_rest_of_a_body_that_will_not_come() -> None:
    began = asyncio.Event()

    async def read(request: web.BaseRequest) -> web.StreamResponse:
        began.set()
        with pytest.raises(web.RequestPayloadError, match="The sending side was closed"):
            await request.read()
        return web.Response(text="cut")

    server = HttpServer(read)
    await server.start("127.0.0.1", 0)
    async with connected(server.address) as connection:
        await connection.send(request_bytes("POST", "/", body=b"begun", headers={"Content-Length": "10"}))
        await began.wait()
        connection.end()
        assert (await connection.reply()).body == b"cut"
    await server.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
async def test_there_are_no_more_connections_than_descriptors_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource  # noqa: PLC0415 - there is none on Windows

    async def answer(request: object) -> None:
        raise AssertionError

    monkeypatch.setattr(resource, "getrlimit", lambda _: (4, 4))
    server = HttpServer(answer, ConnectionLimits(reserve=0))  # type: ignore[arg-type]
    await server.start("127.0.0.1", 0)
    async with AsyncExitStack() as stack, asyncio.timeout(5):
        first, *_ = [await stack.enter_async_context(connected(server.address)) for _ in range(3)]
        assert await first.ended(), "half of them are for connections"
    await server.stop()


async def test_stopping_finishes_what_is_in_flight_and_ends_what_is_idle(tmp_path: Path) -> None:
    began, go_on = asyncio.Event(), asyncio.Event()

    async def slow(asked: ApiRequest) -> Answer:
        began.set()
        await go_on.wait()
        return Answer(200, b'"finished"')

    async with run_edge(tmp_path, {"/v1/slow": {"GET": slow}}) as edge, connected(edge.address) as idle:
        async with connected(edge.address) as busy:
            await busy.send(request_bytes("GET", "/v1/slow", key=edge.key))
            await began.wait()
            stopping = asyncio.ensure_future(edge.stop())
            assert await idle.ended()
            assert not stopping.done()
            with pytest.raises(OSError, match=r"refused|Connect"):
                await exchange(edge.address, request_bytes("GET", "/v1/slow", key=edge.key))
            go_on.set()
            assert (await busy.reply()).body == b'"finished"'
            await stopping
        assert [call.status for call in edge.log()] == [200]


async def test_a_sender_that_never_ends_does_not_hold_up_the_stop(tmp_path: Path) -> None:
    async with run_edge(tmp_path, {}) as edge, connected(edge.address) as connection:
        head = request_bytes("POST", "/v1/none", key=edge.key, headers={"Transfer-Encoding": "chunked"})
        await connection.send(head + chunked(b"and so on", end=False))
        assert (await connection.reply()).status == 404
        connection.drop()
        async with asyncio.timeout(5):
            await edge.stop()


async def test_a_receiver_that_does_not_read_holds_up_the_stop_only_once(tmp_path: Path) -> None:
    """The bound is one wait for the connection, not one for its call and another for its end."""
    timeout_s, ended = 0.5, asyncio.Event()

    async def send_without_end(request: web.BaseRequest) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        try:
            while True:
                await response.write(b"x" * 65_536)
        finally:
            ended.set()

    server = HttpServer(send_without_end, shutdown_timeout_s=timeout_s)
    await server.start("127.0.0.1", 0)
    async with connected(server.address) as connection:
        await connection.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await connection.reply(to_head=True)
        loop = asyncio.get_running_loop()
        began = loop.time()
        await server.stop()
        assert timeout_s <= loop.time() - began < timeout_s * 1.8
        await ended.wait()


TURNS = 50
"""In so many turns of the loop a stop ends the connections that it waits for no longer."""


async def wait_until_refused(address: str) -> None:
    """The listener is closed then."""
    with contextlib.suppress(ConnectionRefusedError):
        while True:
            with contextlib.suppress(ConnectionResetError):
                async with connected(address) as late:
                    late.drop()


async def test_a_call_that_is_on_its_way_when_it_stops_is_answered(tmp_path: Path) -> None:
    """A balancer has sent it before it learns that this service ends."""

    async def work(_asked: ApiRequest) -> Answer:
        return Answer(200, b'"done"')

    limits = ConnectionLimits(first_call_s=20)
    async with run_edge(tmp_path, {"/v1/work": {"GET": work}}, limits=limits) as edge, AsyncExitStack() as stack:
        callers = [await stack.enter_async_context(connected(edge.address)) for _ in range(3)]
        stopping = asyncio.ensure_future(edge.stop())
        await wait_until_refused(edge.address)
        for _ in range(TURNS):
            await asyncio.sleep(0)
        for caller in callers:
            await caller.send(request_bytes("GET", "/v1/work", key=edge.key))
        assert [(await caller.reply()).body for caller in callers] == [b'"done"'] * 3
        await stopping


async def test_a_stop_waits_for_no_first_call_of_a_connection_that_is_not_new() -> None:
    async def answer(_request: web.BaseRequest) -> web.Response:
        return web.Response()

    server = HttpServer(answer, ConnectionLimits(first_call_s=60, keyless_idle_s=60))
    await server.start("127.0.0.1", 0)
    assert server._server is not None
    table = server._server.table
    async with asyncio.timeout(20), connected(server.address):
        while not len(table):  # noqa: ASYNC110 - only turns of the loop
            await asyncio.sleep(0)
        table._monotonic = lambda: time.monotonic() + 60
        await server.stop()
