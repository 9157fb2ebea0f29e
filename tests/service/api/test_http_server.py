"""The listening socket: input that is not HTTP, a port in use, and a stop without losses."""

from __future__ import annotations

import asyncio
import gzip
import socket
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from aiohttp import web

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.connection_table import ConnectionLimits
from service.api.http_server import HttpServer, PortInUse
from service.domain.errors import Unavailable, UnavailableCode
from service.version import VERSION
from tests.service.api.running_service import RunningService, run_edge
from tests.service.api.wire_client import chunked, connected, exchange, request_bytes

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
