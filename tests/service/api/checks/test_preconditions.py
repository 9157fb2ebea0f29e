"""`ETag` and `If-None-Match` on every read (contract §9.4)."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from service.api.answers import Answer, AnswerJob, LongBody
from service.api.api_request import ApiRequest
from service.api.checks.preconditions import apply_precondition, make_etag
from service.api.edge import Handler
from service.domain.errors import Unavailable
from service.domain.keys import generate_key
from service.domain.sentences import verbatim
from service.domain.times import DAY, MINUTE
from service.store.engine.transaction import Tx
from service.store.kept_answers import keep_answer
from tests.service.api.running_service import BareEdge, RunningService, run_edge, run_service
from tests.service.api.wire_client import Reply, exchange, request_bytes

KEY = {"Idempotency-Key": "till-1/sale 4711"}
READS = (
    "/v1/items", "/v1/items?limit=500", "/v1/items?since=0", "/v1/items/A", "/v1/orders", "/v1/orders?limit=500",
    "/v1/branches", "/v1/rfqs", "/v1/events", "/v1/openapi.json",
)  # fmt: skip


def answered(reply: Reply) -> tuple[int, bytes]:
    return reply.status, reply.body


def is_replay(reply: Reply) -> bool:
    return reply.headers.get("idempotent-replayed") == "true"


async def test_a_repeated_action_gets_the_first_answer_and_is_done_once(stand: RunningService) -> None:
    stand.floor.add("A")
    order = stand.floor.place("A")
    path = f"/v1/orders/{order.reference}/accept"
    first = await stand.call("POST", path, headers=KEY)
    again = await stand.call("POST", path, headers=KEY)
    assert answered(again) == answered(first) == (200, first.body)
    assert (is_replay(first), is_replay(again)) == (False, True)
    assert first.headers["x-request-id"] != again.headers["x-request-id"]
    assert [entry.action for entry in stand.floor.history(order)] == ["place", "accept"]
    newest = stand.log()[0]
    assert newest.notes[0].startswith("answered again; the first call with its Idempotency-Key was at 2026-11-20T14:05")
    assert (await stand.call("POST", path)).status == 422


async def test_a_refusal_is_kept_too(stand: RunningService) -> None:
    stand.floor.add("A")
    order = stand.floor.place("A")
    reject = f"/v1/orders/{order.reference}/reject"
    first = await stand.call("POST", reject, body={"reason": " "}, headers=KEY)
    assert (first.status, first.error) == (422, "reason_required")
    assert (await stand.call("POST", reject, body={"reason": "sold"})).status == 200
    again = await stand.call("POST", reject, body={"reason": " "}, headers=KEY)
    assert answered(again) == answered(first)
    assert (stand.log()[0].error, stand.log()[0].message) == ("reason_required", first.json["message"])
    broken = await stand.call("POST", "/v1/items", body=b"{", headers={"Idempotency-Key": "b"})
    assert answered(await stand.call("POST", "/v1/items", body=b"{", headers={"Idempotency-Key": "b"})) == (
        400,
        broken.body,
    )


async def test_the_same_key_for_another_call_is_refused(stand: RunningService) -> None:
    body = {"items": [{"sku": "A", "name": "n"}]}
    first = await stand.call("POST", "/v1/items", body=body, headers=KEY)
    for target, other in (
        ("/v1/items", {"items": []}),
        ("/v1/items?x=1", body),
        ("/v1/orders/ORD-2026-000001/accept", None),
    ):
        reply = await stand.call("POST", target, body=other, headers=KEY)
        assert (reply.status, reply.error) == (422, "idempotency_mismatch")
        assert "2026-11-20T14:05:09.120Z" in reply.json["message"]
        assert not is_replay(reply)
    assert answered(await stand.call("POST", "/v1/items", body=body, headers=KEY)) == answered(first)


async def test_keys_of_other_api_keys_and_of_staging_are_apart(stand: RunningService) -> None:
    other, staging = stand.make_key(stand.shop, "Till 2"), stand.make_key(stand.floor.paired().shop)
    for number, key in enumerate((stand.key, other, staging)):
        body = {"items": [{"sku": f"S{number}", "name": "n"}]}
        reply = await stand.call("POST", "/v1/items", key=key, body=body, headers=KEY)
        assert (reply.status, is_replay(reply)) == (200, False)


async def test_an_answer_is_kept_for_24_hours_across_a_restart(tmp_path: Path) -> None:
    body = {"items": [{"sku": "A", "name": "n"}]}
    async with run_service(tmp_path) as stand:
        first, key = await stand.call("POST", "/v1/items", body=body, headers=KEY), stand.key
        clock = stand.clock
    clock.advance(DAY - 1)
    async with run_service(tmp_path, clock=clock) as stand:
        again = await stand.call("POST", "/v1/items", key=key, body=body, headers=KEY)
        assert (answered(again), is_replay(again)) == (answered(first), True)


async def test_a_clock_that_is_wrong_for_a_moment_does_no_call_twice(tmp_path: Path) -> None:
    body = {"items": [{"sku": "A", "name": "n", "quantity": 9}]}
    async with run_service(tmp_path) as stand:
        first = await stand.call("POST", "/v1/items", body=body, headers=KEY)
        await stand.call("POST", "/v1/items", body={"items": [{"sku": "A", "quantity": 5}]})
        right = stand.clock.now()
        for wrong in (2 * DAY, -2 * DAY, 0):
            stand.clock.set(right + wrong)
            again = await stand.call("POST", "/v1/items", body=body, headers=KEY)
            assert (answered(again), is_replay(again)) == (answered(first), True)


@pytest.mark.sqlite
async def test_what_a_killed_service_had_committed_is_answered_again(tmp_path: Path) -> None:
    """The files are copied while the service runs: they are what a kill -9 leaves."""
    running, killed = tmp_path / "running", tmp_path / "killed"
    running.mkdir()
    async with run_service(running) as stand:
        first = await stand.call("POST", "/v1/items", body={"items": [{"sku": "A", "name": "n"}]}, headers=KEY)
        # A file that replaces another may be gone before it is copied.
        shutil.copytree(running, killed, ignore=shutil.ignore_patterns("search.index*", "*.part"))
        key = stand.key
    async with run_service(killed) as stand:
        again = await stand.call("POST", "/v1/items", key=key, body={"items": [{"sku": "A", "name": "n"}]}, headers=KEY)
        assert (answered(again), is_replay(again)) == (answered(first), True)
        assert again.json["created"] == 1
        assert stand.floor.count("items") == 1


async def test_a_malformed_key_is_400_and_names_the_header(stand: RunningService) -> None:
    hostile: list[str | bytes] = ["", "a" * 256, "é", b"\xff", "a\tb"]
    for text in hostile:
        reply = await stand.call("POST", "/v1/items", body={"items": []}, headers={"Idempotency-Key": text})
        assert (reply.status, reply.error) == (400, "bad_request")
        assert reply.json["message"].startswith("Idempotency-Key ")


async def test_a_key_that_comes_twice_is_400(stand: RunningService) -> None:
    plain = request_bytes("POST", "/v1/items", key=stand.key, body=b'{"items": []}')
    twice = plain.replace(b"\r\n\r\n", b"\r\nIdempotency-Key: a\r\nIdempotency-Key: a\r\n\r\n", 1)
    assert "more than once" in (await stand.pipelined(twice))[0].json["message"]


async def test_the_longest_key_and_every_printable_character_work(stand: RunningService) -> None:
    for text in ("a" * 255, "".join(map(chr, range(0x21, 0x7F)))):
        for again in (False, True):
            reply = await stand.call("POST", "/v1/items", body={"items": []}, headers={"Idempotency-Key": text})
            assert (reply.status, is_replay(reply)) == (200, again)


async def test_a_key_on_a_read_means_nothing(stand: RunningService) -> None:
    for _ in range(2):
        reply = await stand.call("GET", "/v1/items", headers={"Idempotency-Key": "é" * 300})
        assert (reply.status, is_replay(reply)) == (200, False)


async def test_no_secret_is_kept(stand: RunningService) -> None:
    secret = generate_key(staging=False)
    for _ in range(2):
        reply = await stand.call(
            "POST", "/v1/items", body={"items": [{"sku": secret, "name": 5}]}, headers={"Idempotency-Key": secret}
        )
        assert reply.status == 200
    rows = stand.floor.read(lambda db: db.all("SELECT * FROM kept_answers"))
    assert len(rows) == 1
    assert secret[8:30] not in repr(rows)


class _Counting:
    """A handler that says how often it was called, and does at each call what the test asks."""

    def __init__(self) -> None:
        self.calls = 0
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.fails = False

    async def held(self, request: ApiRequest) -> Answer:
        self.calls += 1
        self.begun.set()
        await self.go_on.wait()
        return Answer(200, b'{"n":%d}' % self.calls)

    async def unavailable(self, request: ApiRequest) -> AnswerJob:
        def work(tx: Tx) -> Answer:
            self.calls += 1
            if self.fails:
                raise Unavailable(verbatim("The disk is full. Nothing was changed; try again."))
            return Answer(200, b'{"n":%d}' % self.calls)

        return AnswerJob(work)

    async def limited(self, request: ApiRequest) -> Answer:
        self.calls += 1
        return Answer(429, b'{"error":"rate_limited","message":"Wait."}', "rate_limited", "Wait.")


async def post(edge: BareEdge, target: str, key: str = "k") -> Reply:
    request = request_bytes("POST", target, key=edge.key, body=b"", headers={"Idempotency-Key": key})
    return await exchange(edge.address, request)


async def test_while_the_first_is_under_way_a_repetition_is_409(tmp_path: Path) -> None:
    counting = _Counting()
    async with run_edge(tmp_path, {"/v1/held": {"POST": counting.held}}) as edge:
        first = asyncio.ensure_future(post(edge, "/v1/held"))
        await counting.begun.wait()
        busy = await post(edge, "/v1/held")
        assert (busy.status, busy.error, busy.headers["retry-after"]) == (409, "in_progress", "1")
        other = asyncio.ensure_future(post(edge, "/v1/held", "other"))
        counting.go_on.set()
        assert (await first).status == (await other).status == 200
        again = await post(edge, "/v1/held")
        assert (answered(again), is_replay(again)) == (answered(await first), True)
        assert counting.calls == 2
        assert [call.status for call in edge.log()] == [200, 200, 200, 409]


async def test_a_failure_of_the_computer_is_not_kept(tmp_path: Path) -> None:
    counting = _Counting()
    async with run_edge(tmp_path, {"/v1/write": {"POST": counting.unavailable}}) as edge:
        counting.fails = True
        assert (await post(edge, "/v1/write")).status == 503
        counting.fails = False
        assert answered(await post(edge, "/v1/write")) == (200, b'{"n":2}')
        assert answered(await post(edge, "/v1/write")) == (200, b'{"n":2}')


async def test_401_and_429_are_not_kept(tmp_path: Path) -> None:
    counting = _Counting()
    async with run_edge(tmp_path, {"/v1/limited": {"POST": counting.limited}}) as edge:
        for expected in (1, 2):
            assert (await post(edge, "/v1/limited")).status == 429
            assert counting.calls == expected
        assert edge.floor.count("kept_answers") == 0


async def test_a_call_without_a_valid_key_keeps_nothing(stand: RunningService) -> None:
    unknown = generate_key(staging=False)
    assert (await stand.call("POST", "/v1/items", key=unknown, body={"items": []}, headers=KEY)).status == 401
    assert stand.floor.count("kept_answers") == 0


async def test_work_that_was_done_meanwhile_is_not_done_again(tmp_path: Path) -> None:
    """As when a write of the first call is still in the queue while the service listens again."""
    counting = _Counting()
    handlers: dict[str, Handler] = {}
    async with run_edge(tmp_path, {"/v1/late": handlers}) as edge:

        async def late(request: ApiRequest) -> AnswerJob:
            assert request.repeatable is not None
            first = replace(request.repeatable, fingerprint=fingerprint or request.repeatable.fingerprint)
            await edge.store.write(lambda tx: keep_answer(tx, first, 200, b'{"n":0}', request.at - MINUTE))
            return await counting.unavailable(request)

        handlers["POST"] = late
        fingerprint = b""
        reply = await post(edge, "/v1/late")
        assert (answered(reply), is_replay(reply)) == ((200, b'{"n":0}'), True)
        fingerprint = b"of another call"
        assert (await post(edge, "/v1/late", "other")).error == "idempotency_mismatch"
        assert counting.calls == 0
        kept = edge.floor.read(lambda db: db.all("SELECT at, status FROM kept_answers"))
        assert kept == [(edge.clock.now() - MINUTE, 200)] * 2, "what is kept stays as it was"


async def test_every_read_has_a_weak_tag_and_gives_304_to_one_who_has_it(stand: RunningService) -> None:
    stand.floor.add("A")
    order = stand.floor.place("A")
    for target in (*READS, f"/v1/orders/{order.reference}", "/health"):
        first = await stand.call("GET", target)
        tag = first.headers["etag"]
        assert tag.startswith('W/"'), target
        for method in ("GET", "HEAD"):
            again = await stand.call(method, target, headers={"If-None-Match": tag})
            assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag), target
            assert "content-length" not in again.headers
            if target != "/health":
                assert {"x-request-id", "ratelimit-remaining"} <= set(again.headers)
        other = await stand.call("GET", target, headers={"If-None-Match": 'W/"other"'})
        assert (other.status, other.body) == (200, first.body)


async def test_what_changed_is_sent_and_its_tag_is_another(stand: RunningService) -> None:
    stand.floor.add("A")
    for target in ("/v1/items", "/v1/items/a", "/v1/items?since=0"):
        tags = set[str]()
        for price in (1, 2, 3):
            await stand.upload({"sku": "A", "price_fils": price})
            reply = await stand.call("GET", target, headers={"If-None-Match": ", ".join(tags) or '"none"'})
            assert reply.status == 200
            tags.add(reply.headers["etag"])
            stand.floor.upload({"sku": "A", "price_fils": 10 + price})
        assert len(tags) == 3


async def test_a_304_counts_as_a_call_and_is_logged(stand: RunningService) -> None:
    first = await stand.call("GET", "/v1/orders")
    again = await stand.call("GET", "/v1/orders", headers={"If-None-Match": first.headers["etag"]})
    assert int(again.headers["ratelimit-remaining"]) == int(first.headers["ratelimit-remaining"]) - 1
    newest = stand.log()[0]
    assert (newest.status, newest.response_bytes, newest.error) == (304, 0, None)
    assert (str(newest.id), stand.bodies(newest).response) == (again.headers["x-request-id"], b"")


async def test_refusals_and_writes_have_no_tag(stand: RunningService) -> None:
    for method, target in (("GET", "/v1/nothing"), ("GET", "/v1/items?limit=0"), ("POST", "/v1/items")):
        reply = await stand.call(method, target, headers={"If-None-Match": "*"})
        assert reply.status >= 400
        assert "etag" not in reply.headers
    done = await stand.call("POST", "/v1/items", body={"items": []}, headers={"If-None-Match": "*"})
    assert (done.status, "etag" in done.headers) == (200, False)


@pytest.mark.parametrize(
    ("header", "matches"),
    [
        ("W/{tag}", True), ("{tag}", True), ('"a", W/{tag} ,"b"', True), ("*", True), (" * ", True),
        ('"a"', False), ("", False), ("W/", False), ("{tag", False), ('""', False), ('"*"', False),
    ],
)  # fmt: skip
def test_tags_are_compared_weakly(header: str, matches: bool) -> None:
    body = b'{"status":"ok"}'
    sent = header.replace("{tag}", make_etag(body).removeprefix("W/"))
    answer = apply_precondition(Answer(200, body), [sent])
    assert (answer.status, answer.body) == ((304, b"") if matches else (200, body))


def test_several_headers_are_one_list() -> None:
    body = b"{}"
    assert apply_precondition(Answer(200, body), ['"a"', make_etag(body)]).status == 304


def test_the_tag_of_a_body_is_that_of_earlier_versions() -> None:
    """A caller that has an answer from before an update gets 304."""
    assert make_etag(b"{}") == 'W/"44136fa355b3678a1146ad16"'


def test_a_304_has_nothing_of_a_long_body(tmp_path: Path) -> None:
    long = LongBody([b"long"], tmp_path)
    answer = apply_precondition(Answer(200, long.head, long_body=long), ["*"])
    assert (answer.status, answer.size) == (304, 0)
    long.close()
