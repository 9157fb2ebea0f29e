"""The short way of sending an answer sends what the long one does."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import connected, request_bytes

WAIT_S = 20.0
_LEFT = re.compile(rb"(?<=RateLimit-Remaining: )\d+")
_REQUEST_ID = re.compile(rb"X-Request-Id: \d+\r\n")
_DATE = re.compile(rb"Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n")


async def whole(stand: RunningService, request: bytes) -> bytes:
    """Every byte of an answer but the moment, the calls that are left, and the connection's end."""
    async with connected(stand.address) as connection, asyncio.timeout(WAIT_S):
        await connection.send(request)
        head = await connection.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"Content-Length: (\d+)\r\n", head)
        assert length is not None
        body = await connection.reader.readexactly(int(length[1]))
    assert len(_DATE.findall(head)) == 1, head
    assert len(_REQUEST_ID.findall(head)) == 1, head
    head = _REQUEST_ID.sub(b"", head)
    return _LEFT.sub(b"n", _DATE.sub(b"", head.replace(b"Connection: close\r\n", b""))) + body


@pytest.mark.parametrize(
    ("method", "target", "status"),
    [
        ("GET", "/v1/items", b"200 OK"),
        ("GET", "/v1/nothing", b"404 Not Found"),
        ("PUT", "/v1/items", b"405 Method Not Allowed"),
        ("GET", "/v1/items?limit=x", b"400 Bad Request"),
        ("POST", "/v1/orders/ORD-2026-000001/accept", b"404 Not Found"),
    ],
)
async def test_both_ways_send_the_same_bytes(stand: RunningService, method: str, target: str, status: bytes) -> None:
    long_way = await whole(stand, request_bytes(method, target, key=stand.key, headers={"Connection": "close"}))
    short_way = await whole(stand, request_bytes(method, target, key=stand.key))
    assert short_way == long_way
    assert short_way.startswith(b"HTTP/1.1 " + status + b"\r\nServer: Counterpart/")


async def test_both_ways_send_the_same_refusal(stand: RunningService) -> None:
    long_way = await whole(stand, request_bytes("GET", "/v1/items", headers={"Connection": "close"}))
    assert await whole(stand, request_bytes("GET", "/v1/items")) == long_way
    assert b"WWW-Authenticate: Bearer\r\n" in long_way


async def test_a_large_answer_arrives_whole(stand: RunningService) -> None:
    await stand.upload(*({"sku": f"S{number}", "name": "x" * 1000} for number in range(100)))
    page = (await stand.call("GET", "/v1/items?limit=500")).json
    assert len(page["items"]) == 100
