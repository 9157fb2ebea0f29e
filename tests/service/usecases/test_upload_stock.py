"""Quantities of uploads: reservations, branches and the ledger."""

from __future__ import annotations

from itertools import pairwise

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.marketplace.orders import Action
from service.store import shops
from service.store.engine.store import Store
from service.usecases.edit_shop import rename_branch, set_main_branch
from service.usecases.upload_items import upload_items
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture, parse


def branches(shop: ShopFixture) -> list[str]:
    return [branch.name for branch in shop.read(lambda db: shops.list_branches(db, shop.shop.id))]


def test_stock_cannot_go_below_what_orders_hold_at_that_branch(shop: ShopFixture) -> None:
    shop.add("A", 10)
    shop.upload({"sku": "A", "quantity": 10, "branch": "Sitra"})
    shop.place("A", 2.5)
    shop.place("A", 7, branch="sitra")
    result = shop.upload(
        {"sku": "A", "quantity": 2.499, "price_fils": 7},
        {"sku": "A", "quantity": 6.999, "branch": "SITRA"},
        {"sku": "A", "quantity": 2.5},
        {"sku": "A", "quantity": 7, "branch": "Sitra"},
        {"sku": "A", "quantity": 0, "branch": "Muharraq"},
    )
    assert [(error.index, error.error) for error in result.errors] == [
        (0, "quantity: cannot go below the 2.5 that open orders hold at Main"),
        (1, "quantity: cannot go below the 7 that open orders hold at Sitra"),
    ]
    item = shop.item_json("A")
    assert item["price_fils"] == 1000, "a rejected row is rejected whole"
    assert (item["quantity"], item["reserved"]) == (9.5, 9.5)


def test_a_till_that_missed_an_order_does_not_oversell(shop: ShopFixture) -> None:
    """It read 8, missed that 2 were shipped, and sold one over the counter."""
    shop.add("A", 8)
    order = shop.place("A", 2)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    row = {"sku": "A", "quantity": 7, "expected_quantity": 8, "price_fils": 5}
    (error,) = shop.upload(row).errors
    assert error.error == "expected_quantity: Main has 6, not 8; nothing was saved"
    assert (shop.item("A").quantity, shop.item("A").price_fils) == (6, 1_000), "the row is rejected whole"
    assert shop.upload({**row, "quantity": 5, "expected_quantity": 6.0}).errors == []
    assert shop.item("A").quantity == 5


def test_an_expected_quantity_is_that_of_the_row_s_branch_after_the_rows_before_it(shop: ShopFixture) -> None:
    result = shop.upload(
        {"sku": "A", "name": "Pad", "quantity": 4, "expected_quantity": 0},
        {"sku": "a", "quantity": 3, "expected_quantity": 4},
        {"sku": "A", "quantity": 2, "expected_quantity": 0, "branch": "Sitra"},
        {"sku": "A", "quantity": 1, "expected_quantity": 3, "branch": "sitra"},
        {"sku": "A", "quantity": 1, "expected_quantity": 1, "branch": "Muharraq"},
        {"sku": "B", "quantity": 1, "expected_quantity": 2},
        {"sku": "A", "quantity": 3, "expected_quantity": 4, "price_fils": -1},
    )
    assert [(error.index, error.error) for error in result.errors] == [
        (3, "expected_quantity: Sitra has 2, not 3; nothing was saved"),
        (4, "expected_quantity: Muharraq has 0, not 1; nothing was saved"),
        (5, "name: is required when the item is new; expected_quantity: Main has 0, not 2; nothing was saved"),
        (6, "price_fils: must be an integer of 0 or more; expected_quantity: Main has 3, not 4; nothing was saved"),
    ]
    assert branches(shop) == ["Main", "Sitra"], "a rejected row makes no branch"
    assert shop.item("A").quantity == 5


def test_an_expected_quantity_does_not_change_what_orders_hold(shop: ShopFixture) -> None:
    shop.add("A", 8)
    shop.place("A", 2)
    (error,) = shop.upload({"sku": "A", "quantity": 1, "expected_quantity": 7}).errors
    assert error.error == (
        "expected_quantity: Main has 8, not 7; nothing was saved; "
        "quantity: cannot go below the 2 that open orders hold at Main"
    )


