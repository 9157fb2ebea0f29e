"""Each field of an item goes everywhere: upload, read-back, history, undo, file, exports."""

from __future__ import annotations

from typing import Any

import pytest

from service.domain import wire
from service.domain.catalogue.items import Item
from service.domain.catalogue.row_types import FIELDS, FLAG_FIELDS, ITEM_FIELDS, FieldKind, Row, RowFault
from service.domain.catalogue.search_query import SEARCHED
from service.domain.catalogue.stock import Cause
from service.domain.export_table import HEADINGS
from service.domain.history import CauseKind, ValueChange
from service.files.columns.match import match_columns
from service.store import items
from service.store.history.item_history import list_item_history
from service.usecases.export_tables import make_item_table
from service.usecases.put_back import plan_upload_undo, undo_upload
from tests.fakes.shop_fixture import ShopFixture, parse
from tests.service.usecases.test_put_back import _call

VALUES: dict[FieldKind, tuple[Any, Any]] = {
    FieldKind.TEXT: ("first", "second"),
    FieldKind.CONDITION: ("used", "new_oem"),
    FieldKind.PRICE: (1000, 2000),
    FieldKind.FLAG: (True, False),
}
CHANGEABLE = [name for name in FIELDS if name not in ("sku", "fit")]
CLEARABLE = [name for name in CHANGEABLE if ITEM_FIELDS[name].is_clearable]
TEXTS = [name for name in CHANGEABLE if ITEM_FIELDS[name].kind is FieldKind.TEXT]


def test_an_item_reads_back_its_fields_in_their_order() -> None:
    plain = [name for name in FIELDS if name not in (*FLAG_FIELDS, "fit")]
    assert wire.Item.__struct_fields__ == (
        *plain, *FLAG_FIELDS, "quantity", "reserved", "stock", "fit", "updated_at",
    )  # fmt: skip
    assert set(FIELDS) <= set(Item.__slots__)
    assert set(SEARCHED) <= set(FIELDS)


@pytest.mark.parametrize("name", CHANGEABLE)
def test_a_change_of_a_field_is_read_back_recorded_and_undone(shop: ShopFixture, name: str) -> None:
    first, second = VALUES[ITEM_FIELDS[name].kind]
    _call(shop, {"sku": "A", "name": "Pad", name: first})
    call_id = _call(shop, {"sku": "A", name: second})
    assert shop.item_json("A")[name] == second
    change = ValueChange(name, first, second)
    entries = shop.read(lambda db: list_item_history(db, shop.shop.id, "A"))
    assert [entry.changes for entry in entries] == [(change,), ()]
    assert shop.read(lambda db: plan_upload_undo(db, shop.shop, call_id)).does_something
    shop.clock.advance(1)
    shop.write(lambda tx: undo_upload(tx, shop.shop, call_id, by="owner", now=shop.clock.now()))
    assert shop.item_json("A")[name] == first
    undone = shop.read(lambda db: list_item_history(db, shop.shop.id, "A"))[0]
    assert undone.write.cause.kind is CauseKind.UPLOAD_UNDO
    assert undone.changes == (ValueChange(name, second, first),)


@pytest.mark.parametrize("name", CHANGEABLE)
def test_a_change_has_one_row_for_each_field_that_changed(shop: ShopFixture, name: str) -> None:
    first, second = VALUES[ITEM_FIELDS[name].kind]
    shop.upload({"sku": "A", "name": "Pad", **{field: VALUES[ITEM_FIELDS[field].kind][0] for field in CHANGEABLE}})
    shop.upload({"sku": "A", name: second})
    shop.move("A", Cause.COUNT, 5000)
    assert shop.count("value_changes") == 2
    assert shop.read(lambda db: db.all("SELECT field, old, new FROM field_changes")) == [(name, first, second)]


@pytest.mark.parametrize("name", CLEARABLE)
def test_null_clears_and_what_is_left_out_stays(shop: ShopFixture, name: str) -> None:
    first, _ = VALUES[ITEM_FIELDS[name].kind]
    shop.upload({"sku": "A", "name": "Pad", name: first})
    shop.upload({"sku": "A", "name": "Pads"})
    assert shop.item_json("A")[name] == first
    shop.upload({"sku": "A", name: None})
    assert shop.item_json("A")[name] is None


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_has_its_bound(name: str) -> None:
    most = ITEM_FIELDS[name].most
    row, fault = parse({"sku": "A", name: "x" * most}, {"sku": "A", name: "x" * (most + 1)}).rows
    assert isinstance(row, Row)
    assert isinstance(fault, RowFault)
    assert fault.error == f"{name}: must be at most {most} characters, this has {most + 1}"


@pytest.mark.parametrize("name", FIELDS)
def test_a_column_with_the_name_of_a_field_feeds_it(name: str) -> None:
    matched = match_columns(["Name" if name == "sku" else "SKU", name], [])
    assert name in {bound.field for bound in matched.mapping.columns}


@pytest.mark.parametrize("name", CHANGEABLE)
def test_a_field_is_exported_under_its_label(shop: ShopFixture, name: str) -> None:
    first, _ = VALUES[ITEM_FIELDS[name].kind]
    shop.upload({"sku": "A", "name": "Pad", name: first})
    table = make_item_table([shop.read(lambda db: items.get_item(db, shop.shop.id, "A"))])
    place = [column.name for column in table.columns].index(name.replace("_fils", "_bhd"))
    assert next(iter(table.rows))[place] == first
    assert str(HEADINGS[table.columns[place].name])
