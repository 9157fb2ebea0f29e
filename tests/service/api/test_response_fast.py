"""The quick response sends what aiohttp's sends, byte for byte."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus

import pytest
from aiohttp import web
from aiohttp.abc import AbstractStreamWriter
from aiohttp.test_utils import RawTestServer, make_mocked_request
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.api.answers import Answer
from service.api.response import make_response
from service.api.response_fast import send_quickly
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import request_bytes

_DATE = re.compile(rb"Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n")
_WAIT_S = 20.0
_LAST_CALL = b"GET /v1/last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

Handler = Callable[[web.BaseRequest], web.StreamResponse]

values = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_categories=["Cc"]), max_size=20)
answers = st.builds(
    Answer,
    st.sampled_from([200, 201, 204, 304, 400, 401, 404, 405, 409, 413, 422, 429, 500, 503]),
    st.just(b""),
    headers=st.dictionaries(
        st.sampled_from(
            ["Allow", "ETag", "Retry-After", "X-Request-Id", "X-Ignored-Parameters", "Cache-Control", "Date", "X-É"]
        ),
        values.map(str.strip),
        max_size=4,
    ),
    close=st.booleans(),
)  # fmt: skip


async def read_answers(address: tuple[str, int], request: bytes, last: bytes = _LAST_CALL) -> bytes:
    """All bytes that come until the connection ends, but those of dates. `last` ends it, where the
    first answer did not; without it the sending side is closed, to which only the service answers.
    """
    reader, writer = await asyncio.open_connection(*address)
    async with asyncio.timeout(_WAIT_S):
        writer.write(request + last)
        if not last:
            writer.write_eof()
        came = await reader.read()
    writer.close()
    assert len(_DATE.findall(came)) <= 2
    return _DATE.sub(b"", came)


async def read_each(request: bytes, ways: Sequence[Handler]) -> list[bytes]:
    """What a server sends whose handler is one of the ways."""
    found = []
    for way in ways:

        async def handle(asked: web.BaseRequest, way: Handler = way) -> web.StreamResponse:
            return way(asked)

        server = RawTestServer(handle)
        await server.start_server()
        try:
            found.append(await read_answers(("127.0.0.1", server.port or 0), request))
        finally:
            await server.close()
    return found


@example(Answer(200, b""), 50, b"HEAD", b"1.1", b"")
@example(Answer(200, b""), 50, b"GET", b"1.0", b"Connection: keep-alive\r\n")
@example(Answer(200, b""), 50, b"GET", b"1.1", b"Connection: close\r\n")
@example(Answer(200, b"", close=True), 50, b"GET", b"1.1", b"")
@example(Answer(304, b"", headers={"ETag": "x"}), 50, b"GET", b"1.1", b"")
@example(Answer(200, b"", headers={"Date": "x"}), 50, b"GET", b"1.1", b"")
@example(Answer(200, b""), 70_000, b"POST", b"1.1", b"")
@settings(max_examples=60, deadline=None, report_multiple_bugs=False)
@given(
    answers,
    st.sampled_from([0, 1, 50, 70_000]),
    st.sampled_from([b"GET", b"POST", b"HEAD"]),
    st.sampled_from([b"1.1", b"1.0"]),
    st.sampled_from([b"", b"Connection: close\r\n", b"Connection: keep-alive\r\n"]),
)
def test_both_send_the_same_bytes(answer: Answer, size: int, method: bytes, version: bytes, connection: bytes) -> None:
    answer.body = b"x" * size
    request = method + b" / HTTP/" + version + b"\r\nHost: shop\r\nContent-Length: 0\r\n" + connection + b"\r\n"

    def send_by_reference(_asked: web.BaseRequest) -> web.StreamResponse:
        return make_response(answer, answer.headers)

    def send(asked: web.BaseRequest) -> web.StreamResponse:
        return send_quickly(asked, answer, answer.headers)

    reference, quick = asyncio.run(read_each(request, (send_by_reference, send)))
    assert reference.startswith(b"HTTP/1."), "nothing came, so nothing is compared"
    assert quick == reference


@pytest.mark.parametrize("value", ["one\r\nX-Admin: 1", "one\nX-Admin: 1", "one\rX-Admin: 1", "one\n\rX-Admin: 1"])
def test_no_header_can_add_another(value: str) -> None:
    answer = Answer(200, b"{}", headers={"Allow": value})
    request = b"GET / HTTP/1.1\r\nHost: shop\r\n\r\n"

    def send(asked: web.BaseRequest) -> web.StreamResponse:
        return send_quickly(asked, answer, answer.headers)

    (came,) = asyncio.run(read_each(request, (send,)))
    assert came == b"", "such an answer is not sent at all"


async def test_a_call_gets_the_same_answer_on_a_connection_that_stays_open(stand: RunningService) -> None:
    """Keys, rates and refusals included."""
    host, _, port = stand.address.removeprefix("http://").rpartition(":")
    for target, status in (("/v1/items", 200), ("/v1/nothing", 404), ("/v1/items?limit=x", 400)):
        first = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nServer: Counterpart/".encode()
        came = [
            await read_answers((host, int(port)), request_bytes("GET", target, key=stand.key, headers=headers), b"")
            for headers in ({}, {"Connection": "close"})
        ]
        assert all(one.startswith(first) for one in came)
        quick, reference = (
            re.sub(rb"(X-Request-Id|RateLimit-Remaining): \d+", b"", one.replace(b"Connection: close\r\n", b""))
            for one in came
        )
        assert quick == reference


class NotedWriter(AbstractStreamWriter):
    """Notes what is sent."""

    def __init__(self) -> None:
        self.sent = b""

    async def write(self, chunk: bytes | bytearray | memoryview) -> None:
        self.sent += bytes(chunk)

    async def write_eof(self, chunk: bytes = b"") -> None:
        self.sent += chunk

    async def drain(self) -> None:
        """Nothing waits."""

    def enable_compression(self, encoding: str = "deflate", strategy: int | None = None) -> None:
        raise AssertionError

    def enable_chunking(self) -> None:
        raise AssertionError

    async def write_headers(self, status_line: str, headers: object) -> None:
        raise AssertionError


async def test_head_and_body_are_sent_at_once_with_the_date_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    for second, date in ((0, b"Thu, 01 Jan 1970"), (86_400, b"Fri, 02 Jan 1970")):
        monkeypatch.setattr(time, "time", lambda second=second: float(second))
        writer = NotedWriter()
        request = make_mocked_request("GET", "/", writer=writer)
        await send_quickly(request, Answer(200, b"{}"), {"ETag": "x"}).prepare(request)
        assert b"\r\nDate: " + date + b" 00:00:00 GMT\r\n" in writer.sent
        assert b"\r\nETag: x\r\n" in writer.sent
        assert writer.sent.endswith(b"\r\n\r\n{}")
