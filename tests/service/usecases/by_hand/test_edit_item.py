"""One item entered or changed by hand: an upload's rules, counts in the ledger, no stale edit."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.catalogue.item_edit import EditRefused, FieldValue, ItemEdit
from service.domain.catalogue.item_query import ItemQuery, ItemView
from service.domain.catalogue.items import Fit
from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.shops import Mode
from service.store.item_lists import list_items
from service.store.revisions import read_revision
from service.usecases.by_hand.edit_item import save_item
from service.usecases.edit_shop import set_mode, set_read_only
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def shop(tmp_path: Path) -> ShopFixture:
    return ShopFixture.fresh(new_store(tmp_path))


def save(shop: ShopFixture, edit: ItemEdit) -> None:
    now = shop.clock.now()
    shop.write(lambda tx: save_item(tx, shop.shop, edit, by="owner", now=now))


def refusal(shop: ShopFixture, edit: ItemEdit) -> EditRefused:
    with pytest.raises(EditRefused) as refused:
        save(shop, edit)
    return refused.value


def test_a_new_item_has_its_fields_cars_and_counted_levels(shop: ShopFixture) -> None:
    fields: dict[str, FieldValue] = {
        "name": "Oil filter",
        "price_fils": 2750,
        "fit": (Fit("Toyota", "Camry", 2018, None),),
    }
    save(shop, ItemEdit("90915", is_new=True, fields=fields, levels={"Main": 4_500, "Sitra": 2_000}))
    item = shop.item_json("90915")
    assert (item["name"], item["price_fils"], item["active"]) == ("Oil filter", 2750, True)
    assert item["fit"] == [{"make": "Toyota", "model": "Camry", "year_from": 2018, "year_to": None}]
    assert {level["branch"]: level["quantity"] for level in item["stock"]} == {"Main": 4.5, "Sitra": 2}
    written = [(entry.cause, entry.quantity, entry.by, str(entry.note)) for entry in shop.ledger("90915")]
    assert written == [(Cause.COUNT, 4_500, "owner", "By hand"), (Cause.COUNT, 2_000, "owner", "By hand")]


def test_counted_levels_post_their_events_and_fields_raise_the_revision(shop: ShopFixture) -> None:
    shop.add("A", 10)
    before = shop.read(lambda db: read_revision(db, shop.shop.id))
    save(shop, ItemEdit("a", fields={"price_fils": 5}, levels={"main": 7_000}))
    (event,) = shop.events()
    assert event["data"] == {
        "sku": "A", "branch": "Main", "quantity": 7, "reserved": 0, "change": -3, "cause": "count",
    }  # fmt: skip
    assert shop.read(lambda db: read_revision(db, shop.shop.id)) > before
    save(shop, ItemEdit("A", fields={"brand": "NGK"}))
    assert shop.item_json("A")["brand"] == "NGK"
    assert shop.item_json("A")["price_fils"] == 5, "a field that is not named stays"


def test_no_level_goes_below_what_an_order_holds(shop: ShopFixture) -> None:
    shop.add("A", 1)
    order = shop.place("A", 1)
    assert str(refusal(shop, ItemEdit("A", levels={"Main": 500})).faults[0]) == (
        "quantity[Main]: cannot go below the 1 that open orders hold at Main"
    )
    assert shop.order(order) == order


def test_an_edit_is_saved_whole_or_not_at_all_with_every_fault(shop: ShopFixture) -> None:
    shop.add("A", 10)
    shop.place("A", 3)
    edit = ItemEdit(
        "A",
        fields={"name": " ", "price_fils": -1, "fit": (Fit("", "Camry", 2020, 2018),), "brand": "NGK"},
        levels={"Main": 2_000, "x" * 61: 1_000},
    )
    said = [str(fault) for fault in refusal(shop, edit).faults]
    assert said == [
        "price_fils: must be an integer of 0 or more",
        "name: must not be blank",
        "fit[0].make: must not be blank",
        "fit[0].year_from: must not be after year_to (2020 > 2018)",
        f"quantity[{'x' * 61}]: must be at most 60 characters, this has 61",
        "quantity[Main]: cannot go below the 3 that open orders hold at Main",
    ]
    assert shop.item_json("A")["brand"] is None
    assert shop.item_json("A")["quantity"] == 10


def test_a_new_item_needs_a_name_and_a_sku_of_its_own(shop: ShopFixture) -> None:
    shop.add("A")
    assert [str(fault) for fault in refusal(shop, ItemEdit("B", is_new=True)).faults] == [
        "name: is required when the item is new"
    ]
    said = str(refusal(shop, ItemEdit(" a ", is_new=True, fields={"name": "Pad"})))
    assert said == "sku: is in the catalogue already; open that part and edit it"
    with pytest.raises(NotFound):
        save(shop, ItemEdit("C", fields={"name": "Pad"}))


def test_a_value_that_somebody_else_changed_is_not_overwritten_unseen(shop: ShopFixture) -> None:
    shop.add("A", 10, brand="Bosch")
    seen: dict[str, FieldValue] = {"price_fils": 1000, "brand": "Bosch", "active": True}
    shop.upload({"sku": "A", "price_fils": 1200, "quantity": 4, "brand": "NGK"})
    edit = ItemEdit(
        "A",
        fields={"price_fils": 1100, "brand": "NGK"},
        seen=seen,
        levels={"Main": 9_000},
        seen_levels={"Main": 10_000},
    )
    refused = refusal(shop, edit)
    assert refused.code == "changed_since"
    assert [str(fault) for fault in refused.faults] == [
        "price_fils: changed to 1.200 since; it was 1.000",
        "quantity[Main]: changed to 4 since; it was 10",
    ], "a brand that is as wanted already is no conflict"
    assert shop.item_json("A")["price_fils"] == 1200


def test_a_sale_while_the_price_was_edited_is_no_conflict(shop: ShopFixture) -> None:
    shop.add("A", 10)
    shop.move("A", Cause.SALE, 1_000)
    save(shop, ItemEdit("A", fields={"price_fils": 1100}, seen={"price_fils": 1000}))
    assert (shop.item_json("A")["price_fils"], shop.item_json("A")["quantity"]) == (1100, 9)


def test_the_switch_of_uploads_is_not_about_the_owner_but_read_only_is(shop: ShopFixture) -> None:
    shop.write(lambda tx: set_mode(tx, shop.shop, Mode.API_PUSH, on=False))
    shop.reload()
    save(shop, ItemEdit("A", is_new=True, fields={"name": "Pad"}))
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused, match="read-only"):
        save(shop, ItemEdit("A", fields={"name": "Pads"}))


def test_saving_what_is_there_already_changes_nothing(shop: ShopFixture) -> None:
    shop.add("A", 10)
    before = shop.read(lambda db: read_revision(db, shop.shop.id)), len(shop.ledger("A"))
    save(shop, ItemEdit("A", fields={"price_fils": 1000}, levels={"Main": 10_000}))
    assert (shop.read(lambda db: read_revision(db, shop.shop.id)), len(shop.ledger("A"))) == before


def test_an_own_low_limit_is_no_change_of_the_interface(shop: ShopFixture) -> None:
    shop.add("A", 4)
    before = shop.read(lambda db: read_revision(db, shop.shop.id))
    save(shop, ItemEdit("A", fields={"low_limit": 4_000}, seen={"low_limit": None}))
    assert low(shop) == ["A"]
    said = str(refusal(shop, ItemEdit("A", fields={"low_limit": 1_000}, seen={"low_limit": None})))
    assert said == "low_limit: changed to 4 since; it was empty"
    save(shop, ItemEdit("A", fields={"low_limit": None}))
    assert low(shop) == []
    assert shop.read(lambda db: read_revision(db, shop.shop.id)) == before


def low(shop: ShopFixture) -> list[str]:
    """The reorder list."""
    query = ItemQuery(view=ItemView.LOW)
    return [item.sku for item in shop.read(lambda db: list_items(db, shop.shop.id, query, offset=0, limit=9))]
