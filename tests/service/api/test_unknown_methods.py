"""The head of a call with a method that nobody knows."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http import RawRequestMessage

from service.api.request_target import MAX_REQUEST_LINE_BYTES
from service.api.unknown_methods import read_unknown_method


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
