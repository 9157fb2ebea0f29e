"""The calls about one part: which entries name it, and which only have its number somewhere."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from service.domain.call_log.calls import Call, CallFilter, make_marks
from service.domain.catalogue.sku import fold, tidy
from service.domain.clock_trust import Cutoff
from service.store.call_log.body_compression import pack_body
from service.store.call_log.call_search import list_part_calls
from service.store.call_log.calls import PackedBodies, add_call
from service.store.call_log.pruning import prune_step
from service.usecases.search_calls import SearchStep, search_part
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture

EVERYTHING = CallFilter()
COLLIDING = ("plumless", "buckeroo")
"""Two texts with the same CRC-32."""


def log(shop: ShopFixture, method: str, path: str, **known: object) -> int:
    """An entry of the shop's log without bodies; gives its id."""
    shop.clock.advance(1000)
    call = Call(0, shop.clock.now(), shop.shop.id, None, None, "127.0.0.1", method, path, 200, 900, 0, 10)
    return shop.write(lambda tx: add_call(tx, replace(call, **known), PackedBodies()))


def log_upload(shop: ShopFixture, *skus: str, marked: bool = True, status: int = 200) -> int:
    """An upload of rows with these SKUs; gives its id."""
    shop.clock.advance(1000)
    call = Call(0, shop.clock.now(), shop.shop.id, None, None, "127.0.0.1", "POST", "/v1/items", status, 900, 0, 10)
    body = json.dumps({"items": [{"sku": sku, "name": "10", "price_fils": 10} for sku in skus]}).encode()
    marks = make_marks([fold(tidy(sku)) for sku in skus]) if marked else b""
    return shop.write(lambda tx: add_call(tx, call, PackedBodies(pack_body(body), part_marks=marks)))


def search(
    shop: ShopFixture, sku: str, narrow: CallFilter = EVERYTHING, *, text: str = "", before: Call | None = None
) -> list[SearchStep]:
    cursor = None if before is None else (before.at, before.id)
    steps = search_part(shop.read, shop.shop.id, narrow, sku, sees_unknown=True, text=text, before=cursor)
    return list(steps)


def find(shop: ShopFixture, sku: str, narrow: CallFilter = EVERYTHING, *, text: str = "") -> list[int]:
    return [call.id for step in search(shop, sku, narrow, text=text) for call in step.found]


def test_an_upload_is_about_the_parts_of_its_rows_and_no_others(shop: ShopFixture) -> None:
    first = log_upload(shop, "A", "10")
    log_upload(shop, "110", "10A", "1")
    last = log_upload(shop, " 10 ", "B")
    assert find(shop, "10") == [last, first]
    assert find(shop, "100") == []


@pytest.mark.parametrize(
    ("sent", "asked"), [("ab-1", "AB-1"), ("Straße", "STRASSE"), ("قطعة", " قطعة"), ("\u212a1", "k1")]
)
def test_spellings_of_one_number_are_one_part(shop: ShopFixture, sent: str, asked: str) -> None:
    sender = log_upload(shop, sent)
    assert find(shop, asked) == [sender]


def test_two_numbers_with_one_mark_are_two_parts(shop: ShopFixture) -> None:
    first, second = (log_upload(shop, sku) for sku in COLLIDING)
    assert make_marks(COLLIDING[:1]) == make_marks(COLLIDING[1:])
    assert (find(shop, COLLIDING[0]), find(shop, COLLIDING[1])) == ([first], [second])


@pytest.mark.parametrize(
    "path",
    ["/v1/items/A%2F1", "/v1/items/a%2f1?x=1", "/v1/items/%41%2F1", "/v1/items?sku=B&sku=a%2F1", "/v1/items?sku=A/1"],
)
def test_a_path_names_a_part_in_any_encoding(shop: ShopFixture, path: str) -> None:
    reader = log(shop, "GET", path)
    assert find(shop, "A/1") == [reader]


