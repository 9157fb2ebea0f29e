"""What holds for every route: any text, races, and one shop apart from another."""

from __future__ import annotations

import asyncio
import json
import threading
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import Refused
from service.domain.marketplace.orders import Action, Order
from service.service import Service
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import RunningService, run_service
from tests.service.api.wire_client import Json, Reply

ROUNDS = 15
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


async def test_of_two_callers_for_one_order_exactly_one_wins(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=None) as stand:
        stand.floor.add("A", ROUNDS)
        for round_number in range(ROUNDS):
            order = stand.floor.place("A")
            pair = ("accept", "reject") if round_number % 2 else ("accept", "accept")
            replies = await asyncio.gather(
                *[
                    stand.call("POST", f"/v1/orders/{order.reference}/{action}", body={"reason": "sold"})
                    for action in pair
                ]
            )
            done = [action for action, reply in zip(pair, replies, strict=True) if reply.status == 200]
            if pair == ("accept", "accept"):
                assert sorted(reply.status for reply in replies) == [200, 422]
            # A reject may still follow an accept:
            # then both have a right to it, one after the other.
            assert [entry.action for entry in stand.floor.history(order)][1:] == sorted(done)
            status = stand.floor.order(order).status
            assert status == ("cancelled" if "reject" in done else "confirmed")


async def test_of_two_orders_for_the_last_unit_exactly_one_holds_it(stand: RunningService) -> None:
    for round_number in range(ROUNDS):
        sku = f"S{round_number}"
        stand.floor.add(sku, 1)
        tries = [stand.floor.submit_order(sku) for _ in range(4)]
        ends = await asyncio.gather(*[asyncio.wrap_future(one) for one in tries], return_exceptions=True)
        refused = [end for end in ends if isinstance(end, Refused)]
        assert len(refused) == 3
        assert {refusal.code for refusal in refused} == {"not_enough_stock"}
        assert stand.floor.item_json(sku)["reserved"] == 1


async def test_an_order_and_an_upload_never_leave_less_than_is_held(stand: RunningService) -> None:
    for round_number in range(ROUNDS):
        sku = f"S{round_number}"
        stand.floor.add(sku, 2)
        order, upload = stand.floor.submit_order(sku, 2), stand.upload({"sku": sku, "quantity": 1})
        result, placed = await asyncio.gather(upload, asyncio.wrap_future(order), return_exceptions=True)
        assert not isinstance(result, BaseException)
        item = stand.floor.item_json(sku)
        assert bool(result["errors"]) != isinstance(placed, Refused)
        assert (item["quantity"], item["reserved"]) == ((1, 0) if isinstance(placed, Refused) else (2, 2))


@pytest.mark.parametrize("rows", [1, 60])
async def test_uploads_that_create_one_sku_make_one_item(stand: RunningService, rows: int) -> None:
    uploads = [
        stand.upload(*[{"sku": spelling(f"part {row}"), "name": f"by {spelling.__name__}"} for row in range(rows)])
        for spelling in (str.upper, str.lower, str.title, str.upper)
    ]
    results = await asyncio.gather(*uploads)
    assert sum(result["created"] for result in results) == rows
    assert sum(result["updated"] for result in results) == 3 * rows
    assert (await stand.call("GET", "/v1/items")).json["total"] == rows == stand.floor.count("items")


async def test_calls_at_the_limit_of_the_rate_do_not_slip_past_it(tmp_path: Path) -> None:
    async with run_service(tmp_path, rate_limit=20) as stand:
        replies = await asyncio.gather(*[stand.call("GET", "/v1/items") for _ in range(60)])
        assert sorted(reply.status for reply in replies) == [200] * 20 + [429] * 40


@dataclass(frozen=True, slots=True)
class Owned:
    """A shop with an item and an order of its own."""

    floor: ShopFixture
    key: str
    order: Order


def owned(stand: RunningService, floor: ShopFixture, sku: str) -> Owned:
    floor.add(sku, 5, name=f"name of {sku}", brand=f"brand of {sku}")
    return Owned(floor, stand.make_key(floor.shop, f"key of {sku}"), floor.place(sku, 1))


def routes_of(service: Service) -> list[tuple[str, str]]:
    """Every method and path of the routing table: a new one has to be walked here too."""
    return [(method, path) for path, methods in service.routes.table.items() for method in methods]


