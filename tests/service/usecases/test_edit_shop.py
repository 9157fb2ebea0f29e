"""Shops, branches and modes, as the owner sets them (contract §1)."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound, Refused
from service.domain.shops import Mode, Shop
from service.store import shops
from service.store.engine.store import Store
from service.usecases.edit_shop import (
    add_branch,
    add_shop,
    ensure_first_shop,
    rename_branch,
    rename_shop,
    set_main_branch,
    set_mode,
    set_read_only,
)
from tests.fakes.shop_fixture import WAIT_S, ShopFixture


def names(store: Store) -> list[tuple[str, bool]]:
    listed = store.submit_read(shops.list_shops).result(WAIT_S)
    return [(shop.name, shop.staging) for shop in listed]


def find(store: Store, name: str | None, *, staging: bool = False) -> Shop:
    return store.submit_read(lambda db: shops.find_shop(db, name, staging=staging)).result(WAIT_S)


def add(store: Store, name: str) -> Shop:
    return store.submit(lambda tx: add_shop(tx, name, now=5)).result(WAIT_S)


def rename(floor: ShopFixture, name: str) -> Shop:
    return floor.write(lambda tx: rename_shop(tx, floor.shop, name))


def test_a_first_start_makes_one_shop_and_its_staging_shop(store: Store) -> None:
    with pytest.raises(NotFound, match="There is no shop yet"):
        find(store, None)
    for _ in range(2):
        store.submit(lambda tx: ensure_first_shop(tx, 5)).result(WAIT_S)
    assert names(store) == [("My shop", False), ("My shop", True)]
    assert find(store, None, staging=True).staging
    main = store.submit_read(lambda db: db.all("SELECT shop_id, name FROM branches WHERE main = 1")).result(WAIT_S)
    assert main == [(find(store, None).id, "Main"), (find(store, None, staging=True).id, "Main")]


def test_among_several_shops_one_is_named(store: Store) -> None:
    for name in ("Gulf Parts", "Straße"):
        add(store, f" {name} ")
    with pytest.raises(NotFound, match="say which one with --shop NAME"):
        find(store, None)
    assert find(store, "STRASSE").name == "Straße"
    with pytest.raises(NotFound, match="There is no shop 'Other'"):
        find(store, "Other")


@pytest.mark.parametrize("name", ["gulf PARTS", "", " ", "x" * 61, "a\u0007"])
def test_names_that_no_shop_may_take(store: Store, name: str) -> None:
    add(store, "Gulf Parts")
    other = add(store, "Other")
    with pytest.raises(Refused):
        add(store, name)
    with pytest.raises(Refused):
        store.submit(lambda tx: rename_shop(tx, other, name)).result(WAIT_S)
    assert len(names(store)) == 4


def test_a_shop_and_its_staging_are_renamed_together(shop: ShopFixture) -> None:
    for name in ("Gulf Parts", "GULF parts"):
        shop.shop = rename(shop, name)
        assert [called for called, _ in names(shop.store)] == [name, name]
    assert shop.paired().shop.staging


def test_a_switch_is_of_one_shop_only(shop: ShopFixture) -> None:
    assert shop.write(lambda tx: set_read_only(tx, shop.shop, on=True)).read_only
    assert not shop.write(lambda tx: set_mode(tx, shop.shop, Mode.API_PUSH, on=False)).api_push
    assert shop.write(lambda tx: set_mode(tx, shop.shop, Mode.SCHEDULED_PULL, on=True)).scheduled_pull
    staging = shop.paired().shop
    assert (staging.read_only, staging.api_push, staging.scheduled_pull) == (False, True, False)


def test_a_switch_that_stands_already_writes_nothing(shop: ShopFixture) -> None:
    before = shop.written_rows
    shop.write(lambda tx: set_mode(tx, shop.shop, Mode.API_PUSH, on=True))
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=False))
    assert shop.written_rows == before


def test_a_branch_by_hand(shop: ShopFixture) -> None:
    added = shop.write(lambda tx: add_branch(tx, shop.shop, " Sitra North "))
    assert (added.name, added.main) == ("Sitra North", False)
    with pytest.raises(Refused, match="called SITRA north already"):
        shop.write(lambda tx: add_branch(tx, shop.shop, " SITRA north"))
    with pytest.raises(Refused, match="1 to 60"):
        shop.write(lambda tx: add_branch(tx, shop.shop, "x" * 61))
    shop.write(lambda tx: [shops.add_branch(tx, shop.shop.id, f"B{number}") for number in range(998)])
    with pytest.raises(Refused, match="at most 1,000 branches"):
        shop.write(lambda tx: add_branch(tx, shop.shop, "Aali"))


def test_branches(shop: ShopFixture) -> None:
    shop.add("A")
    shop.upload({"sku": "A", "quantity": 1, "branch": "Sitra"})
    assert shop.write(lambda tx: rename_branch(tx, shop.shop, "SITRA", "sitra ")).name == "sitra"
    with pytest.raises(Refused, match="There is a branch called main already"):
        shop.write(lambda tx: rename_branch(tx, shop.shop, "sitra", "main"))
    with pytest.raises(NotFound):
        shop.write(lambda tx: set_main_branch(tx, shop.shop, "Aali"))
    assert shop.write(lambda tx: set_main_branch(tx, shop.shop, "Sitra")).main
    listed = shop.read(lambda db: shops.list_branches(db, shop.shop.id))
    assert [(branch.name, branch.main) for branch in listed] == [("sitra", True), ("Main", False)]
    assert [row.branch for row in shop.item("A").stock] == ["sitra", "Main"]
