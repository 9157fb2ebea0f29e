"""`ETag` and `If-None-Match` on every read (contract §9.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.api.answers import Answer
from service.api.checks.preconditions import apply_precondition, make_etag
from service.api.sending.long_answers import LongBody
from tests.service.api.running_service import RunningService

READS = (
    "/v1/items", "/v1/items?limit=500", "/v1/items?since=0", "/v1/items/A", "/v1/orders", "/v1/orders?limit=500",
    "/v1/branches", "/v1/rfqs", "/v1/events", "/v1/openapi.json",
)  # fmt: skip


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
