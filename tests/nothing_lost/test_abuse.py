"""Hostile or broken callers: the others are still served, and memory stays bounded."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.nothing_lost.service_process import ServiceProcess, open_store, prepare_shop, run_service
from tests.service.api.wire_client import Connection, chunked, connected, request_bytes

MIB = 1024 * 1024
MOST_GROWTH = 60 * MIB


class AbusedService:
    """A service in its own process, its key, and a caller who must not notice anything."""

    def __init__(self, service: ServiceProcess, key: str) -> None:
        self.service = service
        self.key = key
        self.before = 0

    async def others_are_served(self) -> None:
        """Uploads and reads as ever."""
        rows = [{"sku": f"S{row}", "name": "n", "quantity": 1} for row in range(50)]
        for method, target, body in (("POST", "/v1/items", {"items": rows}), ("GET", "/v1/items", None)):
            assert (await self.service.call(method, target, self.key, body)).status == 200

    def post(self, **headers: str) -> bytes:
        return request_bytes(
            "POST", "/v1/items", key=self.key, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )

    @property
    def grown(self) -> int:
        return self.service.rss - self.before


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[AbusedService]:
    """Warmed up, so that memory measured later is the abuse's."""
    async with open_store(tmp_path) as store:
        key = (await prepare_shop(store)).key
    async with run_service(tmp_path) as service:
        ready = AbusedService(service, key)
        await ready.others_are_served()
        await service.call("POST", "/v1/items", key, {"items": [], "x": "y" * MIB})
        ready.before = service.rss
        yield ready
        await ready.others_are_served()


async def drip(connection: Connection, data: bytes) -> None:
    """Sends a byte at a time."""
    for byte in data:
        await connection.send(bytes([byte]))
        await asyncio.sleep(0)


async def test_slow_senders_take_nothing_from_others(served: AbusedService) -> None:
    async with AsyncExitStack() as stack:
        slow = [await stack.enter_async_context(connected(served.service.address)) for _ in range(20)]
        body = json.dumps({"items": [{"sku": "SLOW", "name": "n"}]}).encode()
        half = len(body) // 2
        for connection in slow[:10]:
            await drip(connection, b"GET /v1/items HTTP/1.1\r\nHost: local")
        for connection in slow[10:]:
            await connection.send(served.post(Content_Length=str(len(body))))
            await drip(connection, body[:half])
        await served.others_are_served()
        for connection in slow[10:]:
            await drip(connection, body[half:])
            assert (await connection.reply()).json["saved"] == 1


async def test_bodies_that_lie_about_their_length(served: AbusedService) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(20):
            connection = await stack.enter_async_context(connected(served.service.address))
            await connection.send(served.post(Content_Length="2000000") + b'{"items": [')
        for _ in range(20):
            async with connected(served.service.address) as liar:
                await liar.send(served.post(Content_Length="2000000") + b"{")
                liar.drop()
        await served.others_are_served()
        assert served.grown < MOST_GROWTH


async def test_200_idle_connections(served: AbusedService) -> None:
    async with AsyncExitStack() as stack:
        idle = [await stack.enter_async_context(connected(served.service.address)) for _ in range(200)]
        for connection in idle[:100]:
            await connection.send(request_bytes("GET", "/health"))
            assert (await connection.reply()).status == 200
        await served.others_are_served()
        assert served.grown < MOST_GROWTH
        await idle[150].send(request_bytes("GET", "/v1/items", key=served.key))
        assert (await idle[150].reply()).status == 200


async def test_chunked_bodies_without_end(served: AbusedService) -> None:
    block = chunked(b"x" * 60_000, end=False)

    async def without_end() -> int:
        async with connected(served.service.address) as connection:
            await connection.send(served.post(Transfer_Encoding="chunked"))
            try:
                for _ in range(1000):
                    await connection.send(block)
            except ConnectionError:
                pass  # refused in the middle of it, as it should be
            return (await connection.reply()).status

    async def tiny_chunks() -> int:
        async with connected(served.service.address) as connection:
            await connection.send(served.post(Transfer_Encoding="chunked"))
            for _ in range(30):
                await connection.send(b"1\r\nx\r\n" * 3000)
            await connection.send(b"0\r\n\r\n")
            return (await connection.reply()).status

    ends = asyncio.gather(
        *[without_end() for _ in range(4)], *[tiny_chunks() for _ in range(2)], return_exceptions=True
    )
    await served.others_are_served()
    statuses = await ends
    assert [status for status in statuses if not isinstance(status, ConnectionError)].count(400) == 2
    assert all(status in (413, 400) or isinstance(status, ConnectionError) for status in statuses)
    assert served.grown < MOST_GROWTH


async def test_a_megabyte_of_headers(served: AbusedService) -> None:
    one = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * MIB
    many = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-Header: aaaaaaaaaaaaaaaaaaaaaa\r\n" * 32_000
    for sent in (one, many) * 10:
        async with connected(served.service.address) as connection:
            await connection.send(sent)
            assert (await connection.reply()).status == 400
    assert served.grown < MOST_GROWTH


async def test_many_pipelined_calls_whose_answers_nobody_reads(served: AbusedService) -> None:
    rows = [{"sku": f"P{row}", "name": "n" * 1000} for row in range(500)]
    assert (await served.service.call("POST", "/v1/items", served.key, {"items": rows})).status == 200
    served.before = served.service.rss
    async with connected(served.service.address) as connection:
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]
        connection.writer.write(request_bytes("GET", "/v1/items?limit=500", key=served.key) * 2000)
        for _ in range(5):
            await served.others_are_served()
        assert served.grown < MOST_GROWTH


async def test_uploads_of_2_mb_side_by_side(served: AbusedService) -> None:
    rows = [{"sku": f"B{row}", "name": "n" * 1950} for row in range(1000)]
    body = json.dumps({"items": rows}).encode()
    assert 1_900_000 < len(body) < 2_097_152

    async def often() -> None:
        async with connected(served.service.address) as connection:
            for _ in range(2):
                await connection.send(request_bytes("POST", "/v1/items", key=served.key, body=body))
                assert (await connection.reply()).status == 200

    await asyncio.gather(*[often() for _ in range(8)])
    assert served.service.rss <= 250 * MIB


async def test_900_strangers_who_send_bodies_of_2_mb(served: AbusedService) -> None:
    """Their calls are refused at the head; what they push behind it is not held in memory."""
    call = request_bytes("POST", "/v1/items", headers={"Content-Length": str(2 * MIB)}) + b"x" * (2 * MIB)
    host, port = served.service.address.removeprefix("http://").split(":")
    async with AsyncExitStack() as stack:
        writers = []
        for number in range(900):
            # 250 connections are allowed from one address.
            sender = (f"127.0.1.{number // 225 + 1}", 0)
            _, writer = await asyncio.open_connection(host, int(port), local_addr=sender)
            stack.callback(writer.transport.abort)
            writers.append(writer)
        for writer in writers:
            writer.write(call)
        most = 0
        for _ in range(150):
            most = max(most, served.grown)
            await asyncio.sleep(0.02)
    assert most < MOST_GROWTH, most // MIB
