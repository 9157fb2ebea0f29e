"""GET and POST /v1/items over HTTP (contract §3 and §2.7)."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.api.api_request import ApiRequest, QueryParams
from service.api.checks.authentication import CallerCache
from service.api.item_handlers import ItemHandlers
from service.domain.catalogue.row_types import FIELDS, ITEM_FIELDS
from service.domain.idempotency import HEADER
from service.domain.shops import Mode
from service.domain.times import format_rfc3339
from service.store.shops import set_mode, set_read_only
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
FULL = {
    "sku": "04465-60280",
    "name": "Brake pads, front",
    "name_ar": "فحمات فرامل أمامية",
    "oem_number": "04465-60280",
    "brand": "Toyota",
    "category": "Brakes",
    "condition": "new_oem",
    "price_fils": 18500,
    "wholesale_price_fils": 15900,
    "online_price_fils": 18900,
    "list_on_marketplace": True,
    "active": False,
    "quantity": 6.25,
    "branch": "Sitra",
    "fit": [
        {"make": "Toyota", "model": "Land Cruiser", "year_from": 2016, "year_to": 2021},
        {"make": "Lexus", "model": "LX"},
    ],
}


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


async def read_item(stand: RunningService, sku: str) -> Json:
    return (await stand.call("GET", "/v1/items")).json["items"][sku]


async def test_an_item_reads_back_as_it_was_sent(stand: RunningService) -> None:
    assert await stand.upload(FULL) == {"received": 1, "saved": 1, "created": 1, "updated": 0, "errors": []}
    fit = [{"year_from": None, "year_to": None, **car} for car in FULL["fit"]]  # type: ignore[attr-defined]
    expected = {**dict.fromkeys(FIELDS), **{name: value for name, value in FULL.items() if name != "branch"}}
    expected |= {
        "fit": fit,
        "reserved": 0,
        "stock": [{"branch": "Sitra", "quantity": 6.25, "reserved": 0}],
        "updated_at": format_rfc3339(stand.clock.now()),
    }
    page = (await stand.call("GET", "/v1/items")).json
    assert page == {"items": {"04465-60280": expected}, "offset": 0, "limit": 200, "total": 1, "revision": 1}


@pytest.mark.parametrize(("rows", "large"), [(0, False), (25, False), (26, True)])
async def test_an_upload_of_more_than_25_rows_waits_for_small_work(
    stand: RunningService, rows: int, large: bool
) -> None:
    caller = (await CallerCache(stand.store, stand.clock.now).identify([f"Bearer {stand.key}"])).caller
    assert caller is not None
    body = json.dumps({"items": [{"sku": f"S{number}", "name": "n"} for number in range(rows)]}).encode()
    job = await ItemHandlers(stand.store).upload(ApiRequest(caller, (), QueryParams.parse(""), body, stand.clock.now()))
    assert (job.large, job.read_only) == (large, False)


async def test_the_log_names_20_rejected_rows_and_counts_the_others(stand: RunningService) -> None:
    await stand.upload({"sku": "A", "name": "n", "b": 1, "a": 1}, {"sku": "B", "name": "n", "b": 2}, *[{}] * 23)
    call = stand.log()[0]
    assert call.notes[0] == "fields ignored: a, b"
    assert [note.split(":")[0] for note in call.notes[1:-1]] == [f"row {number}" for number in range(2, 22)]
    assert call.notes[-1] == "3 more rows were rejected; the answer names them all"
    assert json.loads(call.facts or "") == {"saved": 2, "rejected": 23, "created": 2}


async def test_the_key_of_the_call_is_kept_as_the_last_writer(stand: RunningService) -> None:
    await stand.upload({"sku": "A", "name": "n"}, {"sku": "B", "name": "n"})
    sql = "SELECT item_sources.file, api_keys.name FROM items JOIN item_sources ON item_sources.id = source_id"
    rows = stand.floor.read(lambda db: db.all(f"{sql} JOIN api_keys ON api_keys.id = key_id"))
    assert rows == [(None, "Till 1")] * 2


async def test_a_bare_new_item_has_nulls_and_defaults(stand: RunningService) -> None:
    await stand.upload({"sku": "A", "name": "n"})
    item = await read_item(stand, "A")
    nulls = {name for name, value in item.items() if value is None}
    assert nulls == {name for name, field in ITEM_FIELDS.items() if field.is_clearable} - {"fit"}
    assert (item["active"], item["list_on_marketplace"]) == (True, False)
    assert (item["quantity"], item["reserved"], item["stock"], item["fit"]) == (0, 0, [], [])


async def test_sending_the_same_rows_again_changes_nothing(stand: RunningService) -> None:
    await stand.upload(FULL)
    page = (await stand.call("GET", "/v1/items")).body
    stand.clock.advance(5000)
    assert await stand.upload(FULL) == {"received": 1, "saved": 1, "created": 0, "updated": 1, "errors": []}
    assert (await stand.call("GET", "/v1/items")).body == page
    assert stand.floor.count("ledger") == 1


async def test_rows_are_saved_or_reported_each_on_its_own_and_in_order(stand: RunningService) -> None:
    rows = [
        {"sku": "a", "name": "first"},
        {"sku": "b"},
        5,
        {"sku": "A", "name": "second"},
        {"sku": None, "price_fils": -1},
    ]
    result = await stand.upload(*rows)
    assert {name: result[name] for name in ("received", "saved", "created", "updated")} == {
        "received": 5, "saved": 2, "created": 1, "updated": 1,
    }  # fmt: skip
    assert [(error["index"], error["sku"]) for error in result["errors"]] == [(1, "b"), (2, None), (4, None)]
    assert result["errors"][2]["error"] == "sku: must be a text; price_fils: must be an integer of 0 or more"
    assert (await read_item(stand, "a"))["name"] == "second"


@pytest.mark.parametrize(
    "text", ["0.001", "0.1", "12.345", "999999999.999", "1000000000", "5.0", "1e3", "100e-3", "0.10"]
)
async def test_quantities_are_exact(stand: RunningService, text: str) -> None:
    body = f'{{"items": [{{"sku": "A", "name": "n", "quantity": {text}}}]}}'.encode()
    assert (await stand.call("POST", "/v1/items", body=body)).json["saved"] == 1
    raw = (await stand.call("GET", "/v1/items")).body.decode()
    number = raw.partition('"quantity":')[2].partition(",")[0]
    from_text, from_answer = (json.loads(part, parse_float=str, parse_int=str) for part in (text, number))
    assert float(from_answer) == float(from_text)
    assert "e" not in number
    assert ("." in number) == (float(text) % 1 != 0)


async def test_1000_rows_pass_and_1001_are_refused_whole(stand: RunningService) -> None:
    rows = [{"sku": f"S{number}", "name": "n"} for number in range(1001)]
    reply = await stand.call("POST", "/v1/items", body={"items": rows})
    assert (reply.status, reply.error) == (422, "too_many_items")
    assert "1001" in reply.json["message"]
    assert stand.floor.count("items") == 0
    assert (await stand.upload(*rows[:1000]))["created"] == 1000


@pytest.mark.parametrize(
    "body",
    [None, b"", b" ", b"{", b"[]", b"null", b"5", b'"items"', b"{}", b'{"items": null}', b'{"items": {}}',
     b'{"items": "x"}', b'{"Items": []}', b'{"items": [NaN]}', b'{"items": [], "x": Infinity}',
     b'{"items": [{"sku": "\\ud800"}]}',
     b'{"items": [], "x": "\\udc00"}', b'{"items": [{"\\ud800": 1}]}', b'{"items": ["\xff"]}', b'\xff\xfe{"items": []}',
     b'\xef\xbb\xbf{"items": []}', b"{'items': []}", b'{"items": [],}', b'{"items": []} x', b"items=%5B%5D",
     b'{"items": [{"zz": "\xed\xa0\x80"}]}', b'{"items": [01]}', b'{"items": ["\t"]}', b'{"items": [' * 50_000],
)  # fmt: skip
async def test_a_body_that_is_no_upload_is_400(stand: RunningService, body: bytes | None) -> None:
    reply = await stand.call("POST", "/v1/items", body=body)
    assert (reply.status, reply.error) == (400, "bad_request")
    assert reply.json["message"].startswith("The body ")


async def test_a_read_only_shop_and_one_without_api_push_take_no_upload(stand: RunningService) -> None:
    await stand.upload({"sku": "A", "name": "n"})
    stand.floor.write(lambda tx: set_mode(tx, stand.shop.id, Mode.API_PUSH, False))
    reply = await stand.call("POST", "/v1/items", body={"items": [{"sku": "B", "name": "n"}]})
    assert (reply.status, reply.error) == (422, "mode_off")
    assert (await stand.call("GET", "/v1/items")).json["total"] == 1
    stand.floor.write(lambda tx: set_read_only(tx, stand.shop.id, True))
    reply = await stand.call("POST", "/v1/items", body={"items": []})
    assert (reply.status, reply.error) == (422, "read_only")


async def test_pages_are_in_order_of_the_folded_sku_and_do_not_overlap(stand: RunningService) -> None:
    skus = ["b", "A", "ä", "Z", "a2", "Ä3", "١", "z1", "_", "ß"]
    await stand.upload(*[{"sku": sku, "name": "n"} for sku in skus])
    pages = [(await stand.call("GET", f"/v1/items?offset={offset}&limit=3")).json for offset in range(0, 15, 3)]
    read = [sku for page in pages for sku in page["items"]]
    assert read == sorted(skus, key=str.casefold)
    assert [(page["offset"], page["limit"], page["total"]) for page in pages] == [(n, 3, 10) for n in range(0, 15, 3)]
    assert pages[4]["items"] == {}


async def test_the_page_size_is_200_unless_said_and_500_at_most(stand: RunningService) -> None:
    await stand.upload(*[{"sku": f"S{number:03}", "name": "n"} for number in range(501)])
    assert len((await stand.call("GET", "/v1/items")).json["items"]) == 200
    assert len((await stand.call("GET", "/v1/items?limit=500")).json["items"]) == 500
    assert list((await stand.call("GET", "/v1/items?offset=500")).json["items"]) == ["S500"]
    assert (await stand.call("GET", "/v1/items?offset=9007199254740991")).json["items"] == {}


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "offset=-1", "offset=9007199254740992", "limit=ten", "offset=1.5", "limit=",
              "offset=1&offset=1", "limit=%00", "limit=true", "offset=1e3"],
)  # fmt: skip
async def test_parameters_outside_their_bounds_are_400(stand: RunningService, query: str) -> None:
    reply = await stand.call("GET", f"/v1/items?{query}")
    assert (reply.status, reply.error) == (400, "bad_request")
    assert reply.json["message"].split()[0] == query.partition("=")[0]


async def test_content_type_is_not_looked_at(stand: RunningService) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "", "application/json; charset=latin-1"):
        reply = await stand.call("POST", "/v1/items", body={"items": []}, headers={"Content-Type": kind})
        assert reply.status == 200


async def test_items_are_read_by_barcode(stand: RunningService) -> None:
    await stand.upload(
        {"sku": "B", "name": "n", "barcode": "4012345678901"},
        {"sku": "A", "name": "n", "barcode": "4012345678901"},
        {"sku": "C", "name": "n", "barcode": "77"},
        {"sku": "D", "name": "n"},
    )
    one = (await stand.call("GET", "/v1/items?barcode=4012345678901")).json
    assert (list(one["items"]), one["total"]) == (["A", "B"], 2)
    several = (await stand.call("GET", "/v1/items?barcode=77&barcode=4012345678901&limit=2&barcode=0")).json
    assert (list(several["items"]), several["total"]) == (["A", "B"], 3)
    assert list((await stand.call("GET", "/v1/items?q=4012345678901")).json["items"]) == ["A", "B"]
    assert (await stand.call("GET", "/v1/items?barcode=1&sku=A")).status == 400
    assert (await stand.call("GET", "/v1/items?" + "&".join(["barcode=1"] * 101))).status == 400