@pytest.mark.parametrize(
    "path",
    ["/v1/items/A/1", "/v1/items/A%2F12", "/v1/items", "/v1/items?q=A%2F1", "/v1/items?sku=A", "/v1/rfqs?sku=A%2F1"],
)
def test_other_paths_do_not_name_it(shop: ShopFixture, path: str) -> None:
    log(shop, "GET", path)
    assert find(shop, "A/1") == []


def test_calls_about_orders_with_the_part_are_about_it(shop: ShopFixture) -> None:
    shop.add("10", 5)
    shop.add("110", 5)
    mine, other = shop.place("10").reference, shop.place("110").reference
    read, accepted = log(shop, "GET", f"/v1/orders/{mine}"), log(shop, "POST", f"/v1/orders/{mine}/accept")
    placed = log(shop, "POST", "/v1/test/orders", facts=f'{{"order":"{mine}"}}')
    expired = log(shop, "POST", f"/v1/test/orders/{mine}/expire")
    log(shop, "GET", f"/v1/orders/{other}")
    log(shop, "GET", f"/v1/orders/{mine}0")
    log(shop, "POST", "/v1/test/orders", facts=f'{{"order":"{other}"}}')
    log(shop, "GET", "/v1/orders?status=placed")
    assert find(shop, "10") == [expired, placed, accepted, read]


def test_uploads_without_marks_are_read(shop: ShopFixture) -> None:
    """Those that were refused as a whole, and those of a program that wrote no marks."""
    old = log_upload(shop, "10", marked=False)
    log_upload(shop, "110", marked=False)
    log_upload(shop, "B")
    refused = log_upload(shop, "10", marked=False, status=422)
    assert find(shop, "10") == [refused, old]


def test_only_calls_of_the_shop_and_unknown_ones_count(shop: ShopFixture) -> None:
    stranger = log(shop, "GET", "/v1/items/10", shop_id=None, status=401)
    other = ShopFixture.fresh(shop.store)
    log_upload(other, "10")
    log(other, "GET", "/v1/items/10")
    assert find(shop, "10") == [stranger]
    assert shop.read(lambda db: list_part_calls(db, shop.shop.id, "10", sees_unknown=False)) == []


def test_filters_and_a_text_narrow_them(shop: ShopFixture) -> None:
    first, second = log_upload(shop, "10", "brake"), log_upload(shop, "10")
    refused = log(shop, "GET", "/v1/items/10", status=404)
    assert find(shop, "10", CallFilter(since=START + 2000)) == [refused, second]
    assert find(shop, "10", CallFilter(status_class=4)) == [refused]
    assert find(shop, "10", CallFilter(path="items/")) == [refused]
    assert find(shop, "10", text="BRAKE") == [first]


def test_the_search_goes_on_after_an_entry(shop: ShopFixture) -> None:
    ids = [log_upload(shop, "10") for _ in range(60)]
    steps = search(shop, "10")
    assert [(step.done, step.total, step.resume is None) for step in steps] == [(50, 60, False), (60, 60, True)]
    (rest,) = search(shop, "10", before=steps[0].found[-1])
    assert ([call.id for call in rest.found], rest.resume) == (ids[9::-1], None)
    (nothing,) = search(shop, "11")
    assert nothing == SearchStep((), 0, 0, None)


def test_marks_go_with_their_entries_and_count_in_the_logs_size(shop: ShopFixture) -> None:
    size = "SELECT sum(bytes) FROM call_hours"
    log_upload(shop, "A", marked=False)
    before = shop.read(lambda db: db.scalar(size))
    log_upload(shop, *(f"S{number}" for number in range(3000)))
    assert shop.read(lambda db: db.scalar(size)) - before > 12_000
    assert shop.count("call_parts") == 1
    shop.write(lambda tx: prune_step(tx, Cutoff(shop.clock.now() + 1), max_bytes=10**9))
    assert shop.count("call_parts") == 0
