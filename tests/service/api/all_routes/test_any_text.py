"""Any text or JSON of a caller: no 500, no broken connection, and saved values read back."""

from __future__ import annotations

import asyncio
import json
import threading
import unicodedata
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.catalogue.sku import fold, tidy
from tests.service.api.running_service import RunningService, run_service
from tests.service.api.wire_client import Json, Reply

NASTY = [
    "", " ", "\0", "a\0b", "\u200b", "\u202e\u2066", "\ufeff", "\ufffe\uffff", "é", "e\u0301", "ß", "SS", "İ", "ı", "ﬀ",
    "Ω", "Ω", "😀👩‍👩‍👧‍👦", "ẗ̸̢̛̖", "ذلك الكتاب", "'; DROP TABLE items; --", "<script>alert(1)</script>", "%s%n%x",
    "${jndi:ldap://x}", "../../etc/passwd", "NULL", "null", "undefined", "-1", "1e309", "NaN", "true", "\\", '"',
    "\\u0000", "\x7f", "\x85", "\u2028", "a" * 60, "a" * 61, "ﷺ" * 60, "\U0010ffff", "ᾈ" * 60, "ΐ" * 31,
]  # fmt: skip
texts = st.one_of(st.sampled_from(NASTY), st.text(alphabet=st.characters(codec="utf-8"), max_size=70))
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)
FIELDS = ["sku", "name", "name_ar", "brand", "condition", "price_fils", "quantity", "branch", "active", "fit", "zz"]


class Talk:
    """Plain calls to a service in another thread."""

    def __init__(self, stand: RunningService, loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
        self.stand = stand
        self.loop = loop
        self.stop = stop

    def call(self, method: str, target: str, body: Json = None) -> Reply:
        calling = self.stand.call(method, target, body=body)
        return asyncio.run_coroutine_threadsafe(calling, self.loop).result(20)

    def item(self, sku: str) -> Json:
        return self.stand.floor.item_json(sku)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A service in a thread of its own, the rate lifted."""
    ready: Future[Talk] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(tmp_path_factory.mktemp("any-text"), ready)))
    thread.start()
    talk = ready.result(20)
    yield talk
    talk.loop.call_soon_threadsafe(talk.stop.set)
    thread.join(20)


async def _serve(folder: Path, ready: Future[Talk]) -> None:
    stop = asyncio.Event()
    async with run_service(folder, rate_limit=None) as stand:
        ready.set_result(Talk(stand, asyncio.get_running_loop(), stop))
        await stop.wait()


def is_seen(text: str) -> bool:
    """The rule of contract §2.4, written a second time: something in it can be seen."""
    return any(not (char.isspace() or char == "\u2800" or unicodedata.category(char) in {"Cc", "Cf"}) for char in text)


def may_be_saved(text: str, most: int | None = None) -> bool:
    """The rule of contract §3.2, written a second time:
    trimmed NFC, not blank, no controls, not too long.
    """
    kept = unicodedata.normalize("NFC", text.strip()).strip()
    short = most is None or len(kept) <= most
    return is_seen(kept) and short and not any(unicodedata.category(char) == "Cc" for char in kept)


@given(sku=texts, name=texts, brand=texts, branch=texts)
@example(sku="e\u0301", name="é", brand="", branch="ＭＡＩＮ")
@example(sku="a" * 60, name="\0", brand="\0", branch="b" * 60)
def test_texts_are_kept_or_refused_with_a_reason(served: Talk, sku: str, name: str, brand: str, branch: str) -> None:
    row = {"sku": sku, "name": name, "brand": brand, "branch": branch, "quantity": 1}
    reply = served.call("POST", "/v1/items", {"items": [row]})
    assert reply.status == 200
    named = is_seen(name) and "\0" not in name
    saves = may_be_saved(sku, 60) and named and "\0" not in brand and may_be_saved(branch, 60)
    assert reply.json["saved"] == int(saves)
    if saves:
        item = served.item(sku)
        assert (item["name"], item["brand"]) == (name, brand if is_seen(brand) else None)
        assert fold(item["sku"]) == fold(tidy(sku))
        assert fold(tidy(branch)) in {fold(level["branch"]) for level in item["stock"]}
    else:
        faults = [fault.split(":")[0] for fault in reply.json["errors"][0]["error"].split("; ")]
        assert set(faults) <= {"sku", "name", "brand", "branch"}
        assert ("name" in faults) == (not named)
        assert ("brand" in faults) == ("\0" in brand)


@given(row=st.dictionaries(st.sampled_from(FIELDS), values, max_size=6))
def test_any_row_is_saved_or_reported(served: Talk, row: dict[str, Json]) -> None:
    body = json.dumps({"items": [row]}).encode()
    reply = served.call("POST", "/v1/items", body)
    if b"NaN" in body or b"Infinity" in body:
        assert reply.status in (200, 400)
    else:
        assert reply.status == 200
        assert reply.json["saved"] + len(reply.json["errors"]) == 1


@given(
    value=values,
    place=st.sampled_from(['{{"items": {}}}', "{}", '{{"items": [], "x": {}}}', '{{"items": [{{"zz": {}}}]}}']),
)
def test_any_json_is_answered(served: Talk, value: Json, place: str) -> None:
    reply = served.call("POST", "/v1/items", place.format(json.dumps(value)).encode())
    assert reply.status in (200, 400)
    if reply.status == 400:
        assert reply.error == "bad_request"


@given(body=st.binary(max_size=200))
def test_any_bytes_are_answered(served: Talk, body: bytes) -> None:
    assert served.call("POST", "/v1/items", body).status == 400
    assert served.call("POST", "/v1/orders/ORD-2026-999999/reject", body).status in (400, 404)


@given(reason=texts)
def test_any_reason_reaches_the_buyer_as_it_was_said(served: Talk, reason: str) -> None:
    floor = served.stand.floor
    floor.add("ORDERED", 5)
    order = floor.place("ORDERED")
    reply = served.call("POST", f"/v1/orders/{order.reference}/reject", {"reason": reason})
    if is_seen(reason) and "\0" not in reason:
        assert reply.status == 200
        assert floor.order(order).reason == reason
    else:
        assert reply.error == ("bad_request" if "\0" in reason else "reason_required")
        floor.cancel(order)


@given(segment=texts, query=texts)
def test_any_path_is_answered(served: Talk, segment: str, query: str) -> None:
    encoded = "".join(f"%{byte:02x}" for byte in segment.encode())
    parameters = "".join(f"%{byte:02x}" for byte in query.encode())
    for target in (
        f"/v1/{encoded}",
        f"/v1/orders/{encoded}/accept",
        f"/v1/orders/x/{encoded}",
        f"/v1/items?{parameters}={parameters}",
    ):
        for method in ("GET", "POST"):
            assert served.call(method, target).status in (200, 400, 404, 405)
