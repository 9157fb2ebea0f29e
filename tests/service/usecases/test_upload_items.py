"""Uploads: rows in order, each whole or not at all, unchanged values not written
(contract §3.1).
"""

from __future__ import annotations

import copy
import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.domain.catalogue.row_types import RowFault
from service.domain.catalogue.stock import Cause
from service.domain.errors import Refused
from service.domain.marketplace.orders import Action
from service.domain.shops import Mode
from service.domain.times import format_rfc3339
from service.domain.wire import Item, UploadError
from service.store import shops
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.shops import list_branches
from service.usecases.edit_shop import rename_branch, set_main_branch, set_mode, set_read_only
from service.usecases.upload_items import MAX_BRANCHES, Upload, save_upload
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import WAIT_S, ShopFixture, parse

CAR = {"make": "Toyota", "model": "Hilux", "year_from": 2010, "year_to": 2015}


def count_branches(shop: ShopFixture) -> int:
    return len(shop.read(lambda db: list_branches(db, shop.shop.id)))


def test_no_row_makes_a_branch_past_the_bound(shop: ShopFixture) -> None:
    shop.add("A")
    for first in range(1, MAX_BRANCHES, 500):
        places = range(first, min(first + 500, MAX_BRANCHES))
        assert not shop.upload(*({"sku": "A", "quantity": 1, "branch": f"B{place}"} for place in places)).errors
    assert count_branches(shop) == MAX_BRANCHES
    result = shop.upload(
        {"sku": "A", "quantity": 1, "branch": "One more"},
        {"sku": "A", "quantity": 2, "branch": "b7"},
        {"sku": "A", "name": "Pad", "branch": "Not needed"},
    )
    assert [(fault.index, str(fault.error)) for fault in result.errors] == [
        (0, "branch: is a new one, and the shop has 1,000 branches already")
    ]
    assert count_branches(shop) == MAX_BRANCHES


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


def test_an_expected_count_of_just_what_orders_hold_is_saved(shop: ShopFixture) -> None:
    shop.add("A", 5)
    shop.place("A", 3)
    assert shop.upload({"sku": "A", "quantity": 3, "expected_quantity": 5}).errors == []
    (level,) = shop.item("A").stock
    assert (level.quantity, level.reserved) == (3, 3)


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
    shop.write(lambda tx: save_upload(tx, shop.shop, taken, by="pull", now=9, cause=Cause.PULL))
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
        save_upload(tx, shop.shop, taken, by="Till", now=1)  # type: ignore[arg-type]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shop.write(work)
    assert (shop.count("items"), shop.count("stock"), shop.count("ledger"), branches(shop)) == (0, 0, 0, ["Main"])
    assert shop.read(lambda db: shops.read_items_total(db, shop.shop.id)) == 0
    assert shop.read(find_wrong_reservations) == []


def changed_rows(shop: ShopFixture) -> int:
    """How many rows the writer has changed so far."""
    return shop.written_rows


def read_wal(shop: ShopFixture) -> bytes:
    """What SQLite has written; another engine has no such file."""
    wal = shop.store.path.with_name("counterpart.db-wal")
    return wal.read_bytes() if wal.exists() else b""


def test_the_counts_of_a_mixed_upload(shop: ShopFixture) -> None:
    shop.add("OLD")
    result = shop.upload(
        {"sku": "old", "price_fils": 5},
        {"sku": "NEW", "name": "New"},
        {"sku": "NAMELESS"},
        {"sku": "BAD", "name": "x", "price_fils": "5"},
        5,
        {"sku": "new", "quantity": 3},
        {"sku": "OLD"},
    )
    assert (result.received, result.saved, result.created, result.updated) == (7, 4, 1, 3)
    assert result.errors == [
        UploadError(2, "NAMELESS", "name: is required when the item is new"),
        UploadError(3, "BAD", "price_fils: must be an integer of 0 or more"),
        UploadError(4, None, "row: must be an object with at least a sku"),
    ]


