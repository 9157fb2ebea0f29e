"""One connection: its place among the others, its end, and when a handler learns of that."""

from __future__ import annotations

import asyncio
from pathlib import Path

from aiohttp import web

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.connection import watch_disconnect
from service.api.connection_table import ConnectionLimits
from service.api.http_server import HttpServer
from tests.service.api.running_service import run_edge
from tests.service.api.wire_client import connected, request_bytes


async def test_connections_that_ended_take_no_room(tmp_path: Path) -> None:
    async def answer_ok(asked: ApiRequest) -> Answer:
        return Answer(200, b"{}")

    limits = ConnectionLimits(total=3, per_address=2, reserve=0)
    async with run_edge(tmp_path, {"/v1/ok": {"GET": answer_ok}}, limits=limits) as edge:
        for _ in range(4):
            async with connected(edge.address) as connection:
                await connection.send(request_bytes("GET", "/v1/ok", key=edge.key, headers={"Connection": "close"}))
                assert (await connection.reply()).status == 200
                assert await connection.ended()


async def test_a_call_that_waits_is_ended_with_the_stop(tmp_path: Path) -> None:
    began, ended = asyncio.Event(), asyncio.Event()

    async def wait_for_ever(request: web.BaseRequest) -> web.StreamResponse:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        raise AssertionError

    server = HttpServer(wait_for_ever, shutdown_timeout_s=0.05)
    await server.start("127.0.0.1", 0)
    async with connected(server.address) as connection:
        await connection.send(request_bytes("GET", "/"))
        await began.wait()
        await server.stop()
        async with asyncio.timeout(5):
            await ended.wait()


async def test_a_handler_learns_that_its_caller_left_also_where_it_asks_later() -> None:
    began, left, later = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def watch(request: web.BaseRequest) -> web.StreamResponse:
        watch_disconnect(request, left.set)
        assert not left.is_set()
        began.set()
        await left.wait()
        watch_disconnect(request, later.set)
        assert later.is_set()
        return web.Response()

    server = HttpServer(watch)
    await server.start("127.0.0.1", 0)
    async with connected(server.address) as connection, asyncio.timeout(5):
        await connection.send(request_bytes("GET", "/"))
        await began.wait()
        connection.end()
        assert (await connection.reply()).status == 200
    await server.stop()


def test_a_call_without_a_connection_is_never_left() -> None:
    lost: list[str] = []
    watch_disconnect(None, lambda: lost.append("lost"))
    assert lost == []
