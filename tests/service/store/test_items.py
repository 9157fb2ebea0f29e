"""The catalogue read back: pages from either end, search, stock per branch (contract §3)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain import wire
from service.domain.catalogue.items import Condition, Fit, Item
from service.domain.catalogue.row_types import FIELDS, ITEM_FIELDS
from service.domain.errors import NotFound
from service.store import items
from service.store.engine.store import Store
from tests.fakes.shop_fixture import ShopFixture

SKUS = st.lists(
    st.text(st.sampled_from("aAbBßéÉ١قZz09-_% "), min_size=1, max_size=4).filter(str.strip), min_size=1, max_size=30
)
NUMBERED = [f"P-{number:03d}" for number in range(23)]


def page_of(floor: ShopFixture, offset: int, limit: int) -> wire.ItemPage:
    return floor.read(lambda db: items.read_page(db, floor.shop.id, offset, limit))


def get(floor: ShopFixture, sku: str) -> Item:
    return floor.read(lambda db: items.get_item(db, floor.shop.id, sku))


@settings(max_examples=40)
@given(SKUS, st.lists(st.tuples(st.integers(0, 35), st.integers(1, 35)), min_size=1, max_size=10))
def test_every_page_is_what_a_plain_select_gives(
    shared_store: Store, skus: list[str], pages: list[tuple[int, int]]
) -> None:
    floor = ShopFixture.fresh(shared_store)
    ShopFixture.fresh(shared_store).upload(*({"sku": sku, "name": "another shop's"} for sku in skus))
    floor.upload(*({"sku": sku, "name": sku} for sku in skus))
    every = floor.read(lambda db: db.all("SELECT sku FROM items WHERE shop_id = ? ORDER BY folded", (floor.shop.id,)))
    for offset, limit in pages:
        page = page_of(floor, offset, limit)
        assert [(item.sku,) for item in page.items.values()] == every[offset : offset + limit]
        assert list(page.items) == [item.sku for item in page.items.values()]
        assert (page.offset, page.limit, page.total) == (offset, limit, len(every))


def test_a_page_beyond_the_end_is_empty(shop: ShopFixture) -> None:
    shop.add("A")
    for offset in (1, 2**53 - 1):
        page = page_of(shop, offset, 500)
        assert (page.items, page.total) == ({}, 1)


def test_an_item_is_read_back_with_every_field(shop: ShopFixture) -> None:
    fit = [{"make": "Toyota", "model": "Hilux", "year_from": 2010, "year_to": None}]
    row = {
        "sku": "P-1", "name": "Pad", "name_ar": "فحمات", "oem_number": "04465", "brand": "Akebono",
        "category": "Brakes", "condition": "used", "price_fils": 5, "wholesale_price_fils": 4, "online_price_fils": 6,
        "list_on_marketplace": True, "active": False, "fit": fit,
    }  # fmt: skip
    shop.upload(
        {**row, "quantity": 2.5},
        {"sku": "P-1", "quantity": 0.5, "branch": "Sitra"},
        {"sku": "P-1", "quantity": 0, "branch": "Aali"},
    )
    assert shop.item_json("p-1") == {
        **dict.fromkeys(FIELDS), **row, "quantity": 3, "reserved": 0, "updated_at": "2026-11-20T14:05:09.120Z",
        "stock": [
            {"branch": "Main", "quantity": 2.5, "reserved": 0},
            {"branch": "Aali", "quantity": 0, "reserved": 0},
            {"branch": "Sitra", "quantity": 0.5, "reserved": 0},
        ],
    }  # fmt: skip
    page = page_of(shop, 0, 200)
    assert json.loads(wire.encode(page))["items"] == {"P-1": shop.item_json("P-1")}
    assert b'"quantity":3,' in wire.encode(page), "a whole sum is a JSON integer"
    held = get(shop, " P-1 ")
    assert (held.condition, held.fit, held.quantity) == (Condition.USED, (Fit("Toyota", "Hilux", 2010),), 3_000)
    assert held.order_price_fils == 6


def test_fields_never_set_are_null(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad"})
    item = shop.item_json("A")
    nulls = {name for name, value in item.items() if value is None}
    assert nulls == {name for name, field in ITEM_FIELDS.items() if field.is_clearable} - {"fit"}
    assert (item["list_on_marketplace"], item["active"], item["stock"], item["fit"]) == (False, True, [], [])


def test_another_shops_item_is_not_there(store: Store) -> None:
    first, second = ShopFixture.fresh(store), ShopFixture.fresh(store)
    first.add("A")
    for other in (second, first.paired()):
        with pytest.raises(NotFound, match="There is no item 'A'"):
            other.item("A")
        with pytest.raises(NotFound):
            get(other, "A")
        assert found(other, "") == []


def found(floor: ShopFixture, text: str, **how: object) -> list[str]:
    return [item.sku for item in floor.read(lambda db: items.search_items(db, floor.shop.id, text, **how))]  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "skus"), [
    ("", ["50%-A_1", "P-1", "STRASSE"]),
    ("p-1", ["P-1"]),
    ("straße", ["STRASSE"]),
    ("%", ["50%-A_1"]),
    ("_", ["50%-A_1"]),
    ("04465", ["P-1"]),
    ("AKEBONO", ["P-1"]),
    ("فحمات", ["P-1"]),
    ("  pad ", ["P-1"]),
    ("\\", []),
    ("nothing", []),
])  # fmt: skip
def test_search(shop: ShopFixture, text: str, skus: list[str]) -> None:
    shop.upload(
        {"sku": "P-1", "name": "Brake pad", "name_ar": "فحمات فرامل", "oem_number": "04465-60280", "brand": "Akebono"},
        {"sku": "50%-A_1", "name": "Oil", "active": False},
        {"sku": "STRASSE", "name": "Sign"},
    )
    assert found(shop, text) == skus


def test_search_in_pages_and_among_active_items(shop: ShopFixture) -> None:
    shop.upload(*({"sku": sku, "name": "x", "active": sku != "P-003"} for sku in NUMBERED))
    assert found(shop, "P-0", limit=5) == NUMBERED[:5]
    assert found(shop, "P-0", limit=5, after="p-004") == NUMBERED[5:10]
    assert found(shop, "P-00", active_only=True) == [sku for sku in NUMBERED[:10] if sku != "P-003"]
