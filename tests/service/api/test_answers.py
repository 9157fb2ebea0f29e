"""The answer for each error (contract §2.5)."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web

from service.api import answers
from service.api.answers import (
    FEW,
    SHORT_BYTES,
    Answer,
    LongAnswers,
    LongBody,
    convert_error,
    join_short,
    make_error,
    make_internal_error,
    make_ok,
    send_long,
)
from service.api.http_server import HttpServer
from service.api.item_handlers import encode_page
from service.domain.call_log.calls import MAX_STORED_ANSWER
from service.domain.errors import (
    BadRequest,
    CounterpartError,
    NotFound,
    Refused,
    Unavailable,
    UnavailableCode,
    UpstreamUnavailable,
    make_error_reference,
)
from service.domain.sentences import verbatim
from service.domain.wire import ErrorBody, encode
from service.store import items
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import connected, request_bytes

CARS = [{"make": "Toyota", "model": "L" * 180, "year_from": 2001, "year_to": 2020}] * 1_000


async def fill(stand: RunningService, count: int) -> None:
    """Items of some 240 kB."""
    for first in range(0, count, 5):
        rows = [
            {"sku": f"S{place:03d}", "name": "n", "quantity": 1, "fit": CARS}
            for place in range(first, min(count, first + 5))
        ]
        assert (await stand.upload(*rows))["saved"] == len(rows)


def test_short_parts_are_joined_and_long_ones_are_not() -> None:
    half = b"x" * (SHORT_BYTES // 2)
    assert join_short([half, half]) == half * 2
    assert join_short(iter([half, half, b"x"])) is None


def test_no_part_is_made_past_the_bound() -> None:
    def parts() -> Iterator[bytes]:
        yield b"x" * (SHORT_BYTES + 1)
        raise AssertionError

    assert join_short(parts()) is None


@pytest.mark.parametrize("count", [0, 1, 49, 50, 51, 120])
def test_a_page_in_parts_is_the_page(shop: ShopFixture, count: int) -> None:
    number = shop.shop.id
    shop.upload(*({"sku": f"S{place:03d}", "name": "n", "quantity": place} for place in range(count)))
    for offset, limit in ((0, 500), (3, 60), (70, 100), (500, 10)):
        plan = shop.read(lambda db: items.plan_page(db, number, offset, limit))  # noqa: B023
        parts = shop.read(lambda db: b"".join(encode_page(db, number, plan)))  # noqa: B023
        assert parts == shop.read(lambda db: encode(items.read_page(db, number, offset, limit)))  # noqa: B023


async def test_a_long_page_is_whole_and_logged_in_part(stand: RunningService) -> None:
    await fill(stand, 30)
    reply = await stand.call("GET", "/v1/items?limit=500")
    assert reply.status == 200
    page = json.loads(reply.body)
    assert list(page["items"]) == [f"S{place:03d}" for place in range(30)]
    assert (page["total"], len(reply.body) > SHORT_BYTES) == (30, True)
    assert page["items"]["S029"]["stock"] == [{"branch": "Main", "quantity": 1, "reserved": 0}]
    call = stand.log()[0]
    assert (call.response_bytes, call.status) == (len(reply.body), 200)
    assert json.loads(call.facts or "") == {"items": 30, "total": 30}
    assert list(stand.store.path.parent.glob("tmp*")) == []
    tag = reply.headers["etag"]
    known = await stand.call("GET", "/v1/items?limit=500", headers={"If-None-Match": tag})
    assert (known.status, known.body) == (304, b"")
    head = await stand.call("HEAD", "/v1/items?limit=500")
    assert (head.status, head.headers["content-length"]) == (200, str(len(reply.body)))
    async with connected(stand.address) as connection:
        await connection.send(request_bytes("HEAD", "/v1/items?limit=500", key=stand.key))
        assert (await connection.reply(to_head=True)).status == 200
        await connection.send(request_bytes("GET", "/v1/orders", key=stand.key))
        assert (await connection.reply()).json["orders"] == [], "nothing follows the head"
    assert (await stand.call("GET", "/v1/items?limit=500")).body == reply.body


async def test_a_key_has_one_at_a_time_and_all_keys_a_few(tmp_path: Path) -> None:
    turns = LongAnswers()

    async def build() -> LongBody:
        return LongBody([b"x"], tmp_path)

    first = await turns.make(1, build)
    second = asyncio.ensure_future(turns.make(1, build))
    others = [await turns.make(key, build) for key in range(2, FEW + 1)]
    fifth = asyncio.ensure_future(turns.make(99, build))
    await asyncio.sleep(0)
    assert not second.done()
    assert not fifth.done()
    first.close()
    first.close()
    fourth = await fifth
    others[0].close()
    for body in (fourth, await second, *others[1:]):
        assert body.size == 1
        body.close()


async def test_a_build_that_fails_gives_its_turn_back(tmp_path: Path) -> None:
    turns = LongAnswers()

    async def fail() -> LongBody:
        raise LookupError

    async def build() -> LongBody:
        return LongBody([b"x"], tmp_path)

    for _ in range(FEW + 1):
        with pytest.raises(LookupError):
            await turns.make(1, fail)
    body = await turns.make(1, build)
    assert body.head == b"x"
    body.close()


def test_a_full_disk_is_said_and_leaves_nothing_open(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"x"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(Unavailable) as caught:
        LongBody(parts(), tmp_path)
    assert caught.value.code is UnavailableCode.DISK_FULL
    assert caught.value.message == "The disk is full. Nothing was changed; try again once that is mended."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fault", [OSError(errno.EIO, "Input/output error"), LookupError("a mistake")])
def test_another_fault_is_not_called_a_full_disk(tmp_path: Path, fault: Exception) -> None:
    def parts() -> Iterator[bytes]:
        yield b"x"
        raise fault

    with pytest.raises(type(fault), match=str(fault)[-7:]):
        LongBody(parts(), tmp_path)


def test_a_body_is_written_in_its_folder_and_only_its_beginning_is_in_memory(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        LongBody([b"x"], tmp_path / "missing")
    body = LongBody([b"x" * MAX_STORED_ANSWER, b"rest"], tmp_path)
    assert (len(body.head), body.size) == (MAX_STORED_ANSWER, MAX_STORED_ANSWER + 4)
    body.close()


def test_a_body_is_read_as_often_as_it_is_asked_for(tmp_path: Path) -> None:
    body = LongBody([b"one ", b"two"], tmp_path)
    assert (body.size, body.head) == (7, b"one two")
    assert body.digest == hashlib.sha256(b"one two").hexdigest()
    assert [b"".join(body.pieces()) for _ in range(2)] == [b"one two"] * 2
    body.close()


async def test_a_receiver_that_does_not_read_is_disconnected_after_its_time(tmp_path: Path) -> None:
    body, ended = LongBody([b"x" * 1024 * 1024] * 24, tmp_path), asyncio.Event()

    async def send(request: web.BaseRequest) -> web.StreamResponse:
        try:
            return await send_long(request, web.StreamResponse(), body, limit_s=0.05)
        finally:
            ended.set()

    server, received = HttpServer(send), 0
    await server.start("127.0.0.1", 0)
    async with asyncio.timeout(10), connected(server.address) as connection:
        await connection.send(request_bytes("GET", "/"))
        await ended.wait()
        with contextlib.suppress(ConnectionError):
            while piece := await connection.reader.read(1024 * 1024):
                received += len(piece)
    assert received < body.size
    await server.stop()
    body.close()


def test_the_bounds_are_those_of_the_page() -> None:
    assert (SHORT_BYTES, FEW, answers.SEND_S) == (2 * 1024 * 1024, 4, 300.0)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (BadRequest("Say it."), 400, "bad_request"),
        (NotFound("Say it."), 404, "not_found"),
        (Refused("read_only", verbatim("Say it.")), 422, "read_only"),
        (Unavailable(verbatim("Say it.")), 503, "unavailable"),
        (UpstreamUnavailable(verbatim("Say it.")), 503, "upstream_unavailable"),
        (CounterpartError("Say it."), 500, "internal_error"),
    ],
)
def test_each_error_has_its_status_and_code(error: CounterpartError, status: int, code: str) -> None:
    answer = convert_error(error)
    assert (answer.status, answer.error, answer.message) == (status, code, "Say it.")
    assert json.loads(answer.body) == {"error": code, "message": "Say it."}
    assert not answer.close, "the connection stays for the next call"


def test_a_mistake_of_the_program_is_told_with_a_reference_only() -> None:
    answer = make_internal_error("7K2F91AB")
    assert (answer.status, answer.error) == (500, "internal_error")
    assert json.loads(answer.body)["message"].endswith("tell support 7K2F91AB.")


def test_references_differ() -> None:
    assert len({make_error_reference() for _ in range(50)}) == 50


def test_an_answer_has_its_notes_and_facts() -> None:
    answer = make_ok(ErrorBody("a", "b"), notes=("one",), facts={"items": 2})
    assert (answer.status, answer.notes, answer.facts) == (200, ("one",), {"items": 2})
    assert json.loads(answer.body) == {"error": "a", "message": "b"}
    assert (make_ok(ErrorBody("a", "b")).notes, make_ok(ErrorBody("a", "b")).facts) == ((), {})
    assert make_error(401, "unauthorized", "Send a key.", notes=("no key was sent",)).notes == ("no key was sent",)


def test_facts_are_compact_json_or_nothing() -> None:
    assert Answer(200, b"", facts={"saved": 2, "status": "ready"}).facts_json == '{"saved":2,"status":"ready"}'
    assert Answer(200, b"").facts_json is None
