"""Every call is in the log, complete, of the right shop, and without a secret (contract §7.1)."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.api.answers import Answer
from service.api.api_request import ApiRequest
from service.domain.call_log.calls import MAX_STORED_ANSWER, Bodies, CallFilter
from service.domain.json_bodies import MAX_BODY_BYTES
from service.domain.keys import generate_key
from service.domain.redaction import redact_path
from service.domain.webhooks.signing import make_secret
from service.usecases.search_calls import search_part
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import RunningService, run_edge
from tests.service.api.wire_client import Json, request_bytes

UNKNOWN = generate_key(staging=False)


async def test_an_entry_says_all_of_a_call(stand: RunningService) -> None:
    body = json.dumps({"items": [{"sku": "A", "name": "n", "price_fil": 5}, {"sku": ""}]}).encode()
    reply = await stand.call("POST", "/v1/items?x=1", body=body)
    (call,) = stand.log()
    assert (call.at, call.shop_id, call.key) == (stand.clock.now(), stand.shop.id, "Till 1")
    assert (call.remote, call.method, call.path) == ("127.0.0.1", "POST", "/v1/items?x=1")
    assert (call.status, call.error, call.message) == (200, None, None)
    assert (call.request_bytes, call.response_bytes) == (len(body), len(reply.body))
    assert call.notes[0] == "fields ignored: price_fil"
    assert call.notes[1].startswith("row 1: sku: must not be blank")
    assert json.loads(call.facts or "") == {"saved": 1, "rejected": 1, "created": 1}
    bodies = stand.bodies(call)
    assert (bodies.request, bodies.response, bodies.response_cut) == (body, reply.body, False)


async def test_fields_and_parameters_that_mean_nothing_are_named_wherever_they_stand(stand: RunningService) -> None:
    stand.floor.add("A", 5)
    first, second = stand.floor.place("A").reference, stand.floor.place("A").reference
    car = {"make": "T", "model": "L", "yaer": 2010}
    cases: list[tuple[str, Json, str]] = [
        ("/v1/items", {"items": [{"sku": "B", "name": "n", "fit": [car]}]}, "fields ignored: fit.yaer"),
        ("/v1/items", {"items": [{"sku": "B"}], "itmes": [], "shop": 1}, "fields ignored: itmes, shop"),
        ("/v1/items", {"items": [{"sku": "B", "x": 1}], "x": 2}, "fields ignored: x"),
        (f"/v1/orders/{first}/accept", {"reasn": "x"}, "fields ignored: reasn"),
        (f"/v1/orders/{second}/reject", {"reasn": "x"}, "fields ignored: reasn"),
        ("/v1/items?dry_run=1", {"items": []}, "parameters ignored: dry_run"),
        (f"/v1/orders/{second}/accept?resaon=x", None, "parameters ignored: resaon"),
    ]
    for target, body, note in cases:
        reply = await stand.call("POST", target, body=body)
        assert stand.log()[0].notes == (note,), target
        assert (reply.headers.get("x-ignored-parameters") is not None) == note.startswith("parameters")
    assert (await stand.call("POST", "/v1/items?x=%FF", body={"items": []})).status == 400
    staging = stand.make_key(stand.floor.paired().shop)
    assert (
        await stand.call("POST", "/v1/test/events", key=staging, body={"event": "rfq.new", "evnt": 1})
    ).status == 200
    assert stand.log(stand.floor.paired().shop)[0].notes == ("fields ignored: evnt",)


async def test_a_refused_call_is_kept_with_its_code_and_message(stand: RunningService) -> None:
    reply = await stand.call("POST", "/v1/items", body=b"{nonsense")
    (call,) = stand.log()
    assert (call.status, call.error, call.message) == (400, "bad_request", reply.json["message"])
    assert stand.bodies(call).request == b"{nonsense"
    missing = await stand.call("POST", "/v1/orders/ORD-2026-000001/accept")
    newest = stand.log()[0]
    assert (newest.status, newest.error, newest.message) == (404, "not_found", missing.json["message"])


async def test_a_body_that_is_refused_unread_counts_with_its_announced_length(stand: RunningService) -> None:
    await stand.pipelined(
        request_bytes("POST", "/v1/items", key=stand.key, headers={"Content-Length": str(MAX_BODY_BYTES + 1)})
    )
    (call,) = stand.log()
    assert (call.status, call.request_bytes, stand.bodies(call).request) == (413, MAX_BODY_BYTES + 1, b"")


async def test_ignored_parameters_and_nested_fields_are_named(stand: RunningService) -> None:
    await stand.call("GET", "/v1/items?ofset=5")
    await stand.call("GET", "/v1/orders?state=all")
    await stand.upload({"sku": "A", "name": "n", "fit": [{"make": "T", "model": "C", "yr": 1}], "qty": 1})
    assert [call.notes for call in reversed(stand.log())] == [
        ("parameters ignored: ofset",),
        ("parameters ignored: state",),
        ("fields ignored: fit.yr, qty",),
    ]


async def test_of_many_rejected_rows_the_log_names_some_and_the_answer_all(stand: RunningService) -> None:
    result = await stand.upload(*[{"sku": f"S{number}"} for number in range(30)])
    notes = stand.log()[0].notes
    assert len(result["errors"]) == 30
    assert len(notes) == 21
    assert notes[-1] == "10 more rows were rejected; the answer names them all"


async def test_long_requests_are_kept_whole_and_long_answers_to_256_kib(tmp_path: Path) -> None:
    answer = json.dumps(["x" * 100] * 5000).encode()

    async def long_answer(asked: ApiRequest) -> Answer:
        return Answer(200, asked.body if asked.body.startswith(b"x") else answer)

    async with run_edge(tmp_path, {"/v1/long": {"POST": long_answer}}) as edge:
        body = b"y" * 1_500_000
        assert (await edge.call("POST", "/v1/long", body=body)).body == answer
        stand = RunningService.__new__(RunningService)
        stand.floor, stand.store = edge.floor, edge.store
        bodies = stand.bodies(edge.log()[0])
        assert bodies.request == body
        assert bodies.response == answer[:MAX_STORED_ANSWER]
        assert bodies.response_cut
        assert edge.log()[0].response_bytes == len(answer)
        await edge.call("POST", "/v1/long", body=b"x" * MAX_STORED_ANSWER)
        assert stand.bodies(edge.log()[0]) == Bodies(b"x" * MAX_STORED_ANSWER, b"x" * MAX_STORED_ANSWER)


async def test_a_call_without_a_known_key_is_in_every_live_shops_log_without_bodies(stand: RunningService) -> None:
    other = ShopFixture.fresh(stand.store)
    await stand.call("POST", "/v1/items", key=UNKNOWN, body=b'{"items": []}')
    await stand.call("POST", "/v1/items", headers={"Host": "evil.example"}, body=b'{"items": []}')
    for shop in (stand.shop, other.shop):
        entries = stand.log(shop)
        assert [call.shop_id for call in entries] == [None, None]
        assert stand.bodies(entries[0]).request == b""
    assert stand.log(stand.floor.paired().shop) == []
    assert stand.floor.count("call_bodies") == 0


async def test_a_shop_sees_its_own_calls_only(stand: RunningService) -> None:
    other = ShopFixture.fresh(stand.store)
    await stand.call("GET", "/v1/items", key=stand.make_key(other.shop))
    await stand.call("GET", "/v1/orders", key=stand.make_key(stand.floor.paired().shop))
    assert stand.log() == []
    assert [call.path for call in stand.log(other.shop)] == ["/v1/items"]
    assert [call.path for call in stand.log(stand.floor.paired().shop)] == ["/v1/orders"]


async def test_a_long_path_is_cut_only_after_its_secrets_are_out(stand: RunningService) -> None:
    await stand.call("GET", "/v1/items?" + "a" * 2010 + stand.key)
    path = stand.log()[0].path
    assert len(path) <= 2048
    assert stand.key[8:16] not in path


def _escaped(text: str) -> str:
    return "".join(f"\\u{ord(char):04x}" for char in text)


def _planted(secret: str) -> list[bytes]:
    """Calls that carry a secret where it does not belong."""
    twice = quote(quote(secret, safe="").replace("_", "%5F"), safe="")
    hidden = "".join(f"%{ord(char):02X}" for char in secret)
    rows = [
        f'{{"sku":"{text}"}}' for text in (secret, _escaped(secret), secret.replace("_", "\\u005F").replace("/", "\\/"))
    ]
    names = [f'{{"sku":"A","{text}":1}}' for text in (secret, _escaped(secret))]
    bodies = [f'{{"items":[{row}]}}'.encode() for row in (*rows, *names)]
    bodies += [secret.encode(), f'{{"reason":["{secret}"]}}'.encode(), b"x" * 30_000 + secret.encode()]
    paths = [f"/v1/{text}" for text in (secret, hidden, twice)]
    paths += [
        f"/v1/items?{secret}=1",
        f"/v1/items?{twice}=1",
        f"/v1/items?limit={hidden}",
        f"/v1/orders/{twice}/accept",
        f"/v1/orders/x/{hidden}",
    ]
    posts = [request_bytes("POST", "/v1/items", key="KEY", body=body) for body in bodies]
    posts.append(request_bytes("POST", "/v1/orders/x/reject", key="KEY", body=bodies[-2]))
    gets = [request_bytes(method, path, key="KEY") for path in paths for method in ("GET", "POST")]
    headers = [
        request_bytes("GET", "/v1/items", headers={name: value})
        for name, value in (
            ("Authorization", f"Bearer {secret}"), ("Authorization", f"Basic {secret}"), ("Cookie", secret),
            ("X-Api-Key", secret), ("User-Agent", secret), ("Origin", f"https://{secret}"), ("Host", secret),
        )
    ]  # fmt: skip
    return [*posts, *gets, *headers]


def _of(pattern: bytes) -> str:
    """A webhook secret whose random bytes are the pattern, again and again."""
    return make_secret(lambda size: (pattern * size)[:size]).text


WEBHOOK_SECRETS = {
    "webhook secret": make_secret().text,
    "secret with pluses": _of(b"\x00\x00\x3e\x5a\x5a\x5a"),
    "secret with slashes": _of(b"\x00\x00\x3f\x5a\x5a\x5a"),
}


@pytest.mark.parametrize("kind", ["live key", "staging key", *WEBHOOK_SECRETS])
async def test_no_secret_is_anywhere_in_the_database(
    stand: RunningService, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    keys = {"live key": stand.key, "staging key": stand.make_key(stand.floor.paired().shop)}
    secret = (keys | WEBHOOK_SECRETS)[kind]
    for request in _planted(secret):
        await stand.pipelined(request.replace(b"Bearer KEY", b"Bearer " + stand.key.encode()))
    assert stand.floor.count("calls") == len(_planted(secret))
    folder = stand.store.path.parent
    kept = b"".join(file.read_bytes() for file in folder.iterdir() if file.name.startswith("counterpart.db"))
    random_part = secret.partition("_")[2].removeprefix("live_").removeprefix("test_")
    unpacked = [stand.bodies(call) for call in stand.log() if call.shop_id]
    shown = "".join(repr(call) for call in stand.log()) + caplog.text
    everything = kept + b"".join(bodies.request + bodies.response for bodies in unpacked) + shown.encode()
    spaced = random_part.replace("+", " ")[8:20]
    parts = (random_part, random_part[8:20], spaced, _escaped(random_part)[:48], quote(random_part, safe="")[8:24])
    for part in parts:
        assert part.encode() not in everything
    assert b"[secret removed]" in everything


shapes = st.sampled_from(["{}", " {} ", "x{}", '"{}"', "&{}=", "{}{}", "é{}ü"])


@settings(max_examples=60)
@given(shape=shapes, encodings=st.integers(0, 4), staging=st.booleans())
def test_no_key_survives_in_a_path_however_often_it_was_encoded(shape: str, encodings: int, staging: bool) -> None:
    key = generate_key(staging=staging)
    text = shape.replace("{}", key)
    for _ in range(encodings):
        text = quote(text, safe="" if encodings % 2 else "_")
    assert key[9:30] not in redact_path(f"/v1/{text}")


async def test_entries_can_be_found_by_status(stand: RunningService) -> None:
    for target in ("/v1/items", "/v1/none", "/v1/items?limit=0"):
        await stand.call("GET", target)
    assert [call.path for call in stand.log(narrow=CallFilter(status=404))] == ["/v1/none"]
    assert len(stand.log(narrow=CallFilter(status_class=4))) == 2


async def test_saved_and_rejected_rows_of_an_upload_are_found_by_their_part(stand: RunningService) -> None:
    await stand.upload({"sku": "Ab-1", "name": "n", "price_fils": 10}, {"sku": "10"}, {"sku": ""})
    await stand.upload({"sku": "ab-1", "name": "n", "price_fils": 10})
    await stand.call("POST", "/v1/items", body={"items": [{"sku": "10"}] * 1001})

    def find(sku: str) -> list[int]:
        steps = search_part(stand.floor.read, stand.shop.id, CallFilter(), sku, sees_unknown=True)
        return [call.id for step in steps for call in step.found]

    refused, second, first = (call.id for call in stand.log())
    assert (find("AB-1"), find("10"), find("1")) == ([second, first], [refused, first], [])
    assert stand.floor.count("call_parts") == 2
