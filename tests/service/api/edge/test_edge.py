"""The steps of every call, in the order of contract §2.3, over real HTTP."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest
from aiohttp.test_utils import make_mocked_request

from service.api.answers import Answer, AnswerJob, LongBody
from service.api.api_request import ApiRequest
from service.api.checks.access import AccessRules
from service.api.checks.rate_limits import KeyRateLimiter
from service.api.edge import Edge, Handler, Routes
from service.domain.errors import Refused, Unavailable
from service.domain.json_bodies import MAX_BODY_BYTES
from service.domain.keys import generate_key
from service.domain.sentences import verbatim
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.shops import set_read_only
from service.version import VERSION
from tests.fakes.clock import FakeClock
from tests.service.api.running_service import RunningService, run_edge, run_service
from tests.service.api.wire_client import Json, connected, request_bytes

UNKNOWN = generate_key(staging=False)
EVIL = {"Host": "evil.example"}
TOO_LONG = {"Content-Length": str(MAX_BODY_BYTES + 1)}


class Broken(RuntimeError):
    """A mistake of the program."""


async def _fails(asked: ApiRequest) -> Answer:
    raise Broken("the inside of the program")


async def _fails_in_its_write(asked: ApiRequest) -> AnswerJob:
    def work(tx: Tx) -> Answer:
        tx.update("UPDATE shops SET name = 'half done' WHERE id = ?", (asked.caller.shop.id,))
        raise Broken("the inside of the program")

    return AnswerJob(work)


async def _refuses_in_its_write(asked: ApiRequest) -> AnswerJob:
    def work(tx: Tx) -> Answer:
        tx.update("UPDATE shops SET name = 'half done' WHERE id = ?", (asked.caller.shop.id,))
        raise Refused("read_only", verbatim("It is read-only; change that."))

    return AnswerJob(work)


async def _unavailable(asked: ApiRequest) -> Answer:
    raise Unavailable(verbatim("The disk is full. Nothing was changed; try again."))


BREAKING: dict[str, dict[str, Handler]] = {
    "/v1/fails": {"GET": _fails},
    "/v1/fails/{part}": {"GET": _fails},
    "/v1/write": {"GET": _fails_in_its_write},
    "/v1/refuses": {"GET": _refuses_in_its_write},
    "/v1/unavailable": {"GET": _unavailable},
}


@pytest.mark.parametrize("target", ["/v1/fails", "/v1/write"])
async def test_a_mistake_is_500_with_a_reference_to_its_traceback(
    tmp_path: Path, target: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        reply = await edge.call("GET", target)
        assert (reply.status, reply.error) == (500, "internal_error")
        reference = reply.json["message"].rstrip(".").split()[-1]
        told = [record for record in caplog.records if reference in record.getMessage()]
        assert len(told) == 1
        assert told[0].exc_info is not None
        assert isinstance(told[0].exc_info[1], Broken)
        assert b"inside" not in reply.body
        assert [(call.status, call.error, call.key) for call in edge.log()] == [(500, "internal_error", "Till 1")]
        assert edge.floor.read(lambda db: db.scalar("SELECT count(*) FROM shops WHERE name = 'half done'")) == 0


async def test_the_programs_log_names_no_key_that_stood_in_a_path(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        for secret in (edge.key, edge.key.replace("_", "%5F")):
            assert (await edge.call("GET", f"/v1/fails/{secret}")).status == 500
        assert len(caplog.records) == 2
        assert edge.key[-20:] not in caplog.text
        assert "[secret removed]" in caplog.text


async def test_what_the_environment_is_at_fault_for_is_503(tmp_path: Path) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        reply = await edge.call("GET", "/v1/unavailable")
        assert (reply.status, reply.error) == (503, "unavailable")
        assert [call.status for call in edge.log()] == [503]


@pytest.mark.sqlite
async def test_a_database_that_is_lost_is_503_and_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with run_edge(tmp_path / "data", BREAKING) as edge:
        assert (await edge.call("GET", "/v1/none")).status == 404
        lost = Unavailable(verbatim("The file of the database is gone. Restore a backup."))
        edge.store.save_and_refuse(tmp_path / "saved.db", lost)
        reply = await edge.call("GET", "/v1/none")
        assert (reply.status, reply.error) == (503, "unavailable")
        assert reply.json["message"] == lost.message
        (line,) = [text for text in caplog.messages if "was answered with 503" in text]
        assert line.startswith("GET /v1/none")
        assert line.endswith(lost.message)


async def test_refused_work_is_undone_and_logged_as_what_it_is(tmp_path: Path) -> None:
    async with run_edge(tmp_path, BREAKING) as edge:
        assert (await edge.call("GET", "/v1/refuses")).error == "read_only"
        assert [(call.status, call.error) for call in edge.log()] == [(422, "read_only")]
        assert edge.floor.read(lambda db: db.scalar("SELECT count(*) FROM shops WHERE name = 'half done'")) == 0


async def test_mistakes_use_up_the_rate_and_leave_nothing_under_way(tmp_path: Path) -> None:
    async with run_edge(tmp_path, BREAKING, rate_limit=3) as edge:
        statuses = [(await edge.call("GET", "/v1/fails")).status for _ in range(4)]
        assert statuses == [500, 500, 500, 429]
        edge.clock.advance(60_000)
        assert (await edge.call("GET", "/v1/fails")).status == 500


async def test_1_host_comes_before_the_key(stand: RunningService) -> None:
    reply = await stand.call("GET", "/v1/items", key=UNKNOWN, headers=EVIL)
    assert (reply.status, reply.error) == (400, "bad_request")


async def test_1_origin_comes_before_the_key(stand: RunningService) -> None:
    reply = await stand.call("GET", "/v1/items", key=UNKNOWN, headers={"Origin": "https://evil.example"})
    assert (reply.status, reply.error) == (400, "bad_request")


async def test_1_encryption_comes_before_the_key_where_the_owner_asks_for_it(store: Store) -> None:
    rules = AccessRules(encrypted_only=True)
    edge = Edge(store, FakeClock(), Routes({}), lambda: rules, rates=KeyRateLimiter())
    asked = make_mocked_request("GET", "/v1/items", headers={"Host": "127.0.0.1"})
    far, here = "192.168.1.30", "127.0.0.1"
    for address, scheme, status in ((far, "http", 400), (far, "https", 401), (here, "http", 401)):
        assert (await edge.answer(asked.clone(remote=address, scheme=scheme))).status == status


async def test_2_the_key_comes_before_the_rate(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=1) as stand:
        assert (await stand.call("GET", "/v1/items")).status == 200
        assert (await stand.call("GET", "/v1/items", key=UNKNOWN)).status == 401
        assert (await stand.call("GET", "/v1/items")).status == 429


async def test_3_the_rate_comes_before_the_path_and_the_method(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=1) as stand:
        assert (await stand.call("GET", "/v1/nothing")).status == 404
        assert (await stand.call("GET", "/v1/nothing")).status == 429
        assert (await stand.call("DELETE", "/v1/items")).status == 429


async def test_4_the_path_comes_before_the_size(stand: RunningService) -> None:
    assert (await stand.call("POST", "/v1/nothing", headers=TOO_LONG)).status == 404


async def test_4_the_method_comes_before_the_size(stand: RunningService) -> None:
    reply = await stand.call("POST", "/v1/orders", headers=TOO_LONG)
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD")


async def test_5_the_size_comes_before_json_and_parameters(stand: RunningService) -> None:
    assert (await stand.call("POST", "/v1/items", body=b"x" * (MAX_BODY_BYTES + 1))).status == 413
    assert (await stand.call("GET", "/v1/items?limit=0", headers=TOO_LONG)).status == 413
    assert (await stand.call("POST", "/v1/orders/x/fly", headers=TOO_LONG)).status == 413


async def test_6_json_and_parameters_come_before_the_rules_of_business(stand: RunningService) -> None:
    stand.floor.write(lambda tx: set_read_only(tx, stand.shop.id, True))
    assert (await stand.call("POST", "/v1/items", body=b"{")).status == 400
    assert (await stand.call("POST", "/v1/orders/ORD-2026-000009/fly")).status == 400
    assert (await stand.call("POST", "/v1/orders/ORD-2026-000009/reject", body={"reason": 5})).status == 400
    reply = await stand.call("POST", "/v1/items", body={"items": []})
    assert (reply.status, reply.error) == (422, "read_only")


async def test_a_refused_call_changes_nothing(stand: RunningService) -> None:
    rows: Json = {"items": [{"sku": "A", "name": "n", "quantity": 1}]}
    for headers in (EVIL, {"Authorization": "Bearer x"}, {"Content-Encoding": "gzip"}, {"Origin": "null"}):
        assert (await stand.call("POST", "/v1/items", body=rows, headers=headers)).status in (400, 401)
    assert (await stand.call("PUT", "/v1/items", body=rows)).status == 405
    assert (await stand.call("GET", "/v1/items")).json["total"] == 0
    assert stand.floor.count("items") == 0


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "CONNECT"])
async def test_other_methods_are_405_with_allow(stand: RunningService, method: str) -> None:
    reply = await stand.call(method, "/v1/items")
    assert (reply.status, reply.headers["allow"]) == (405, "GET, HEAD, POST")
    assert reply.error == "method_not_allowed"


@pytest.mark.parametrize("method", ["FOO", "get", "Post", "M-SEARCH-2", "!#$%&'*+.^_`|~"])
async def test_methods_that_nobody_knows_are_405_counted_and_logged(stand: RunningService, method: str) -> None:
    before = await stand.call("GET", "/v1/items")
    async with connected(stand.address) as connection:
        await connection.send(request_bytes(method, "/v1/items?x=1", key=stand.key, body=b'{"items": []}'))
        reply = await connection.reply()
        assert await connection.ended()
    assert (reply.status, reply.error) == (405, "method_not_allowed")
    assert (reply.headers["allow"], reply.headers["connection"]) == ("GET, HEAD, POST", "close")
    assert int(reply.headers["ratelimit-remaining"]) == int(before.headers["ratelimit-remaining"]) - 1
    newest = stand.log()[0]
    assert (newest.method, newest.path, newest.status, newest.key) == (method, "/v1/items?x=1", 405, "Till 1")
    assert reply.headers["x-request-id"] == str(newest.id)
    assert (await stand.call(method, "/v1/items", key=None)).status == 401
    assert (await stand.call(method, "/health", key=None)).status == 405


async def test_a_call_in_front_of_an_unknown_method_on_one_connection_is_answered_too(stand: RunningService) -> None:
    async with connected(stand.address) as connection:
        await connection.send(request_bytes("GET", "/v1/items", key=stand.key))
        assert (await connection.reply()).status == 200
        await connection.send(request_bytes("FOO", "/v1/items", key=stand.key) * 2)
        assert (await connection.reply()).status == 405
        assert await connection.ended()


async def test_a_query_that_is_too_long_is_refused_by_its_length_and_logged(stand: RunningService) -> None:
    for length, status in ((8_180, 200), (8_181, 400), (30_000, 400)):
        reply = await stand.call("GET", "/v1/items?" + "x" * length)
        assert reply.status == status
        newest = stand.log()[0]
        assert (newest.status, newest.key) == (status, "Till 1")
        if status == 400:
            assert f"may have at most 8190 characters, this has {length + 10}" in reply.json["message"]
            assert newest.message == reply.json["message"]
    assert (await stand.call("GET", "/health?" + "x" * 9_000, key=None)).status == 400


async def test_head_is_answered_like_get_but_for_the_body(stand: RunningService) -> None:
    stand.floor.add("A")
    for target in ("/v1/items", "/v1/items?limit=0", "/v1/events", "/v1/nothing", "/v1/openapi.json", "/health"):
        asked, head = await stand.call("GET", target), await stand.call("HEAD", target)
        assert (head.status, head.body) == (asked.status, b"")
        assert set(head.headers) == set(asked.headers)
        for name in ("content-length", "content-type", "etag"):
            assert head.headers.get(name) == asked.headers.get(name), target
    only_post = await stand.call("HEAD", "/v1/orders/ORD-2026-000001/accept")
    assert (only_post.status, only_post.headers["allow"]) == (405, "POST")
    logged = next(call for call in stand.log() if call.method == "HEAD" and call.path == "/v1/items")
    assert (logged.status, logged.response_bytes, stand.bodies(logged).response) == (200, 0, b"")


@pytest.mark.parametrize(
    "target",
    [
        "/v1",
        "/v1/",
        "/v1/item",
        "/v1/items/",
        "/v1/orders/a/b/c",
        "/v1//items",
        "/v1/Items",
    ],
)
async def test_paths_that_do_not_exist_are_404(stand: RunningService, target: str) -> None:
    reply = await stand.call("GET", target)
    assert (reply.status, reply.error) == (404, "not_found")
    assert "openapi.json" in reply.json["message"]


@pytest.mark.parametrize("target", ["/", "/v2/items", "/v1items", "/favicon.ico", "/V1/items"])
async def test_what_is_outside_v1_is_404_without_a_key_and_without_an_entry(stand: RunningService, target: str) -> None:
    assert (await stand.call("GET", target, key=None)).error == "not_found"
    assert stand.log() == []


@pytest.mark.parametrize("target", ["/v1/%69tems", "/v1/%69%74ems?limit=%35", "http://127.0.0.1:8710/v1/items"])
async def test_spellings_of_one_path_reach_it(stand: RunningService, target: str) -> None:
    assert (await stand.call("GET", target)).status == 200


async def test_a_whole_address_of_another_host_is_refused(stand: RunningService) -> None:
    assert (await stand.call("GET", "http://evil.example/v1/items")).status == 400
    assert (await stand.call("GET", "http://127.0.0.1/v1/items", headers=EVIL)).status == 400


async def test_health_needs_no_key(stand: RunningService) -> None:
    reply = await stand.call("GET", "/health", key=None)
    assert reply.status == 200
    assert reply.json == {"status": "ok", "version": VERSION}
    assert (await stand.call("HEAD", "/health", key=None)).status == 200
    assert (await stand.call("POST", "/health", key=None)).headers["allow"] == "GET, HEAD"
    assert (await stand.call("GET", "/health", key=None, headers=EVIL)).status == 400
    assert stand.log() == []


async def test_every_answer_is_json_and_not_kept_by_caches(stand: RunningService) -> None:
    for method, target in (("GET", "/v1/items"), ("GET", "/v1/none"), ("POST", "/v1/items"), ("GET", "/health")):
        reply = await stand.call(method, target)
        assert reply.headers["content-type"].startswith("application/json")
        assert reply.headers["cache-control"] == "no-store"
        assert isinstance(reply.json, dict)


async def test_every_answer_to_a_valid_key_says_how_many_calls_are_left(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=10) as stand:
        calls = [
            ("GET", "/v1/items", 200),
            ("GET", "/v1/x", 404),
            ("PUT", "/v1/items", 405),
            ("POST", "/v1/items", 400),
        ]
        for used, (method, target, status) in enumerate(calls, start=1):
            stand.clock.advance(1000)
            reply = await stand.call(method, target)
            assert reply.status == status
            assert reply.headers["ratelimit-limit"] == "10"
            assert reply.headers["ratelimit-remaining"] == str(10 - used)
            assert reply.headers["ratelimit-reset"] == ("60" if used == 1 else str(61 - used))
        assert (await stand.call("POST", "/v1/items", headers=TOO_LONG)).headers["ratelimit-remaining"] == "5"
        for key in (None, UNKNOWN):
            assert "ratelimit-limit" not in (await stand.call("GET", "/v1/items", key=key)).headers


async def test_the_121st_call_in_a_minute_waits_as_long_as_it_is_told(stand: RunningService) -> None:
    request = request_bytes("GET", "/v1/orders", key=stand.key)
    async with connected(stand.address) as connection:
        for left in range(119, -1, -1):
            await connection.send(request)
            reply = await connection.reply()
            assert (reply.status, reply.headers["ratelimit-remaining"]) == (200, str(left))
        stand.clock.advance(20_500)
        for _ in range(3):
            await connection.send(request)
            reply = await connection.reply()
            assert (reply.status, reply.error) == (429, "rate_limited")
            assert reply.headers["retry-after"] == reply.headers["ratelimit-reset"] == "40"
            assert reply.headers["ratelimit-remaining"] == "0"
        stand.clock.advance(39_000)
        await connection.send(request)
        assert (await connection.reply()).headers["retry-after"] == "1"
        stand.clock.advance(1_000)
        await connection.send(request)
        assert (await connection.reply()).status == 200
    assert len(stand.log()) == 125


async def test_another_key_of_the_shop_has_a_minute_of_its_own(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=1) as stand:
        other = stand.make_key(stand.shop, "Till 2")
        assert [(await stand.call("GET", "/v1/items", key=key)).status for key in (stand.key, other)] == [200, 200]


async def test_past_120_calls_without_a_key_each_is_answered_later(tmp_path: Path) -> None:
    async with run_edge(tmp_path, {}) as edge:
        for _ in range(120):
            assert (await edge.call("GET", "/v1/items", key=UNKNOWN)).status == 401
        assert edge.pauses == []
        assert (await edge.call("GET", "/v1/items", key=None)).status == 401
        assert (await edge.call("GET", "/v1/items", key=UNKNOWN)).status == 401
        assert edge.pauses == [0.5, 0.5]
        assert (await edge.call("GET", "/v1/items")).status == 404
        edge.clock.advance(60_000)
        assert (await edge.call("GET", "/v1/items", key=None)).status == 401
        assert edge.pauses == [0.5, 0.5]


async def test_an_answer_leaves_only_after_its_entry_is_committed(tmp_path: Path) -> None:
    asked_for, go_on = asyncio.Event(), asyncio.Event()

    async def quick(asked: ApiRequest) -> Answer:
        asked_for.set()
        return Answer(200, b"{}")

    async with run_edge(tmp_path, {"/v1/quick": {"GET": quick}}) as edge, connected(edge.address) as connection:
        loop, blocked = asyncio.get_running_loop(), asyncio.Event()

        def block(tx: Tx) -> None:
            loop.call_soon_threadsafe(blocked.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(20)

        held = edge.store.submit(block)
        await blocked.wait()
        await connection.send(request_bytes("GET", "/v1/quick", key=edge.key))
        await asked_for.wait()
        answer = asyncio.ensure_future(connection.reply())
        done, _ = await asyncio.wait([answer], timeout=0.1)
        assert not done
        go_on.set()
        assert (await answer).status == 200
        await asyncio.wrap_future(held)
        assert [call.status for call in edge.log()] == [200]


async def test_a_long_answer_is_sent_with_its_headers_and_frees_its_file(tmp_path: Path) -> None:
    closed = asyncio.Event()

    async def answer_long(asked: ApiRequest) -> Answer:
        body = LongBody([b"one ", b"two"], tmp_path)
        body.on_close = closed.set
        return Answer(200, body.head, long_body=body)

    async with run_edge(tmp_path / "data", {"/v1/long": {"GET": answer_long}}) as edge, asyncio.timeout(5):
        reply = await edge.call("GET", "/v1/long")
        assert (reply.status, reply.body) == (200, b"one two")
        assert reply.headers["x-request-id"] == str(edge.log()[0].id)
        await closed.wait()


async def test_nothing_is_logged_by_the_program_for_calls_that_go_well(
    stand: RunningService, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        await stand.upload({"sku": "A", "name": "n"})
        await stand.call("GET", "/v1/items", key=None)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("service")] == []


async def test_a_small_read_is_logged_at_its_time_and_waits_for_nothing(stand: RunningService) -> None:
    await stand.call("GET", "/v1/items?limit=1")
    (entry,) = stand.log()
    assert (entry.at, entry.duration_us) == (stand.clock.now(), 0)


async def test_a_content_encoding_that_comes_twice_is_looked_at_twice(stand: RunningService) -> None:
    rows = b'{"items": [{"sku": "A", "name": "n"}]}'
    plain = request_bytes("POST", "/v1/items", key=stand.key, body=rows)
    for encodings in (("identity", "gzip"), ("gzip", "identity"), ("identity, br",)):
        lines = "".join(f"\r\nContent-Encoding: {encoding}" for encoding in encodings)
        (reply,) = await stand.pipelined(plain.replace(b"\r\n\r\n", lines.encode() + b"\r\n\r\n", 1))
        assert (reply.status, reply.error) == (400, "bad_request"), encodings
    twice = plain.replace(b"\r\n\r\n", b"\r\nContent-Encoding: identity\r\nContent-Encoding: Identity\r\n\r\n", 1)
    assert (await stand.pipelined(twice))[0].status == 200
