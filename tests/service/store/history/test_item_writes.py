"""Each write has its cause, whichever way it was made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import service.store
from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.stock import Cause
from service.domain.history.item_history import QUANTITY, HistoryEntry, ValueChange
from service.domain.history.write_causes import CauseKind
from service.domain.marketplace.orders import Action
from service.store import item_bulk_edits
from service.store.history.item_history import (
    WriteFilter,
    get_write,
    list_item_history,
    list_write_items,
    list_writes,
)
from service.usecases.by_hand.edit_item import save_item
from tests.fakes.shop_fixture import ShopFixture


def _read_history(shop: ShopFixture, sku: str) -> list[HistoryEntry]:
    return shop.read(lambda db: list_item_history(db, shop.shop.id, sku))


def test_an_upload_says_old_and_new_of_what_changed_alone(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 2}, {"sku": "B", "name": "Disc"})
    shop.upload({"sku": "A", "name": "Pad", "price_fils": 1500, "brand": "X", "quantity": 3}, {"sku": "B"})
    newest, creation = _read_history(shop, "a")
    assert newest.changes == (
        ValueChange("brand", None, "X"),
        ValueChange("price_fils", 1000, 1500),
        ValueChange(QUANTITY, 2000, 3000, "Main"),
    )
    assert (newest.write.cause.kind, newest.write.by, newest.write.changed) == (CauseKind.CALL, "Till", 1)
    assert creation.created
    assert creation.changes == (ValueChange(QUANTITY, 0, 2000, "Main"),)
    assert [entry.created for entry in _read_history(shop, "B")] == [True]


def test_an_edit_of_fields_and_stock_says_each_change_once(shop: ShopFixture) -> None:
    new = ItemEdit("A", is_new=True, fields={"name": "Pad"}, levels={"Main": 4000, "Sitra": 1000})
    shop.write(lambda tx: save_item(tx, shop.shop, new, by="owner", now=shop.clock.now()))
    edit = ItemEdit("A", fields={"price_fils": 5}, levels={"Main": 6000})
    shop.write(lambda tx: save_item(tx, shop.shop, edit, by="owner", now=shop.clock.now()))
    newest, creation = _read_history(shop, "A")
    assert newest.changes == (ValueChange("price_fils", None, 5), ValueChange(QUANTITY, 4000, 6000, "Main"))
    assert creation.created
    assert creation.changes == (ValueChange(QUANTITY, 0, 4000, "Main"), ValueChange(QUANTITY, 0, 1000, "Sitra"))
    assert shop.read(lambda db: list_item_history(db, shop.shop.id, "A", limit=1)) == [newest]
    assert shop.read(lambda db: list_item_history(db, shop.shop.id, "A", before=newest.number)) == [creation]
    assert shop.read(lambda db: list_write_items(db, get_write(db, shop.shop.id, newest.write.id))) == [newest]


def test_an_upload_that_changes_nothing_is_no_write(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad", "quantity": 2})
    shop.upload({"sku": "A", "name": "Pad", "quantity": 2})
    assert shop.count("item_writes") == 1


def test_an_order_is_named_by_its_reference_and_holding_is_no_change(shop: ShopFixture) -> None:
    shop.add("A", 5)
    order = shop.place("A", 2)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    entry, _ = _read_history(shop, "A")
    assert (entry.write.cause.kind, entry.write.cause.id, entry.write.order) == (
        CauseKind.ORDER,
        shop.order(order).id,
        order.reference,
    )
    assert entry.changes == (ValueChange(QUANTITY, 5000, 3000, "Main"),)


def test_a_movement_is_by_hand(shop: ShopFixture) -> None:
    shop.add("A", 5)
    shop.move("A", Cause.COUNT, 1000)
    shop.move("A", Cause.SALE, 1000)
    sale, count, _ = _read_history(shop, "A")
    assert (sale.write.cause.kind, count.write.cause.kind) == (CauseKind.HAND, CauseKind.HAND)
    assert (sale.changes[0].new, count.changes[0].new) == (0, 1000)


def test_writes_are_listed_newest_first_and_by_kind(shop: ShopFixture) -> None:
    shop.add("A", 5)
    shop.clock.advance(10)
    shop.move("A", Cause.COUNT, 1000)
    shop_id = shop.shop.id
    both = shop.read(lambda db: list_writes(db, shop_id, WriteFilter()))
    assert [write.cause.kind for write in both] == [CauseKind.HAND, CauseKind.CALL]
    by_hand = WriteFilter(kinds=(CauseKind.HAND,), since=shop.clock.now(), until=shop.clock.now() + 1)
    assert shop.read(lambda db: list_writes(db, shop_id, by_hand)) == both[:1]
    assert shop.read(lambda db: list_writes(db, shop_id, WriteFilter(), before=both[0].id)) == both[1:]
    assert shop.read(lambda db: list_writes(db, shop.shop.id + 99, WriteFilter())) == []


def test_the_items_of_a_write_are_read_in_pages_new_ones_first(shop: ShopFixture) -> None:
    shop.add("A")
    shop.upload({"sku": "A", "price_fils": 1}, {"sku": "B", "name": "B"}, {"sku": "C", "name": "C"})
    write = shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))[0]
    span = shop.read(lambda db: get_write(db, shop.shop.id, write.id))
    assert (write.changed, write.created) == (1, 2)
    pages = shop.read(lambda db: [list_write_items(db, span, offset=at, limit=2) for at in (0, 2)])
    assert [[(entry.sku, entry.created) for entry in page] for page in pages] == [
        [("B", True), ("C", True)],
        [("A", False)],
    ]


def test_an_id_that_is_given_again_inherits_no_history(shop: ShopFixture) -> None:
    shop.add("A")
    shop.upload({"sku": "B", "name": "B"})
    shop.upload({"sku": "B", "name": "B2"})
    item_id = shop.read(lambda db: db.scalar("SELECT id FROM items WHERE sku = 'B'"))
    shop.write(lambda tx: item_bulk_edits.remove_items(tx, shop.shop.id, [item_id]))
    assert shop.count("value_changes") == 0
    shop.upload({"sku": "C", "name": "C"})
    assert shop.read(lambda db: db.scalar("SELECT id FROM items WHERE sku = 'C'")) == item_id
    writes = shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))
    spans = shop.read(lambda db: [get_write(db, shop.shop.id, write.id) for write in writes])
    listed = shop.read(lambda db: [[entry.sku for entry in list_write_items(db, span)] for span in spans])
    assert listed == [["C"], [], [], ["A"]]


@pytest.mark.parametrize("path", sorted(Path(service.store.__file__).parent.rglob("*.py")), ids=lambda path: path.stem)
def test_every_update_of_a_field_of_items_gives_the_change_a_number(path: Path) -> None:
    """The trigger sees only changes with a number."""
    statements = re.findall(r"UPDATE items SET .*", path.read_text(encoding="utf-8"))
    fields = [line for line in statements if any(re.search(rf"\b{field} = ", line) for field in FIELDS)]
    assert all("change_id = " in line for line in fields), fields