async def try_items(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    replies = [await stand.call("GET", "/v1/items?limit=500", key=mine.key)]
    for name in ("sku", "name"):
        row = {"sku": "THEIRS", name: "THEIRS", "price_fils": 1, "quantity": 0}
        replies.append(await stand.call("POST", "/v1/items", key=mine.key, body={"items": [row]}))
    return replies


async def try_orders(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    return [await stand.call("GET", f"/v1/orders?status={status}", key=mine.key) for status in ("placed", "all")]


async def try_actions(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    replies = []
    for action in Action:
        reply = await stand.call(
            "POST", f"/v1/orders/{theirs.order.reference}/{action}", key=mine.key, body={"reason": "not mine"}
        )
        assert (reply.status, reply.error) == (404, "not_found"), action
        replies.append(reply)
    return replies


async def try_description(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    return [await stand.call("GET", "/v1/openapi.json", key=mine.key)]


async def try_reads(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    """What is the other shop's is not there; what is listed is the caller's own."""
    hidden = [await stand.call("GET", "/v1/items/THEIRS", key=mine.key)]
    assert [reply.status for reply in hidden] == [404]
    before = await stand.call("GET", f"/v1/orders?before={theirs.order.reference}", key=mine.key)
    one = await stand.call("GET", f"/v1/orders/{theirs.order.reference}", key=mine.key)
    assert (before.status, one.status) == (400, 404)
    shown = [
        await stand.call("GET", path, key=mine.key)
        for path in ("/v1/branches", "/v1/rfqs", "/v1/items?since=0", "/v1/items?sku=THEIRS&sku=EXTRA")
    ]
    return [*hidden, before, one, *shown]


async def try_staging(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    """With the caller's own staging key or not: the other shop's order does not expire."""
    path = f"/v1/test/orders/{theirs.order.reference}/expire"
    reply = await stand.call("POST", path, key=mine.key)
    assert (reply.status, reply.error) == (404, "not_found")
    return [reply]


async def try_events(stand: RunningService, mine: Owned, theirs: Owned) -> list[Reply]:
    cursor = (await stand.call("GET", "/v1/events", key=theirs.key)).json["next"]
    replies = [await stand.call("GET", f"/v1/events{query}", key=mine.key) for query in ("", f"?after={cursor}")]
    assert [reply.status for reply in replies] == [200, 400]
    return replies


TRIED: dict[tuple[str, str], Callable[..., object]] = {
    ("GET", "/v1/items"): try_items,
    ("POST", "/v1/items"): try_items,
    ("GET", "/v1/orders"): try_orders,
    ("POST", "/v1/orders/{order}/{action}"): try_actions,
    ("GET", "/v1/items/{sku}"): try_reads,
    ("GET", "/v1/branches"): try_reads,
    ("GET", "/v1/rfqs"): try_reads,
    ("GET", "/v1/orders/{order}"): try_reads,
    ("POST", "/v1/test/orders"): try_staging,
    ("POST", "/v1/test/orders/{order}/expire"): try_staging,
    ("POST", "/v1/test/rfqs"): try_staging,
    ("POST", "/v1/test/events"): try_staging,
    ("GET", "/v1/events"): try_events,
    ("GET", "/v1/openapi.json"): try_description,
}


async def test_every_route_is_walked(stand: RunningService) -> None:
    assert set(routes_of(stand.service)) == set(TRIED)


@pytest.mark.parametrize("pair", ["two shops", "staging against live", "live against staging"])
async def test_nothing_of_one_shop_reaches_another(stand: RunningService, pair: str) -> None:
    other = ShopFixture.fresh(stand.store, clock=stand.clock) if pair == "two shops" else stand.floor.paired()
    floors = (stand.floor, other) if pair != "live against staging" else (other, stand.floor)
    # The other shop has one order more, so that its last reference is none of the caller's.
    floors[1].add("EXTRA", 1)
    floors[1].place("EXTRA")
    mine, theirs = owned(stand, floors[0], "MINE"), owned(stand, floors[1], "THEIRS")
    before = (theirs.floor.item_json("THEIRS"), theirs.floor.order(theirs.order), theirs.floor.history(theirs.order))
    replies: list[Reply] = []
    for attempt in dict.fromkeys(
        (try_orders, try_actions, try_reads, try_staging, try_events, try_description, try_items)
    ):
        replies += await attempt(stand, mine, theirs)
    read_before_own_upload = replies[:-2]
    for reply in read_before_own_upload:
        assert b"name of THEIRS" not in reply.body
        assert b"EXTRA" not in reply.body
    after = (theirs.floor.item_json("THEIRS"), theirs.floor.order(theirs.order), theirs.floor.history(theirs.order))
    assert after == before
    assert {call.key for call in stand.log(mine.floor.shop)} == {"key of MINE"}
    assert [call.path for call in stand.log(theirs.floor.shop)] == ["/v1/events"], "their own call for a cursor"


async def test_a_sku_in_two_shops_is_two_items(stand: RunningService) -> None:
    mine, theirs = (
        owned(stand, floor, "SAME") for floor in (stand.floor, ShopFixture.fresh(stand.store, clock=stand.clock))
    )
    await stand.upload({"sku": "same", "name": "changed", "quantity": 3}, key=mine.key)
    assert theirs.floor.item_json("SAME")["name"] == "name of SAME"
    assert theirs.floor.item_json("SAME")["quantity"] == 5
    assert mine.order.reference == theirs.order.reference == "ORD-2026-000001"
    await stand.call("POST", f"/v1/orders/{mine.order.reference}/accept", key=mine.key)
    assert (mine.floor.order(mine.order).status, theirs.floor.order(theirs.order).status) == ("confirmed", "placed")


async def test_branches_of_one_name_are_each_shops_own(stand: RunningService) -> None:
    other = ShopFixture.fresh(stand.store, clock=stand.clock)
    for floor, quantity in ((stand.floor, 3), (other, 4)):
        floor.upload({"sku": "A", "name": "n", "quantity": quantity, "branch": "Sitra"})
    assert (stand.floor.item_json("A")["quantity"], other.item_json("A")["quantity"]) == (3, 4)
    assert stand.floor.count("branches") == 4 + 2


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