def test_what_orders_no_longer_hold_may_go(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 10)
    assert shop.upload({"sku": "A", "quantity": 0}).errors
    shop.act(order, Action.REJECT, "none left")
    assert shop.upload({"sku": "A", "quantity": 0}).errors == []


def test_a_branch_is_made_by_the_first_row_that_sets_a_quantity_there(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad", "branch": "Nowhere"}, {"sku": "B", "quantity": 1, "branch": "Rejected"})
    assert branches(shop) == ["Main"]
    shop.upload(
        {"sku": "A", "quantity": 0, "branch": " Sitra "}, {"sku": "A", "quantity": 1, "branch": "SITRA"},
        {"sku": "A", "quantity": 2, "branch": "main"},
    )  # fmt: skip
    assert branches(shop) == ["Main", "Sitra"]
    assert [(level.branch, level.quantity) for level in shop.item("A").stock] == [("Main", 2), ("Sitra", 1)]


def test_without_a_branch_it_is_the_main_one_whatever_its_name(shop: ShopFixture) -> None:
    shop.add("A", 1)
    shop.write(lambda tx: rename_branch(tx, shop.shop, "Main", "Showroom"))
    shop.upload({"sku": "A", "quantity": 2}, {"sku": "A", "quantity": 3, "branch": "Sitra"})
    shop.write(lambda tx: set_main_branch(tx, shop.shop, "Sitra"))
    shop.upload({"sku": "A", "quantity": 4})
    assert [(level.branch, level.quantity) for level in shop.item("A").stock] == [("Sitra", 4), ("Showroom", 2)]


def test_the_ledger_says_who_why_and_what_was_there(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad", "quantity": 2.5}, {"sku": "B", "name": "Disc"})
    taken = parse({"sku": "A", "quantity": 1}).rows
    shop.write(lambda tx: upload_items(tx, shop.shop, taken, by="pull", now=9, cause=Cause.PULL))
    entries = [(e.at, e.cause, e.change, e.quantity, e.by, e.branch) for e in shop.ledger("A")]
    assert entries == [
        (shop.clock.now(), Cause.UPLOAD, 2_500, 2_500, "Till", "Main"),
        (9, Cause.PULL, -1_500, 1_000, "pull", "Main"),
    ]
    assert shop.ledger("B") == []
    assert shop.events() == [], "what the shop's own system sends is not echoed back"


def test_ledger_entries_count_up(shop: ShopFixture) -> None:
    for quantity in (1, 2, 3):
        shop.upload({"sku": "A", "name": "Pad", "quantity": quantity})
    assert all(one.id < two.id for one, two in pairwise(shop.ledger("A")))


def test_the_total_is_kept_not_counted(store: Store) -> None:
    floors = [ShopFixture.fresh(store) for _ in range(2)]
    for floor in (*floors, floors[0].paired()):
        floor.upload(
            *({"sku": f"{floor.shop.id}-{n % 7}", "name": "x"} for n in range(10 + floor.shop.id)), {"sku": "?"}
        )
    kept = floors[0].read(lambda db: db.all("SELECT id, items_total FROM shops ORDER BY id"))
    counted = floors[0].read(
        lambda db: db.all(
            "SELECT shops.id, count(items.id) FROM shops LEFT JOIN items ON shop_id = shops.id GROUP BY 1 ORDER BY 1"
        )
    )
    assert kept == counted
    assert sum(row[1] for row in kept) == 21


def test_an_upload_that_fails_half_way_leaves_nothing(shop: ShopFixture) -> None:
    taken = parse({"sku": "A", "name": "Pad", "quantity": 1, "branch": "Sitra"}).rows

    def work(tx: object) -> None:
        upload_items(tx, shop.shop, taken, by="Till", now=1)  # type: ignore[arg-type]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shop.write(work)
    assert (shop.count("items"), shop.count("stock"), shop.count("ledger"), branches(shop)) == (0, 0, 0, ["Main"])
    assert shop.read(lambda db: shops.read_items_total(db, shop.shop.id)) == 0
    assert shop.read(find_wrong_reservations) == []