def test_rows_of_one_sku_are_taken_in_order_and_the_first_spelling_is_kept(shop: ShopFixture) -> None:
    result = shop.upload(
        {"sku": "Straße", "name": "One", "brand": "A", "quantity": 1},
        {"sku": "STRASSE", "name": "Two", "quantity": 5},
        {"sku": "strasse", "brand": None, "quantity": 2},
    )
    assert (result.created, result.updated) == (1, 2)
    item = shop.item("STRASSE")
    assert (item.sku, item.name, item.brand, item.quantity) == ("Straße", "Two", None, 2)
    assert [(entry.change, entry.quantity) for entry in shop.ledger("strasse")] == [
        (1_000, 1_000),
        (4_000, 5_000),
        (-3_000, 2_000),
    ]


def test_spellings_that_look_the_same_are_one_item_at_one_branch(shop: ShopFixture) -> None:
    result = shop.upload(
        {"sku": "P-1", "name": "One", "quantity": 1, "branch": "Sitra"},
        {"sku": "\u2066P\u200b-1\u2069", "price_fils": 5, "quantity": 2, "branch": "Sitra\u200f"},
        {"sku": "\u200e", "name": "Nothing that can be seen"},
    )
    assert (result.created, result.updated) == (1, 1)
    assert result.errors == [UploadError(2, "\u200e", "sku: must not be blank")]
    item = shop.item("P\ufeff-1")
    assert (item.sku, item.price_fils) == ("P-1", 5)
    assert [(level.branch, level.quantity) for level in item.stock] == [("Sitra", 2)]


def test_a_row_before_the_one_that_names_the_item_is_rejected(shop: ShopFixture) -> None:
    result = shop.upload({"sku": "A", "quantity": 1}, {"sku": "A", "name": "Pad"}, {"sku": "A", "quantity": 1})
    assert [error.index for error in result.errors] == [0]
    assert shop.item("A").quantity == 1


def test_omitted_fields_keep_what_is_held_and_null_clears_it(shop: ShopFixture) -> None:
    full = {
        "sku": "A", "name": "Pad", "name_ar": "فحمات", "oem_number": "1", "brand": "B", "category": "C",
        "condition": "used", "price_fils": 1, "wholesale_price_fils": 2, "online_price_fils": 3,
        "list_on_marketplace": True, "active": False, "fit": [CAR], "quantity": 4,
    }  # fmt: skip
    shop.upload(full)
    before = shop.item_json("A")
    shop.upload({"sku": "A"})
    assert shop.item_json("A") == before
    optional = (
        "name_ar",
        "oem_number",
        "brand",
        "category",
        "condition",
        "price_fils",
        "wholesale_price_fils",
        "online_price_fils",
    )
    shop.upload({"sku": "A", **dict.fromkeys(optional), "fit": None})
    assert shop.item_json("A") == {**before, **dict.fromkeys(optional), "fit": []}


