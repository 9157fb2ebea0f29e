"""Bodies: 2 MB as received, in every transfer form, and within a time limit (contract §2.4)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from aiohttp import StreamReader
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.api.request_body import make_too_large, read_body
from service.domain.json_bodies import MAX_BODY_BYTES
from tests.service.api.running_service import BareEdge, RunningService, run_edge
from tests.service.api.wire_client import chunked, connected, request_bytes

CHUNKED = {"Transfer-Encoding": "chunked"}


def upload_of(size: int) -> bytes:
    """A well-formed upload of no rows, exactly `size` bytes long."""
    return b'{"items": []}'.ljust(size)


def post(
    stand: RunningService | BareEdge, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> bytes:
    return request_bytes("POST", "/v1/items", key=stand.key, body=body, headers=headers)


async def test_2_097_152_bytes_pass_by_length_and_in_chunks(stand: RunningService) -> None:
    body = upload_of(MAX_BODY_BYTES)
    assert MAX_BODY_BYTES == 2_097_152
    assert (await stand.call("POST", "/v1/items", body=body)).status == 200
    async with connected(stand.address) as connection:
        await connection.send(post(stand, headers=CHUNKED) + chunked(body[:1_000_000], body[1_000_000:]))
        assert (await connection.reply()).status == 200
    assert [call.request_bytes for call in stand.log()] == [MAX_BODY_BYTES, MAX_BODY_BYTES]


async def test_one_byte_more_is_refused_by_its_length_alone(stand: RunningService) -> None:
    async with connected(stand.address) as connection:
        await connection.send(post(stand, headers={"Content-Length": str(MAX_BODY_BYTES + 1)}))
        reply = await connection.reply()
    assert (reply.status, reply.error) == (413, "body_too_large")
    assert reply.headers["connection"] == "close"
    assert stand.log()[0].status == 413


async def test_one_byte_more_in_chunks_is_refused_while_it_is_read(stand: RunningService) -> None:
    async with connected(stand.address) as connection:
        await connection.send(post(stand, headers=CHUNKED) + chunked(upload_of(MAX_BODY_BYTES + 1), end=False))
        assert (await connection.reply()).error == "body_too_large"


async def test_a_refused_body_that_is_sent_all_the_same_does_not_cost_the_answer(stand: RunningService) -> None:
    assert (await stand.call("POST", "/v1/items", body=upload_of(MAX_BODY_BYTES + 500_000))).status == 413


async def test_expect_100_continue_is_told_to_go_on_once_the_checks_are_passed(stand: RunningService) -> None:
    async with connected(stand.address) as connection:
        await connection.send(post(stand, headers={"Expect": "100-continue", "Content-Length": "13"}))
        assert (await connection.reply(final=False)).status == 100
        await connection.send(upload_of(13))
        reply = await connection.reply(final=False)
    assert reply.status == 200
    assert reply.json["received"] == 0


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Length": str(MAX_BODY_BYTES + 1)}, 413),
        ({"Content-Length": "13", "Authorization": "Bearer nothing"}, 401),
    ],
)
async def test_a_call_that_is_refused_is_not_told_to_go_on(
    stand: RunningService, headers: dict[str, str], status: int
) -> None:
    async with connected(stand.address) as connection:
        await connection.send(post(stand, headers={"Expect": "100-continue", **headers}))
        assert (await connection.reply(final=False)).status == status


async def test_a_body_that_ends_early_is_logged_and_changes_nothing(stand: RunningService) -> None:
    body = json.dumps({"items": [{"sku": "A", "name": "n"}]}).encode()
    async with connected(stand.address) as connection:
        await connection.send(post(stand, body, {"Content-Length": str(len(body) + 1)}))
        connection.end()
        reply = await connection.reply()
        assert (reply.status, reply.json["message"]) == (400, "The body ended before its announced length.")
        assert reply.headers["connection"] == "close"
        assert await connection.ended()
    reply = await stand.call("GET", "/v1/items")
    assert reply.json["total"] == 0
    assert {(call.status, call.error) for call in stand.log()} == {(200, None), (400, "bad_request")}


async def test_more_than_was_announced_is_no_part_of_the_body(stand: RunningService) -> None:
    async with connected(stand.address) as connection:
        await connection.send(post(stand, upload_of(13)))
        assert (await connection.reply()).status == 200
        await connection.send(b"!!\r\n")
        reply = await connection.reply()
        assert (reply.status, reply.error) == (400, "bad_request")
        assert await connection.ended()


async def test_broken_chunks_are_refused(stand: RunningService) -> None:
    async with connected(stand.address) as connection:
        await connection.send(post(stand, headers=CHUNKED) + chunked(b'{"it', end=False))
        await connection.send(b"zz\r\n")
        reply = await connection.reply()
    assert (reply.status, reply.error) == (400, "bad_request")


async def _echo(asked: ApiRequest) -> Answer:
    return Answer(200, json.dumps(len(asked.body)).encode())


async def test_a_body_that_does_not_arrive_in_time_is_given_up(tmp_path: Path) -> None:
    async with run_edge(tmp_path, {"/v1/echo": {"POST": _echo}}, body_deadline_s=0.05) as edge:
        async with connected(edge.address) as connection:
            await connection.send(
                request_bytes("POST", "/v1/echo", key=edge.key, body=b"12345", headers={"Content-Length": "6"})
            )
            reply = await connection.reply()
        assert (reply.status, reply.error) == (400, "bad_request")
        assert reply.json["message"] == "The body did not arrive within 0 seconds."
        assert reply.headers["connection"] == "close"
        assert [call.status for call in edge.log()] == [400]


async def test_no_body_at_all_is_an_empty_one(tmp_path: Path) -> None:
    async with run_edge(tmp_path, {"/v1/echo": {"POST": _echo, "GET": _echo}}) as edge:
        for method, headers in (("GET", None), ("POST", None), ("POST", {"Content-Length": "0"}), ("POST", CHUNKED)):
            request = request_bytes(method, "/v1/echo", key=edge.key, headers=headers)
            async with connected(edge.address) as connection:
                await connection.send(request + (chunked() if headers == CHUNKED else b""))
                assert (await connection.reply()).body == b"0"


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "identity, gzip", "zstd"])
async def test_encoded_bodies_are_refused(stand: RunningService, encoding: str) -> None:
    reply = await stand.call("POST", "/v1/items", body=upload_of(13), headers={"Content-Encoding": encoding})
    assert (reply.status, reply.error) == (400, "bad_request")
    assert "Content-Encoding" in reply.json["message"]


@pytest.mark.parametrize("coding", ["gzip, chunked", "deflate,chunked"])
async def test_a_transfer_coding_that_packs_the_body_is_refused(stand: RunningService, coding: str) -> None:
    """Read as it comes, it would be bytes of another form than the caller says."""
    request = request_bytes("POST", "/v1/items", key=stand.key, headers={"Transfer-Encoding": coding})
    (reply,) = await stand.pipelined(request + chunked(upload_of(13)))
    assert (reply.status, reply.error) == (400, "bad_request")
    assert "Transfer-Encoding" in reply.json["message"]


async def test_identity_is_no_encoding(stand: RunningService) -> None:
    reply = await stand.call("POST", "/v1/items", body=upload_of(13), headers={"Content-Encoding": "Identity"})
    assert reply.status == 200


async def test_a_smaller_bound_is_named_in_its_refusal() -> None:
    refusal = await read_body(make_mocked_request("POST", "/", headers={"Content-Length": "11"}), most=10)
    assert isinstance(refusal, Answer)
    assert (refusal.status, refusal.error, refusal.close) == (413, "body_too_large", True)
    assert refusal.message == "The body is over 10 bytes; send what this call asks for."


async def send_parts(*parts: bytes, most: int = MAX_BODY_BYTES) -> bytes | Answer:
    """What is read of a body without a length that comes in these parts; the first is there."""
    loop = asyncio.get_running_loop()
    protocol = BaseProtocol(loop)
    protocol.connection_made(asyncio.Transport())
    content = StreamReader(protocol, 2**16, loop=loop)
    reading = asyncio.ensure_future(read_body(make_mocked_request("POST", "/", payload=content), most=most))
    for part in parts:
        content.feed_data(part)
        if part is not parts[-1]:
            await asyncio.sleep(0)
    content.feed_eof()
    return await reading


async def test_a_body_in_parts_is_whole() -> None:
    for parts in ([b"one "], [b"one ", b"two "], [b"one ", b"two ", b"three"]):
        assert await send_parts(*parts) == b"".join(parts)


async def test_a_bound_counts_however_a_body_comes() -> None:
    for parts in ([b"x" * 10], [b"x" * 5] * 2):
        assert await send_parts(*parts, most=10) == b"x" * 10
    for parts in ([b"x" * 11], [b"x" * 5, b"x" * 6]):
        refusal = await send_parts(*parts, most=10)
        assert isinstance(refusal, Answer)
        assert refusal.status == 413


def test_a_body_too_large_ends_the_connection() -> None:
    assert make_too_large().status == 413
    assert make_too_large().error == "body_too_large"
    assert make_too_large().close
