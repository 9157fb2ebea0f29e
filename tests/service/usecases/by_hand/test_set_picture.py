"""One small picture for a part: bounded, replaced, removed with the part."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.errors import NotFound, Refused
from service.store.item_bulk_edits import remove_items
from service.store.part_details.part_pictures import find_picture
from service.store.revisions import read_revision
from service.usecases.by_hand.set_picture import MAX_PICTURE_BYTES, MAX_PICTURES, set_picture
from service.usecases.edit_shop import set_read_only
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def shop(tmp_path: Path) -> ShopFixture:
    shop = ShopFixture.fresh(new_store(tmp_path))
    shop.add("A")
    shop.add("B")
    return shop


def put(shop: ShopFixture, sku: str, image: bytes | None) -> None:
    shop.write(lambda tx: set_picture(tx, shop.shop, sku, image, by="owner", now=shop.clock.now()))


def picture(shop: ShopFixture, item_id: int) -> bytes | None:
    return shop.read(lambda db: find_picture(db, item_id))


def test_a_picture_is_stored_replaced_and_removed_without_a_revision(shop: ShopFixture) -> None:
    before = shop.read(lambda db: read_revision(db, shop.shop.id))
    put(shop, "a", b"first")
    put(shop, "A", b"second")
    assert (picture(shop, 1), picture(shop, 2)) == (b"second", None)
    put(shop, "A", None)
    put(shop, "A", None)
    assert picture(shop, 1) is None
    assert shop.read(lambda db: read_revision(db, shop.shop.id)) == before


def test_it_goes_with_its_part(shop: ShopFixture) -> None:
    put(shop, "A", b"image")
    shop.write(lambda tx: remove_items(tx, shop.shop.id, [1]))
    assert shop.count("item_pictures") == 0


def test_what_is_too_large_or_one_too_many_is_refused(shop: ShopFixture) -> None:
    with pytest.raises(Refused, match="at most 96 KiB"):
        put(shop, "A", bytes(MAX_PICTURE_BYTES + 1))
    shop.write(
        lambda tx: tx.update(
            "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            "INSERT INTO items (id, shop_id, folded, sku, name, list_on_marketplace, active, fit, updated_at) "
            "SELECT i, ?, 'x' || i, 'x' || i, 'x', 0, 1, '[]', 0 FROM n",
            (MAX_PICTURES + 9, shop.shop.id),
        )
    )
    shop.write(
        lambda tx: tx.update("INSERT INTO item_pictures SELECT id, shop_id, x'00' FROM items WHERE id >= 10", ())
    )
    with pytest.raises(Refused, match="5,000 parts have a picture already"):
        put(shop, "A", b"image")
    put(shop, "x10", b"another in the place of its own")


def test_a_read_only_shop_and_an_unknown_part_are_refused(shop: ShopFixture) -> None:
    with pytest.raises(NotFound):
        put(shop, "nowhere", b"image")
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused, match="read-only"):
        put(shop, "A", b"image")