def test_a_new_item_is_active_and_unlisted_unless_it_says_otherwise(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad"}, {"sku": "B", "name": "Pad", "active": False, "list_on_marketplace": True})
    assert [(item.active, item.list_on_marketplace) for item in (shop.item("A"), shop.item("B"))] == [
        (True, False),
        (False, True),
    ]


def test_the_list_of_cars_replaces_the_one_held(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad", "fit": [CAR, {"make": "Lexus", "model": "LX"}]})
    shop.upload({"sku": "A", "fit": [{"make": "Kia", "model": "Rio"}]})
    assert shop.item_json("A")["fit"] == [{"make": "Kia", "model": "Rio", "year_from": None, "year_to": None}]
    shop.upload({"sku": "A", "fit": []})
    assert shop.item_json("A")["fit"] == []


def test_the_same_rows_again_write_nothing(shop: ShopFixture) -> None:
    rows = [
        {
            "sku": f"P-{n}",
            "name": "Pad",
            "price_fils": n,
            "active": True,
            "quantity": n / 2,
            "branch": "Sitra",
            "fit": [CAR],
        }
        for n in range(50)
    ]
    shop.upload(*rows)
    before, wal = changed_rows(shop), read_wal(shop)
    shop.clock.advance(5_000)
    result = shop.upload(*rows)
    assert (result.saved, result.created, result.updated) == (50, 0, 50)
    again = shop.upload(*({**row, "sku": row["sku"].lower(), "quantity": f"{row['quantity']}"} for row in rows))  # type: ignore[attr-defined]
    assert len(again.errors) == 50
    assert changed_rows(shop) == before
    assert read_wal(shop) == wal
    assert shop.item("P-1").updated_at == "2026-11-20T14:05:09.120Z"


def test_only_what_changed_is_written(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P-{n}", "name": "Pad", "quantity": 1} for n in range(5)))
    shop.clock.advance(1_000)
    shop.upload(
        *({"sku": f"P-{n}", "name": "Disc" if n == 3 else "Pad", "quantity": 2 if n == 4 else 1} for n in range(5))
    )
    assert [shop.item(f"P-{n}").updated_at[17:23] for n in range(5)] == ["09.120"] * 3 + ["10.120"] * 2
    assert [len(shop.ledger(f"P-{n}")) for n in range(5)] == [1, 1, 1, 1, 2]


def test_what_is_changed_and_changed_back_in_one_upload_is_as_it_was(shop: ShopFixture) -> None:
    shop.add("A", price_fils=100, quantity=3)
    held = shop.item("A")
    shop.clock.advance(5)
    shop.upload({"sku": "A", "price_fils": 200}, {"sku": "A", "price_fils": 100}, {"sku": "A", "brand": None})
    assert shop.item("A") == held


CHANGES = st.fixed_dictionaries(
    {"sku": st.sampled_from(["A", "a", "B"])},
    optional={
        "name": st.sampled_from(["One", "Two"]),
        "brand": st.sampled_from([None, "Bosch"]),
        "price_fils": st.sampled_from([None, 0, 1, 200]),
        "active": st.booleans(),
        "fit": st.sampled_from([None, [], [CAR]]),
        "quantity": st.sampled_from([0, 1, 2.5]),
    },
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(uploads=st.lists(st.lists(CHANGES, min_size=1, max_size=4), min_size=1, max_size=4))
def test_any_mixture_of_fields_ends_as_a_plain_reading_of_the_rows(
    store: Store, uploads: list[list[dict[str, Any]]]
) -> None:
    shop = ShopFixture.fresh(store)
    shop.upload({"sku": "A", "name": "One"}, {"sku": "B", "name": "One"})
    fresh: dict[str, Any] = {"name": "One", "brand": None, "price_fils": None, "active": True, "fit": [], "quantity": 0}
    plain: dict[str, dict[str, Any]] = {"A": fresh.copy(), "B": fresh.copy()}
    changed_at = dict.fromkeys(plain, shop.clock.now())
    for rows in uploads:
        shop.clock.advance(1)
        before = copy.deepcopy(plain)
        moves = len(shop.ledger("A")), len(shop.ledger("B"))
        assert shop.upload(*rows).saved == len(rows)
        for row in rows:
            plain[row["sku"].upper()] |= {name: value for name, value in row.items() if name != "sku"}
            plain[row["sku"].upper()]["fit"] = plain[row["sku"].upper()]["fit"] or []
        for place, sku in enumerate(plain):
            moved = len(shop.ledger(sku)) > moves[place]
            if plain[sku] != before[sku] or moved:
                changed_at[sku] = shop.clock.now()
            item = shop.item(sku)
            assert _read(item) == plain[sku]
            assert item.updated_at == format_rfc3339(changed_at[sku])


def _read(item: Item) -> dict[str, Any]:
    return {
        "name": item.name,
        "brand": item.brand,
        "price_fils": item.price_fils,
        "active": item.active,
        "fit": json.loads(bytes(item.fit)),
        "quantity": float(item.quantity),
    }


def test_a_read_only_shop_refuses_and_stays_as_it_is(shop: ShopFixture) -> None:
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused) as caught:
        shop.upload({"sku": "A", "name": "Pad"})
    assert caught.value.code == "read_only"
    taken = parse({"sku": "A", "name": "Pad"}).rows
    with pytest.raises(Refused):
        shop.write(lambda tx: save_upload(tx, shop.shop, taken, by="pull", now=9, cause=Cause.PULL))
    assert shop.count("items") == 0


def test_with_push_off_an_upload_is_refused_and_a_pull_goes_on(shop: ShopFixture) -> None:
    shop.write(lambda tx: set_mode(tx, shop.shop, Mode.API_PUSH, on=False))
    shop.reload()
    taken = parse({"sku": "A", "name": "Pad"}).rows
    with pytest.raises(Refused) as caught:
        shop.upload({"sku": "A", "name": "Pad"})
    assert caught.value.code == "mode_off"
    assert (
        shop.write(lambda tx: save_upload(tx, shop.shop, taken, by="pull", now=9, cause=Cause.PULL).result).created == 1
    )


def test_two_uploads_racing_to_make_one_sku_make_one_item(shop: ShopFixture) -> None:
    racing = [shop.submit_upload({"sku": sku, "name": sku, "quantity": 1}) for sku in ("p-1", "P-1") * 10]
    results = [future.result(WAIT_S) for future in racing]
    assert sum(result.created for result in results) == 1
    assert sum(result.updated for result in results) == 19
    assert shop.count("items") == 1


def test_what_one_shop_uploads_is_no_others(store: Store) -> None:
    one, two = ShopFixture.fresh(store), ShopFixture.fresh(store)
    for floor in (one, two, one.paired()):
        assert (
            floor.upload(
                {"sku": "A", "name": f"of {floor.shop.id}", "quantity": floor.shop.id, "branch": "Sitra"}
            ).created
            == 1
        )
    for floor in (one, two, one.paired()):
        assert (floor.item("a").name, floor.item("a").quantity) == (f"of {floor.shop.id}", floor.shop.id)


@pytest.mark.parametrize("text", ["a\u0001b", "🚗", "'; DROP TABLE items; --", '{"$": 1}', "\u202eabc", "x" * 200, "ﷺ"])
def test_any_text_is_kept_as_it_was_sent(shop: ShopFixture, text: str) -> None:
    shop.upload({"sku": "A", "name": text, "brand": text, "fit": [{"make": text, "model": text}]})
    item = shop.item_json("A")
    assert (item["name"], item["brand"], item["fit"][0]["make"]) == (text, text, text)


def test_a_rejected_row_tells_what_only_shows_against_what_is_held(shop: ShopFixture) -> None:
    shop.add("held", units=5)
    shop.place("held", 3)
    result = shop.upload({"sku": "new", "price_fils": "5"}, {"sku": "held", "quantity": 1, "active": None})
    new, held = (error.error for error in result.errors)
    assert new == "price_fils: must be an integer of 0 or more; name: is required when the item is new"
    assert held.startswith("active: must be true or false; quantity: cannot go below the 3 that open orders hold")


_ROWS = st.lists(
    st.fixed_dictionaries(
        {"sku": st.sampled_from("AB")},
        optional={
            "name": st.sampled_from(["x", "y"]),
            "price_fils": st.sampled_from([1, 2]),
            "quantity": st.integers(0, 2),
        },
    ),
    min_size=1,
    max_size=5,
)


def test_a_row_with_faults_of_both_kinds_is_named_by_its_sku(shop: ShopFixture) -> None:
    shop.add("A", 1)
    shop.place("A", 1)
    (fault,) = parse({"sku": "A", "price_fils": -1, "quantity": 0}).rows
    assert isinstance(fault, RowFault)
    branch = shop.read(lambda db: list_branches(db, shop.shop.id))[0]
    whole = shop.read(lambda db: Upload(db, shop.shop, [fault], lambda _: branch).complete_fault(fault))
    assert (whole.sku, len(whole.faults)) == ("A", 2)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=_ROWS)
def test_a_dry_run_counts_the_stored_items_that_the_same_rows_change(
    shared_store: Store, rows: list[dict[str, Any]]
) -> None:
    shop = ShopFixture.fresh(shared_store)
    shop.upload({"sku": "A", "name": "x", "price_fils": 1, "quantity": 1})
    branch = shop.read(lambda db: list_branches(db, shop.shop.id))[0]

    def count(db: ReadTx, *, reads_stored: bool) -> Upload:
        upload = Upload(db, shop.shop, parse(*rows).rows, lambda _: branch, reads_stored=reads_stored)
        upload.apply_all()
        return upload

    expected = shop.read(lambda db: count(db, reads_stored=True).count_changed())
    assert shop.write(lambda tx: count(tx, reads_stored=False).save(tx, "me", 5, Cause.PULL)) == expected
