"""Each change of an item or its stock raises its shop's revision,
and nothing else does (contract §9).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.catalogue.stock import Cause
from service.domain.marketplace.orders import Action
from service.store import item_bulk_edits
from service.store import revisions as revisions_of
from service.store.engine.store import Store
from service.store.item_lists import find_last_change
from service.store.revisions import read_revision
from service.usecases.edit_shop import rename_branch
from tests.fakes.shop_fixture import ShopFixture


def revision(floor: ShopFixture) -> int:
    return floor.read(lambda db: read_revision(db, floor.shop.id))


def revisions(floor: ShopFixture) -> dict[str, int]:
    """By SKU."""
    rows = floor.read(lambda db: db.all("SELECT sku, revision FROM items WHERE shop_id = ?", (floor.shop.id,)))
    return dict(rows)


def changed(floor: ShopFixture, since: int, limit: int = 100) -> list[str]:
    """SKUs in the order of their last change."""
    found = floor.read(lambda db: revisions_of.list_changed_items(db, floor.shop.id, since, limit))
    by_id = dict(floor.read(lambda db: db.all("SELECT id, sku FROM items")))
    numbers = [entry.revision for entry in found]
    assert numbers == sorted(set(numbers))
    return [by_id[entry.item_id] for entry in found]


def test_what_changed_since_a_number_comes_once_in_the_order_of_the_last_changes(shop: ShopFixture) -> None:
    for sku in "ABC":
        shop.add(sku)
    assert changed(shop, 0) == ["A", "B", "C"]
    before = revision(shop)
    shop.move("A", Cause.SALE, 1000)
    shop.upload({"sku": "C", "price_fils": 5}, {"sku": "B", "quantity": 10})
    assert changed(shop, 0) == ["B", "A", "C"]
    assert changed(shop, before) == ["A", "C"]
    assert changed(shop, 0, limit=2) == ["B", "A"]
    assert changed(shop, revision(shop)) == []


@given(st.lists(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 3)), min_size=1, max_size=8), max_size=12))
def test_every_change_is_found_from_every_number(shared_store: Store, uploads: list[list[tuple[str, int]]]) -> None:
    floor = ShopFixture.fresh(shared_store)
    for rows in uploads:
        floor.upload(*({"sku": sku, "name": sku, "price_fils": price} for sku, price in rows))
    numbers = revisions(floor)
    for since in range(revision(floor) + 1):
        expected = sorted((number, sku) for sku, number in numbers.items() if number > since)
        assert changed(floor, since) == [sku for _, sku in expected]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 2)), max_size=8))
def test_the_item_that_changed_last_has_the_newest_time(shared_store: Store, rows: list[tuple[str, int]]) -> None:
    floor = ShopFixture.fresh(shared_store)
    for sku, price in rows:
        floor.clock.advance(1)
        floor.upload({"sku": sku, "name": sku, "price_fils": price})
    newest = floor.read(lambda db: db.all("SELECT max(updated_at) FROM items WHERE shop_id = ?", (floor.shop.id,)))
    last = floor.read(lambda db: find_last_change(db, floor.shop.id))
    assert (None if last is None else last.at) == newest[0][0]


def test_a_renamed_branch_leaves_the_item_that_changed_last(shop: ShopFixture) -> None:
    for sku in "ABC":
        shop.add(sku)
    shop.clock.advance(5)
    shop.upload({"sku": "A", "price_fils": 7})
    shop.write(lambda tx: rename_branch(tx, shop.shop, "Main", "Riffa"))
    last = shop.read(lambda db: find_last_change(db, shop.shop.id))
    assert last is not None
    assert last.at == shop.clock.now()


def test_a_change_of_a_price_names_who_changed_it_last(shop: ShopFixture) -> None:
    shop.add("A", quantity=3)
    shop.clock.advance(5)
    shop.upload({"sku": "A", "price_fils": 7})
    last = shop.read(lambda db: find_last_change(db, shop.shop.id))
    assert last == (shop.clock.now(), "Till")


def test_new_items_are_numbered_upwards_and_each_shop_counts_for_itself(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "A"}, {"sku": "B", "name": "B", "quantity": 2})
    numbers = revisions(shop)
    assert sorted(numbers.values()) == [1, 2]
    assert revision(shop) == 2
    assert revision(shop.paired()) == 0


@pytest.mark.parametrize(
    "row",
    [
        {"sku": "A", "name": "B"},
        {"sku": "a", "price_fils": 7},
        {"sku": "A", "quantity": 11},
        {"sku": "A", "quantity": 1, "branch": "Sitra"},
        {"sku": "A", "fit": [{"make": "Kia", "model": "Rio"}]},
    ],
)
def test_an_upload_that_changes_an_item_gives_it_the_next_number(shop: ShopFixture, row: dict[str, object]) -> None:
    shop.add("A")
    shop.add("B")
    before = revisions(shop)
    shop.upload(row)
    after = revisions(shop)
    assert after["A"] > max(before.values())
    assert after["B"] == before["B"]
    assert revision(shop) == after["A"]


def test_an_upload_that_changes_nothing_leaves_every_number(shop: ShopFixture) -> None:
    shop.add("A")
    before = (revision(shop), revisions(shop))
    shop.add("A")
    shop.upload({"sku": "A"}, {"sku": "B"}, {"sku": "A", "price_fils": -1})
    assert (revision(shop), revisions(shop)) == before


def test_rows_of_one_upload_never_share_a_number(shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P-{place}", "name": "x", "price_fils": 1} for place in range(30)))
    shop.upload(
        *({"sku": f"P-{place}", "price_fils": 1 + place % 2} for place in range(30)), {"sku": "new", "name": "n"}
    )
    numbers = revisions(shop)
    assert len(set(numbers.values())) == 31
    assert max(numbers.values()) <= revision(shop)


Step = Callable[[ShopFixture], object]


def place_and(*actions: Action) -> Step:
    def step(floor: ShopFixture) -> None:
        order = floor.place("A", 2)
        for action in actions:
            floor.act(order, action, "sold out" if action is Action.REJECT else None)

    return step


@pytest.mark.parametrize(
    "step",
    [
        lambda floor: floor.move("A", Cause.SALE, 1000),
        lambda floor: floor.move("A", Cause.COUNT, 3000),
        place_and(),
        place_and(Action.REJECT),
        place_and(Action.ACCEPT, Action.READY, Action.DISPATCHED),
        lambda floor: floor.write(lambda tx: rename_branch(tx, floor.shop, "Main", "Riffa")),
        lambda floor: floor.write(lambda tx: item_bulk_edits.deactivate_items(tx, floor.shop.id, [1, 2, 3], 5)),
    ],
)
def test_what_moves_stock_or_an_item_gives_it_the_next_number(shop: ShopFixture, step: Step) -> None:
    shop.add("A")
    before = revision(shop)
    step(shop)
    assert before < revisions(shop)["A"] == revision(shop)


def test_what_holds_units_and_lets_them_go_counts_twice(shop: ShopFixture) -> None:
    shop.add("A")
    order = shop.place("A", 2)
    held = revision(shop)
    shop.cancel(order)
    assert revision(shop) == revisions(shop)["A"] == held + 1
