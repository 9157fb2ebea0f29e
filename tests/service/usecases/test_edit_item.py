"""One item entered or changed by hand: an upload's rules, counts in the ledger, no stale edit."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from service.domain.catalogue.item_edit import EditRefused, FieldValue, ItemEdit
from service.domain.catalogue.items import Fit, ItemQuery, ItemSource, ItemView, Overwriter, get_file_name
from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.pull.pulls import PullSetup
from service.domain.shops import Mode
from service.pull.set_up_pull import set_up_pull
from service.store import keys
from service.store.item_bulk_edits import remove_items
from service.store.item_details import find_picture
from service.store.item_lists import list_items
from service.store.revisions import read_revision
from service.usecases.edit_item import MAX_PICTURE_BYTES, MAX_PICTURES, find_overwriters, save_item, set_picture
from service.usecases.edit_shop import set_mode, set_read_only
from service.usecases.issue_key import issue_key
from service.usecases.upload_items import save_upload
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture, parse

FILE = ItemSource(file="prices.xlsx")


@pytest.fixture
def shop(tmp_path: Path) -> ShopFixture:
    return ShopFixture.fresh(new_store(tmp_path))


@pytest.fixture
def till(shop: ShopFixture) -> ItemSource:
    key = shop.write(lambda tx: issue_key(tx, shop.shop, "Till 1", now=shop.clock.now()))
    return ItemSource(key_id=key.key.id)


def send(shop: ShopFixture, source: ItemSource, *skus: str, price: int = 1000) -> None:
    rows = parse(*({"sku": sku, "name": sku, "price_fils": price} for sku in skus)).rows
    now = shop.clock.now()
    shop.write(lambda tx: save_upload(tx, shop.shop, rows, by="Till", now=now, source=source))


def overwriters(shop: ShopFixture, skus: Sequence[str] = ()) -> tuple[Overwriter, ...]:
    shop.reload()
    chosen = [row[0] for row in shop.read(lambda db: db.all("SELECT id, sku FROM items")) if not skus or row[1] in skus]
    return shop.read(lambda db: find_overwriters(db, shop.shop, chosen, shop.clock.now()))


def switch(shop: ShopFixture, mode: Mode, *, on: bool) -> None:
    shop.write(lambda tx: set_mode(tx, shop.shop, mode, on=on))


def set_up_file(shop: ShopFixture, setup: PullSetup) -> None:
    shop.write(lambda tx: set_up_pull(tx, shop.shop, setup, 120, now=shop.clock.now()))


def test_the_key_that_wrote_last_is_named_also_after_a_change_by_hand(shop: ShopFixture, till: ItemSource) -> None:
    send(shop, till, "A", "B")
    assert overwriters(shop) == (Overwriter("Till 1", False, 2),)
    now = shop.clock.now()
    shop.write(lambda tx: save_item(tx, shop.shop, ItemEdit("A", fields={"price_fils": 5}), by="owner", now=now))
    assert overwriters(shop, ["A"]) == (Overwriter("Till 1", False, 1),)


def test_a_part_entered_by_hand_has_none_until_a_system_changes_it(shop: ShopFixture, till: ItemSource) -> None:
    edit = ItemEdit("A", is_new=True, fields={"name": "A", "price_fils": 1000})
    shop.write(lambda tx: save_item(tx, shop.shop, edit, by="owner", now=shop.clock.now()))
    assert overwriters(shop) == ()
    send(shop, till, "A", price=1000)
    assert overwriters(shop) == (), "it sent what was there"
    send(shop, till, "A", price=1200)
    assert overwriters(shop) == (Overwriter("Till 1", False, 1),)


def test_a_file_is_one_while_the_nightly_run_is_on(shop: ShopFixture, till: ItemSource) -> None:
    send(shop, till, "A")
    send(shop, FILE, "B", "C")
    assert overwriters(shop) == (Overwriter("Till 1", False, 1),)
    set_up_file(shop, PullSetup("D:\\Export\\prices.xlsx", ""))
    switch(shop, Mode.SCHEDULED_PULL, on=True)
    assert overwriters(shop) == (Overwriter("prices.xlsx", True, 2), Overwriter("Till 1", False, 1))
    send(shop, FILE, "A", price=7)
    assert overwriters(shop) == (Overwriter("prices.xlsx", True, 3),)


@pytest.mark.parametrize(
    ("setup", "is_read"),
    [
        (PullSetup("/exports/prices.xlsx", ""), True),
        (PullSetup("/exports/stocktake.xlsx", ""), False),
        (PullSetup("/exports", "", "*.xlsx"), True),
        (PullSetup("https://shop.example/export", ""), True),
    ],
)
def test_a_file_that_was_read_once_is_none(shop: ShopFixture, setup: PullSetup, is_read: bool) -> None:
    send(shop, FILE, "A")
    set_up_file(shop, setup)
    switch(shop, Mode.SCHEDULED_PULL, on=True)
    assert overwriters(shop) == ((Overwriter("prices.xlsx", True, 1),) if is_read else ())


def test_what_may_no_longer_write_is_none(shop: ShopFixture, till: ItemSource) -> None:
    send(shop, till, "A")
    switch(shop, Mode.API_PUSH, on=False)
    assert overwriters(shop) == ()
    switch(shop, Mode.API_PUSH, on=True)
    shop.write(lambda tx: keys.revoke_key(tx, keys.list_keys(tx, shop.shop.id)[0], shop.clock.now()))
    assert overwriters(shop) == ()


def test_a_system_is_stored_once(shop: ShopFixture, till: ItemSource) -> None:
    for price in (1, 2, 3):
        send(shop, till, "A", price=price)
        send(shop, FILE, "B", price=price)
    assert shop.count("item_sources") == 2


@pytest.mark.parametrize(
    ("path", "name"),
    [("/home/shop/prices.xlsx", "prices.xlsx"), ("C:\\Till\\out\\stock.csv", "stock.csv"), ("a.csv", "a.csv")],
)
def test_the_name_of_a_file(path: str, name: str) -> None:
    assert get_file_name(path) == name


@pytest.fixture
def stocked(shop: ShopFixture) -> ShopFixture:
    shop.add("A")
    shop.add("B")
    return shop


def put(stocked: ShopFixture, sku: str, image: bytes | None) -> None:
    stocked.write(lambda tx: set_picture(tx, stocked.shop, sku, image, by="owner", now=stocked.clock.now()))


def picture(stocked: ShopFixture, item_id: int) -> bytes | None:
    return stocked.read(lambda db: find_picture(db, item_id))


def test_a_picture_is_stored_replaced_and_removed_without_a_revision(stocked: ShopFixture) -> None:
    before = stocked.read(lambda db: read_revision(db, stocked.shop.id))
    put(stocked, "a", b"first")
    put(stocked, "A", b"second")
    assert (picture(stocked, 1), picture(stocked, 2)) == (b"second", None)
    put(stocked, "A", None)
    put(stocked, "A", None)
    assert picture(stocked, 1) is None
    assert stocked.read(lambda db: read_revision(db, stocked.shop.id)) == before


def test_it_goes_with_its_part(stocked: ShopFixture) -> None:
    put(stocked, "A", b"image")
    stocked.write(lambda tx: remove_items(tx, stocked.shop.id, [1]))
    assert stocked.count("item_pictures") == 0


def test_what_is_too_large_or_one_too_many_is_refused(stocked: ShopFixture) -> None:
    with pytest.raises(Refused, match="at most 96 KiB"):
        put(stocked, "A", bytes(MAX_PICTURE_BYTES + 1))
    stocked.write(
        lambda tx: tx.update(
            "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            "INSERT INTO items (id, shop_id, folded, sku, name, list_on_marketplace, active, fit, updated_at) "
            "SELECT i, ?, 'x' || i, 'x' || i, 'x', 0, 1, '[]', 0 FROM n",
            (MAX_PICTURES + 9, stocked.shop.id),
        )
    )
    stocked.write(
        lambda tx: tx.update("INSERT INTO item_pictures SELECT id, shop_id, ? FROM items WHERE id >= 10", (b"0",))
    )
    with pytest.raises(Refused, match="5,000 parts have a picture already"):
        put(stocked, "A", b"image")
    put(stocked, "x10", b"another in the place of its own")


def test_a_read_only_shop_and_an_unknown_part_are_refused(stocked: ShopFixture) -> None:
    with pytest.raises(NotFound):
        put(stocked, "nowhere", b"image")
    stocked.write(lambda tx: set_read_only(tx, stocked.shop, on=True))
    stocked.reload()
    with pytest.raises(Refused, match="read-only"):
        put(stocked, "A", b"image")


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
