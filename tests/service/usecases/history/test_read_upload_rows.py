"""The rows of an upload in the call log."""

from __future__ import annotations

import json

import pytest

from service.domain.call_log.calls import Call
from service.domain.errors import NotFound, Refused
from service.domain.history.item_history import QUANTITY, ValueChange
from service.domain.history.upload_rows import RowOutcome, UploadRows
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import Tx
from service.store.history.item_writes import set_call
from service.usecases.history.read_upload_rows import read_upload_rows
from service.usecases.history.undo_upload import undo_upload
from service.usecases.upload_items import save_upload
from tests.fakes.shop_fixture import ShopFixture, parse


def _call(shop: ShopFixture, *rows: object) -> int:
    """An upload with its entry and bodies in the call log."""
    shop.clock.advance(1000)
    now = shop.clock.now()

    def work(tx: Tx) -> int:
        saved = save_upload(tx, shop.shop, parse(*rows).rows, by="Till", now=now)
        errors = [{"index": error.index, "sku": error.sku, "error": str(error.error)} for error in saved.result.errors]
        facts = f'{{"saved":{saved.result.saved},"rejected":{len(errors)},"created":{saved.result.created}}}'
        call = Call(0, now, shop.shop.id, None, "Till", "127.0.0.1", "POST", "/v1/items", 200, 100, 2, 10, facts=facts)
        bodies = PackedBodies(
            pack_body(json.dumps({"items": rows}).encode()), pack_body(json.dumps({"errors": errors}).encode())
        )
        call_id = add_call(tx, call, bodies)
        if saved.write_id is not None:
            set_call(tx, saved.write_id, call_id)
        return call_id

    return shop.write(work)


def _read(shop: ShopFixture, call_id: int) -> UploadRows:
    return shop.read(lambda db: read_upload_rows(db, shop.shop.id, call_id))


def test_saved_rejected_and_unchanged_rows_with_old_and_new_values(shop: ShopFixture) -> None:
    shop.add("A", 5)
    shop.add("SAME", 1)
    call_id = _call(
        shop,
        {"sku": "a", "price_fils": 1500, "quantity": 7},
        {"sku": "B"},
        {"sku": "SAME", "quantity": 1},
        {"sku": "NEW", "name": "New"},
    )
    rows = _read(shop, call_id).rows
    assert [(row.index, row.sku, row.outcome) for row in rows] == [
        (0, "a", RowOutcome.CHANGED),
        (1, "B", RowOutcome.REJECTED),
        (2, "SAME", RowOutcome.UNCHANGED),
        (3, "NEW", RowOutcome.CREATED),
    ]
    assert rows[0].changes == (ValueChange("price_fils", 1000, 1500), ValueChange(QUANTITY, 5000, 7000, "Main"))
    assert "name" in rows[1].error


def test_an_undone_upload_says_so_and_keeps_its_rows(shop: ShopFixture) -> None:
    call_id = _call(shop, {"sku": "NEW", "name": "New", "quantity": 2})
    shop.write(lambda tx: undo_upload(tx, shop.shop, call_id, by="owner", now=shop.clock.now()))
    found = _read(shop, call_id)
    assert found.undone
    assert [(row.sku, row.outcome) for row in found.rows] == [("NEW", RowOutcome.CREATED)]


def test_what_is_older_than_the_history_is_saved_and_no_more(shop: ShopFixture) -> None:
    call_id = _call(shop, {"sku": "A", "name": "A"})
    shop.write(lambda tx: (tx.update("DELETE FROM value_changes"), tx.update("DELETE FROM item_writes")))
    shop.clock.advance(1000)
    shop.add("LATER")
    assert [row.outcome for row in _read(shop, call_id).rows] == [RowOutcome.SAVED]


def test_a_call_that_is_no_upload_or_of_another_shop_is_refused(shop: ShopFixture) -> None:
    call = Call(0, 1, shop.shop.id, None, "Till", "127.0.0.1", "GET", "/v1/items", 200, 100, 2, 10)
    other = shop.write(lambda tx: add_call(tx, call, PackedBodies()))
    with pytest.raises(Refused, match="no upload"):
        _read(shop, other)
    upload = _call(shop, {"sku": "A", "name": "A"})
    with pytest.raises(NotFound):
        _read(shop.paired(), upload)
