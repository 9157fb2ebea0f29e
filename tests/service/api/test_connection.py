"""One connection: its place among the others, its end, and when a handler learns of that."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import ssl
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import RawRequestMessage
from hypothesis import given
from hypothesis import strategies as st

from service.api.answers import Answer, make_internal_error
from service.api.api_request import MAX_REQUEST_LINE_BYTES, ApiRequest
from service.api.asyncio_tls import TlsProtocol
from service.api.connection import (
    Connection,
    ConnectionLimits,
    ConnectionTable,
    CountedLog,
    read_unknown_method,
    watch_disconnect,
)
from service.api.http_server import HttpServer
from tests.fakes.clock import FakeClock
from tests.service.api.running_service import run_edge
from tests.service.api.wire_client import connected, exchange, request_bytes

LIMITS = ConnectionLimits(total=10, per_address=4, reserve=3)


def test_once_a_minute_with_a_count(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeClock()
    line = CountedLog(logging.getLogger("counted"), clock.monotonic)
    for _ in range(25_000):
        line.write("No room for %s", "one")
    clock.advance(60_000)
    line.write("No room for %s", "two")
    assert [record.getMessage() for record in caplog.records] == [
        "No room for one",
        "No room for two (24999 more like this since the last line)",
    ]


@dataclass(eq=False)
class FakeConnection:
    """A connection that says what the test asks."""

    table: ConnectionTable
    is_idle: bool = True
    closed: bool = field(default=False, init=False)

    def force_close(self) -> None:
        """Like a real one it leaves the table only later."""
        self.closed = True


def come(table: ConnectionTable, address: str, *, idle: bool = True) -> FakeConnection | None:
    """A connection that was let in, or None."""
    if not table.make_room(address):
        return None
    connection = FakeConnection(table, idle)
    table.add(connection, address)
    return connection


def come_known(table: ConnectionTable, address: str) -> FakeConnection:
    connection = come(table, address)
    assert connection is not None
    table.note_key(connection)
    return connection


def test_one_address_takes_its_share_and_its_oldest_idle_one_makes_room() -> None:
    table = ConnectionTable(LIMITS)
    first = come(table, "a", idle=False)
    others = [come(table, "a") for _ in range(3)]
    fifth = come(table, "a")
    assert fifth is not None
    assert len(table) == 4
    assert first is not None
    assert not first.closed, "a call is in hand there"
    assert [other.closed for other in others if other is not None] == [True, False, False]


def test_an_address_that_may_have_one_connection_has_its_newest() -> None:
    table = ConnectionTable(ConnectionLimits(per_address=1))
    first, second = come(table, "a"), come(table, "a")
    assert first is not None
    assert second is not None
    assert (first.closed, second.closed) == (True, False)


def test_where_every_connection_is_busy_the_oldest_without_a_key_goes() -> None:
    table = ConnectionTable(LIMITS)
    busy = [come(table, "a", idle=False) for _ in range(5)]
    assert [one.closed for one in busy if one is not None] == [True, False, False, False, False]


def test_for_a_free_place_50_are_looked_at() -> None:
    """A flood of busy ones must not slow down each new connection."""
    table = ConnectionTable(ConnectionLimits(per_address=60))
    busy, idle = ([come(table, "a", idle=idle) for _ in range(count)] for idle, count in ((False, 50), (True, 10)))
    assert come(table, "a") is not None
    assert [one.closed for one in busy if one is not None] == [True] + [False] * 49
    assert not any(one.closed for one in idle if one is not None)


def test_strangers_leave_the_reserve_to_addresses_that_have_shown_a_key() -> None:
    table = ConnectionTable(LIMITS)
    till = come_known(table, "till")
    for number in range(50):
        assert come(table, f"stranger {number}") is not None
    assert len(table) == LIMITS.total - LIMITS.reserve
    more = [come(table, "till") for _ in range(3)]
    assert len(table) == LIMITS.total
    assert not any(one is None or one.closed for one in (till, *more))


def test_strangers_of_the_network_leave_the_reserve_to_this_computer() -> None:
    table = ConnectionTable(LIMITS)
    strangers = [come(table, f"stranger {number}") for number in range(LIMITS.total - LIMITS.reserve)]
    own = [come(table, "127.0.0.1") for _ in range(LIMITS.reserve)]
    assert len(table) == LIMITS.total
    assert not any(one is None or one.closed for one in (*strangers, *own))


def test_a_connection_with_a_key_never_makes_room() -> None:
    table = ConnectionTable(LIMITS)
    kept = [come_known(table, address) for address in ("a", "b") for _ in range(4)]
    assert come(table, "a") is None, "its address has its share"
    assert come(table, "stranger") is None, "and the rest is the reserve"
    assert come(table, "b") is None
    assert not any(one.closed for one in kept)


def test_beside_a_connection_with_a_key_the_others_of_its_address_make_room() -> None:
    table = ConnectionTable(LIMITS)
    others, till = [come(table, "a") for _ in range(3)], come_known(table, "a")
    assert come(table, "a") is not None
    assert [one.closed for one in others if one is not None] == [True, False, False]
    assert not till.closed


def test_it_can_be_told_that_a_descriptor_is_needed() -> None:
    table = ConnectionTable(LIMITS)
    assert not table.end_one()
    kept, other = come_known(table, "a"), come(table, "b")
    assert table.end_one()
    assert other is not None
    assert (kept.closed, other.closed, len(table)) == (False, True, 1)


def test_a_second_key_on_a_connection_changes_nothing() -> None:
    table = ConnectionTable(LIMITS)
    till, other = come(table, "a"), come(table, "a")
    assert till is not None
    assert other is not None
    for _ in range(2):
        table.note_key(till)
    assert table.end_one()
    assert (till.closed, other.closed) == (False, True)
    assert not table.end_one()


def test_the_addresses_that_showed_a_key_last_are_remembered() -> None:
    table = ConnectionTable(LIMITS)
    for number in range(1_001):
        table.remove(come_known(table, f"till {number}"))
    for number in range(LIMITS.total - LIMITS.reserve):
        table.note_key(come_known(table, f"till 5{number:02}"))
    assert come(table, "till 0") is None, "the oldest is forgotten"
    assert come(table, "till 1") is not None
    assert come(table, "till 1000") is not None


STEPS = st.lists(st.tuples(st.sampled_from("abcd"), st.booleans(), st.booleans(), st.booleans()), max_size=80)


@given(STEPS)
def test_no_sequence_goes_beyond_a_bound_or_ends_one_with_a_key(steps: list[tuple[str, bool, bool, bool]]) -> None:
    table = ConnectionTable(LIMITS)
    keyed: list[FakeConnection] = []
    open_now: list[tuple[str, FakeConnection]] = []
    for address, shows_key, idle, leaves in steps:
        if leaves and open_now:
            gone = open_now.pop(0)[1]
            keyed = [one for one in keyed if one is not gone]
            table.remove(gone)
        connection = come(table, address, idle=idle)
        if connection is not None:
            open_now.append((address, connection))
            if shows_key:
                table.note_key(connection)
                keyed.append(connection)
        open_now = [one for one in open_now if not one[1].closed]
        assert len(table) == len(open_now) <= LIMITS.total
        for name in "abcd":
            assert sum(1 for place, _ in open_now if place == name) <= LIMITS.per_address
        assert not any(one.closed for one in keyed)


def read(data: bytes, most: int = MAX_REQUEST_LINE_BYTES) -> RawRequestMessage | None:
    loop = asyncio.get_running_loop()
    return read_unknown_method(data, BaseProtocol(loop), loop, most)


@pytest.mark.parametrize(("most", "is_read"), [(9_002, True), (9_000, False)])
async def test_a_line_may_be_as_long_as_with_any_other_method(most: int, is_read: bool) -> None:
    message = read(b"FOO /" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", most)
    assert (message is not None) is is_read
    assert message is None or (message.method, len(message.path), message.should_close) == ("FOO", 9_001, True)


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"FOO / HTTP/1.1\r\nHost: x\r\n", b"FOO\r\n\r\n"]
)
async def test_a_known_method_and_what_is_no_head_are_none(data: bytes) -> None:
    assert read(data) is None


async def test_headers_that_announce_a_body_are_left_out() -> None:
    message = read(b"FOO / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n12345")
    assert message is not None
    assert dict(message.headers) == {"Host": "x"}


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

    def abort(self) -> None:
        """Nothing is open."""


async def test_an_encrypted_connection_that_both_sides_closed_leaves_the_table() -> None:
    """With its second close TLS of asyncio forgets what is below it."""
    table = ConnectionTable(ConnectionLimits())
    connection = make_connection(table)
    table.add(connection, "192.168.1.30")
    connection.before_http = NoTransport()
    context, loop = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), asyncio.get_running_loop()
    protocol = TlsProtocol(loop, connection, context, loop.create_future(), server_side=True)
    tls = protocol._get_app_transport()  # type: ignore[attr-defined]
    connection.connection_made(tls)
    tls.close()
    tls.close()
    connection.connection_lost(None)
    assert len(table) == 0


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
