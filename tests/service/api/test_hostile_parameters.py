"""Any value of a parameter, cursor or header gets an answer, or a 400 that names it."""

from __future__ import annotations

import asyncio
import base64
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.domain.idempotency import HEADER
from tests.service.api.running_service import RunningService, run_service
from tests.service.api.wire_client import Json, Reply

PARAMETERS = {
    "/v1/items": ("offset", "limit", "sku", "since"),
    "/v1/orders": ("status", "limit", "before"),
    "/v1/rfqs": ("limit", "before"),
    "/v1/events": ("after", "limit", "event"),
}
NASTY = [
    b"", b" ", b"\0", b"0", b"-1", b"+1", b"1.0", b"1e3", b"0x1", b"1_000", b"9" * 30, b"9223372036854775808",
    b"9007199254740992", "\u0661".encode(), "\u00b2".encode(), b"NaN", b"null", b"latest", b"LATEST", b"%s%n",
    b"\xff\xfe", b"\xed\xa0\x80", b"../..", b"a" * 3_000, b"A" * 26, b"_" * 26, b"=", b"ORD-2026-000001", b"ORD-2026-",
    b"RFQ-2026-99999999999999999999", b"ORD-2026-000001\n", b"ORD-2026-000001%00", b"order.placed,rfq.new",
]  # fmt: skip
values = st.one_of(
    st.sampled_from(NASTY), st.binary(max_size=40), st.text(max_size=20).map(lambda t: t.encode("utf-8", "replace"))
)
places = st.sampled_from([(path, name) for path, names in PARAMETERS.items() for name in names])


class Served:
    """A service in another thread, and a cursor that it gave."""

    def __init__(self, stand: RunningService, loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
        self.stand, self.loop, self.stop = stand, loop, stop
        stand.floor.add("A", 5)
        stand.floor.place("A")
        self.cursor = str(self.get("/v1/events").json["next"])

    def get(self, target: str) -> Reply:
        return asyncio.run_coroutine_threadsafe(self.stand.call("GET", target), self.loop).result(20)

    def post(self, target: str, headers: dict[str, str | bytes | None], body: Json) -> Reply:
        calling = self.stand.call("POST", target, headers=headers, body=body)
        return asyncio.run_coroutine_threadsafe(calling, self.loop).result(20)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all examples, with the rate lifted."""
    ready: Future[tuple[RunningService, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(tmp_path_factory.mktemp("hostile"), ready)))
    thread.start()
    made = Served(*ready.result(20))
    yield made
    made.loop.call_soon_threadsafe(made.stop.set)
    thread.join(20)


async def _serve(folder: Path, ready: Future[tuple[RunningService, asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    stop = asyncio.Event()
    async with run_service(folder, rate_limit=None) as stand:
        ready.set_result((stand, asyncio.get_running_loop(), stop))
        await stop.wait()


def is_answered_or_named(reply: Reply, name: str) -> bool:
    """Whether the answer is 200, or a 400 whose message names the parameter or the whole query."""
    if reply.status == 200:
        return True
    message = str(reply.json["message"])
    names_it = name in message or message.startswith("The query cannot be read")
    return (reply.status, reply.error) == (400, "bad_request") and names_it


@settings(max_examples=150)
@given(places, values, st.booleans())
def test_any_value_of_a_parameter_is_answered_or_named(
    served: Served, place: tuple[str, str], value: bytes, twice: bool
) -> None:
    path, name = place
    given_once = f"{name}={quote_from_bytes(value, safe='')}"
    reply = served.get(f"{path}?{given_once}" + (f"&{given_once}" if twice else ""))
    assert is_answered_or_named(reply, name), reply


@settings(max_examples=80)
@given(st.integers(0, 60), st.integers(0, 255), st.sampled_from(["change", "cut", "add"]))
def test_a_cursor_that_was_tampered_with_is_a_400_or_another_place(
    served: Served, at: int, byte: int, how: str
) -> None:
    raw = bytearray(base64.urlsafe_b64decode(served.cursor + "=" * (-len(served.cursor) % 4)))
    at %= len(raw)
    if how == "change":
        raw[at] = byte
    raw = raw[:at] if how == "cut" else raw + bytes([byte]) if how == "add" else raw
    text = base64.urlsafe_b64encode(bytes(raw)).rstrip(b"=").decode()
    reply = served.get(f"/v1/events?after={quote(text)}")
    assert is_answered_or_named(reply, "after"), reply


@settings(max_examples=60)
@given(st.one_of(st.sampled_from(NASTY), st.binary(min_size=1, max_size=300)))
@example(b"a" * 255)
@example(b"a" * 256)
def test_any_idempotency_key_is_taken_or_named(served: Served, value: bytes) -> None:
    if any((byte < 0x20 and byte != 9) or byte == 0x7F for byte in value):
        return  # no header of HTTP
    reply = served.post("/v1/items", {HEADER: value}, {"items": []})
    assert is_answered_or_named(reply, HEADER), reply


@settings(max_examples=60)
@given(st.binary(max_size=60))
@example(b'W/"' + b'"' * 50)
def test_any_if_none_match_is_answered(served: Served, value: bytes) -> None:
    if any(byte < 0x20 or byte == 0x7F for byte in value):
        return
    headers: dict[str, str | bytes | None] = {"If-None-Match": value}
    calling = served.stand.call("GET", "/v1/orders", headers=headers)
    reply = asyncio.run_coroutine_threadsafe(calling, served.loop).result(20)
    assert reply.status in ((200, 304) if value.strip() == b"*" else (200,))
