"""One connection: its place among the others, its end, and when a handler learns of that."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from pathlib import Path

import pytest
from aiohttp import web

from service.api.answers import Answer, make_internal_error
from service.api.api_request import ApiRequest
from service.api.connection import Connection, watch_disconnect
from service.api.connection_table import ConnectionLimits, ConnectionTable
from service.api.counted_log import CountedLog
from service.api.http_server import HttpServer
from tests.service.api.running_service import run_edge
from tests.service.api.wire_client import connected, exchange, request_bytes


async def make_no_answer(request: web.BaseRequest) -> web.StreamResponse:
    raise LookupError("a mistake")


def make_connection(table: ConnectionTable) -> Connection:
    """A connection without a transport, as it is before HTTP begins."""
    loop = asyncio.get_running_loop()
    malformed = CountedLog(logging.getLogger("malformed"), loop.time)
    return Connection(web.Server(make_no_answer), table, malformed, 15.0, loop=loop)


class NoTransport(asyncio.Transport):
    """Goes nowhere."""

    def close(self) -> None:
        """Nothing is open."""


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


async def test_a_handler_learns_once_that_its_caller_left_also_where_it_asks_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
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
        assert await connection.ended()
    await server.stop()
    assert caplog.messages == []


def test_a_call_without_a_connection_is_never_left() -> None:
    lost: list[str] = []
    watch_disconnect(None, lambda: lost.append("lost"))
    assert lost == []


async def test_only_a_connection_that_ends_before_http_begins_is_forgotten_at_once() -> None:
    table = ConnectionTable(ConnectionLimits())
    for begins in (True, False):
        connection = make_connection(table)
        table.add(connection, "192.168.1.30")
        connection.has_begun = begins
        connection.end_before_http()
        assert len(table) == 1, "HTTP itself notices the end of the first"


async def test_what_comes_after_input_that_is_not_http_is_dropped() -> None:
    connection = make_connection(ConnectionTable(ConnectionLimits()))
    connection.connection_made(NoTransport())
    for _ in range(3):
        connection.data_received(b"FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert len(connection._messages) == 1
    connection.connection_lost(None)


async def test_a_mistake_outside_of_the_edge_is_500_with_the_reference_of_its_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = HttpServer(make_no_answer)
    await server.start("127.0.0.1", 0)
    reply = await exchange(server.address, request_bytes("GET", "/"))
    await server.stop()
    found = re.fullmatch(r"Reference ([0-9A-Z]{8}): a call could not be answered", caplog.messages[0])
    assert found is not None
    assert (reply.status, reply.json) == (500, json.loads(make_internal_error(found[1]).body))
