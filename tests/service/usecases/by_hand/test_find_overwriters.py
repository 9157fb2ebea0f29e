"""Which system will replace a change by hand: the one that wrote last and still may."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.item_sources import ItemSource, Overwriter, get_file_name
from service.domain.pull.pulls import PullSetup
from service.domain.shops import Mode
from service.pull.set_up_pull import set_up_pull
from service.store import keys
from service.usecases.by_hand.edit_item import save_item
from service.usecases.by_hand.find_overwriters import find_overwriters
from service.usecases.edit_shop import set_mode
from service.usecases.issue_key import issue_key
from service.usecases.upload_items import upload_items
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
    shop.write(lambda tx: upload_items(tx, shop.shop, rows, by="Till", now=now, source=source))


def overwriters(shop: ShopFixture, skus: Sequence[str] = ()) -> tuple[Overwriter, ...]:
    shop.reload()
    chosen = [row[0] for row in shop.read(lambda db: db.all("SELECT id, sku FROM items")) if not skus or row[1] in skus]
    return shop.read(lambda db: find_overwriters(db, shop.shop, chosen, shop.clock.now()))


def switch(shop: ShopFixture, mode: Mode, *, on: bool) -> None:
    shop.write(lambda tx: set_mode(tx, shop.shop, mode, on=on))


def set_up_file(shop: ShopFixture, setup: PullSetup) -> None:
    shop.write(lambda tx: set_up_pull(tx, shop.shop, setup, 120, now=shop.clock.now(), switches_on=True))


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
