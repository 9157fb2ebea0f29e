"""An upload is undone: what is as it left it goes back, the rest stays with its reason."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.domain.call_log.calls import Call
from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.stock import Cause
from service.domain.errors import CounterpartError, NotFound, Refused
from service.domain.history import CauseKind, UploadUndo
from service.domain.marketplace.orders import Action
from service.store.audit_log import list_entries
from service.store.call_log.calls import PackedBodies, add_call, find_call
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_history import list_item_history
from service.store.history.item_writes import set_call
from service.store.history.previous_values import read_previous_values
from service.store.history.write_lists import WriteFilter, find_call_write, list_writes
from service.store.shops import add_branch
from service.usecases.edit_item import save_item, set_picture
from service.usecases.edit_shop import set_read_only
from service.usecases.put_back import PutBack, plan_upload_undo, undo_upload
from service.usecases.upload_items import save_upload
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture, parse


def _call(shop: ShopFixture, *rows: object) -> int:
    """An upload with its entry in the call log, whose id it gives."""
    shop.clock.advance(1000)
    now = shop.clock.now()

    def work(tx: Tx) -> int:
        call = Call(0, now, shop.shop.id, None, "Till", "127.0.0.1", "POST", "/v1/items", 200, 100, 2, 10)
        saved = save_upload(tx, shop.shop, parse(*rows).rows, by="Till", now=now)
        call_id = add_call(tx, call, PackedBodies())
        if saved.write_id is not None:
            set_call(tx, saved.write_id, call_id)
        return call_id

    return shop.write(work)


def _preview(shop: ShopFixture, call_id: int) -> UploadUndo:
    return shop.read(lambda db: plan_upload_undo(db, shop.shop, call_id))


def _undo(shop: ShopFixture, call_id: int, by: str = "owner") -> UploadUndo:
    shop.clock.advance(1000)
    return shop.write(lambda tx: undo_upload(tx, shop.shop, call_id, by=by, now=shop.clock.now()))


def _sees_refusal(work: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        work()
    return refused.value.code


def _left(done: UploadUndo) -> dict[str, str]:
    return {item.sku: str(item.why) for item in done.left}


@pytest.mark.parametrize("quantity", [0, 3])
def test_a_branch_that_had_no_level_has_none_again(shop: ShopFixture, quantity: int) -> None:
    """An undo left a level of 0 there, so the item read back was another one than before."""
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5})
    before = shop.item_json("A")
    call_id = _call(shop, {"sku": "A", "quantity": quantity, "branch": "Sitra"})
    assert len(shop.item_json("A")["stock"]) == 2
    assert _undo(shop, call_id).left == ()
    assert {**shop.item_json("A"), "updated_at": None} == {**before, "updated_at": None}


@pytest.mark.parametrize("quantity", [0, 3])
def test_a_write_that_is_repeated_and_undone_again_leaves_no_level_either(shop: ShopFixture, quantity: int) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5})
    before = shop.item_json("A")
    for _ in range(3):
        assert _undo(shop, _call(shop, {"sku": "A", "quantity": quantity, "branch": "Sitra"})).left == ()
        assert {**shop.item_json("A"), "updated_at": None} == {**before, "updated_at": None}


def test_a_level_that_was_there_before_a_write_that_was_undone_stays(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5})
    _call(shop, {"sku": "A", "quantity": 0, "branch": "Sitra"})
    for _ in range(2):
        _undo(shop, _call(shop, {"sku": "A", "quantity": 3, "branch": "Sitra"}))
    assert [level["quantity"] for level in shop.item_json("A")["stock"]] == [5, 0]


def test_a_new_level_that_was_counted_since_stays(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5})
    call_id = _call(shop, {"sku": "A", "quantity": 3, "branch": "Sitra", "brand": "X"})
    shop.move("A", Cause.COUNT, 0, "Sitra")
    assert _left(_undo(shop, call_id)) == {"A": "Changed since, and stays: quantity at Sitra."}
    assert [level["quantity"] for level in shop.item_json("A")["stock"]] == [5, 0]


def test_what_an_upload_changed_goes_back_and_what_it_created_goes(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5})
    before = shop.item_json("A")
    call_id = _call(shop, {"sku": "A", "price_fils": 9, "quantity": 1, "brand": "X"}, {"sku": "N", "name": "New"})
    preview = _preview(shop, call_id)
    assert _undo(shop, call_id) == preview
    assert (len(preview.changes), preview.removed, preview.left) == (1, ("N",), ())
    assert {**shop.item_json("A"), "updated_at": None} == {**before, "updated_at": None}
    with pytest.raises(NotFound):
        shop.item("N")


def test_the_preview_names_each_value_and_each_level(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5})
    shop.write(lambda tx: add_branch(tx, shop.shop.id, "Sitra"))
    call_id = _call(
        shop,
        {"sku": "A", "price_fils": 900, "brand": "X", "quantity": 2},
        {"sku": "A", "quantity": 7, "branch": "Sitra"},
    )
    done = _undo(shop, call_id)
    ((sku, changes),) = done.changes
    assert (done.call_id, sku) == (call_id, "A")
    assert {(one.field, one.old, one.new, one.branch) for one in changes} == {
        ("price_fils", 900, 1000, None), ("brand", "X", None, None),
        ("quantity", 2000, 5000, "Main"), ("quantity", 7000, 0, "Sitra"),
    }  # fmt: skip
    assert {(one.branch, one.change, one.quantity) for one in shop.ledger("A")[-2:]} == {
        ("Main", 3000, 5000), ("Sitra", -7000, 0),
    }  # fmt: skip
    assert [(level.branch, level.quantity) for level in shop.item("A").stock] == [("Main", 5)]


def test_units_that_an_undo_brings_back_are_held_for_an_order_that_is_short(shop: ShopFixture) -> None:
    _call(shop, {"sku": "Z", "name": "Z"}, {"sku": "A", "name": "Pad", "quantity": 5, "price_fils": 1})
    call_id = _call(shop, {"sku": "A", "quantity": 0})
    order = shop.place_short("A", 3000)
    assert shop.item("A").reserved == 0
    _undo(shop, call_id)
    assert (shop.item("A").quantity, shop.item("A").reserved, shop.order(order).lines[0].short) == (5, 3, 0)


def test_stock_goes_back_to_just_what_an_order_holds(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "quantity": 3, "price_fils": 1})
    call_id = _call(shop, {"sku": "A", "quantity": 9})
    shop.place("A", 3)
    assert _left(_undo(shop, call_id)) == {}
    assert (shop.item("A").quantity, shop.item("A").reserved) == (3, 3)


def test_the_undo_is_in_history_ledger_and_audit(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "quantity": 5}, {"sku": "B", "name": "B"})
    call_id = _call(shop, {"sku": "A", "quantity": 1}, {"sku": "B", "name": "C"}, {"sku": "N", "name": "New"})
    _call(shop, {"sku": "B", "name": "D"})
    _undo(shop, call_id, "staff: Ali")
    newest, undone, _ = shop.read(lambda db: list_item_history(db, shop.shop.id, "A"))
    assert (newest.write.cause.kind, newest.write.cause.id) == (CauseKind.UPLOAD_UNDO, undone.write.id)
    assert undone.write.undone_by == newest.write.id
    assert str(shop.ledger("A")[-1].note) == f"Upload {call_id} undone"
    entry = shop.read(lambda db: list_entries(db, limit=1))[0]
    assert (entry.action, entry.subject, entry.shop) == ("upload_undone", str(call_id), shop.shop.name)
    assert entry.values == {"restored": "1", "removed": "1", "left": "1", "by": "Ali"}


def test_what_was_changed_since_stays_and_is_named(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5}, {"sku": "B", "name": "B"})
    call_id = _call(shop, {"sku": "A", "price_fils": 2000, "brand": "X"}, {"sku": "B", "brand": "Y"})
    _call(shop, {"sku": "A", "price_fils": 3000})
    done = _undo(shop, call_id)
    assert _left(done) == {"A": "Changed since, and stays: price_fils."}
    item = shop.item_json("A")
    assert (item["price_fils"], item["brand"], shop.item_json("B")["brand"]) == (3000, None, None)


def test_stock_that_an_order_holds_or_sold_stays_with_its_reason(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "A", "quantity": 1, "price_fils": 1}, {"sku": "B", "name": "B", "quantity": 1})
    call_id = _call(shop, {"sku": "A", "quantity": 9}, {"sku": "B", "quantity": 9, "price_fils": 1})
    shop.place("A", 3)
    order = shop.place("B", 3)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    assert _left(_undo(shop, call_id)) == {
        "A": "Changed since, and stays: quantity at Main (open orders hold 3).",
        "B": "Changed since, and stays: quantity at Main.",
    }
    assert (shop.item("A").stock[0].quantity, shop.item("B").stock[0].quantity) == (9, 6)


def test_a_new_item_that_is_used_stays(shop: ShopFixture) -> None:
    call_id = _call(
        shop, *({"sku": sku, "name": sku, "quantity": 5, "price_fils": 1} for sku in ("ordered", "counted", "fresh"))
    )
    shop.place("ordered")
    shop.move("counted", Cause.COUNT, 1000)
    done = _undo(shop, call_id)
    assert done.removed == ("fresh",)
    assert _left(done) == {
        "ordered": "The new item stays: an order names it.",
        "counted": "The new item stays: it was changed since.",
    }


def test_what_later_writes_changed_stays_also_where_the_value_came_back(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "Pad", "price_fils": 5, "quantity": 10})
    call_id = _call(shop, {"sku": "A", "price_fils": 6, "quantity": 5, "brand": "X"})
    _call(shop, {"sku": "A", "price_fils": 7, "quantity": 3})
    _call(shop, {"sku": "A", "price_fils": 6, "quantity": 5})
    assert _left(_undo(shop, call_id)) == {"A": "Changed since, and stays: price_fils, quantity at Main."}
    item = shop.item("A")
    assert (item.brand, item.price_fils, item.stock[0].quantity) == (None, 6, 5)


def test_a_new_item_to_which_the_owner_gave_a_picture_or_a_low_limit_stays(shop: ShopFixture) -> None:
    call_id = _call(shop, *({"sku": sku, "name": sku} for sku in ("shown", "limited", "fresh")))
    limited = ItemEdit("limited", fields={"low_limit": 2})
    shop.write(lambda tx: set_picture(tx, shop.shop, "shown", b"jpeg", by="owner", now=shop.clock.now()))
    shop.write(lambda tx: save_item(tx, shop.shop, limited, by="owner", now=shop.clock.now()))
    done = _undo(shop, call_id)
    assert done.removed == ("fresh",)
    assert _left(done) == dict.fromkeys(("shown", "limited"), "The new item stays: it was changed since.")


def test_an_undo_reads_only_so_many_later_changes_and_the_rest_stays(shop: ShopFixture) -> None:
    _call(shop, *({"sku": sku, "name": sku, "brand": "Old", "price_fils": 1} for sku in "AB"))
    call_id = _call(shop, *({"sku": sku, "brand": "New"} for sku in "AB"))
    for price in (2, 3, 4):
        shop.upload(*({"sku": sku, "price_fils": price} for sku in "AB"))
    now = shop.read(lambda db: find_call(db, shop.shop.id, str(call_id), sees_unknown=False))[0].at

    def count_restored(db: ReadTx) -> list[int]:
        span = find_call_write(db, shop.shop.id, call_id, now)
        assert span is not None
        read = (read_previous_values(db, span, max_steps=steps) for steps in (2, 3, 5, 6))
        return [PutBack(db, shop.shop, values).restored for values in read]

    assert shop.read(count_restored) == [0, 1, 1, 2]


def test_uploads_of_one_item_can_be_undone_one_after_the_other(shop: ShopFixture) -> None:
    first = _call(shop, {"sku": "A", "name": "A"})
    second = _call(shop, {"sku": "A", "name": "B"})
    assert _preview(shop, first).removed == ()
    _undo(shop, second)
    assert _undo(shop, first).removed == ("A",)


def test_it_is_undone_once_also_where_only_new_items_went(shop: ShopFixture) -> None:
    call_id = _call(shop, {"sku": "A", "name": "A"})
    _undo(shop, call_id)
    with pytest.raises(Refused, match=f"^Call {call_id} is undone already"):
        _undo(shop, call_id)
    assert _sees_refusal(lambda: _preview(shop, call_id)) == "already_undone"
    _call(shop, {"sku": "B", "name": "B"})
    assert shop.item("B").name == "B", "the next write has numbers of its own"
    kinds = [span.write.cause.kind for span in shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))]
    assert kinds == [CauseKind.CALL, CauseKind.UPLOAD_UNDO, CauseKind.CALL]


def test_two_at_once_undo_it_once(shop: ShopFixture) -> None:
    _call(shop, {"sku": "A", "name": "A", "quantity": 1})
    call_id = _call(shop, {"sku": "A", "quantity": 5})
    both = [
        shop.store.submit(lambda tx: undo_upload(tx, shop.shop, call_id, by="owner", now=shop.clock.now()))
        for _ in range(2)
    ]
    refused = [one.exception(20) for one in both]
    assert [isinstance(error, Refused) for error in refused] == [False, True]
    assert shop.item("A").stock[0].quantity == 1


def test_what_cannot_be_undone_says_why(shop: ShopFixture) -> None:
    nothing = _call(shop, {"sku": "A"})
    with pytest.raises(Refused, match=f"^Call {nothing} changed no item") as refused:
        _undo(shop, nothing)
    assert refused.value.code == "nothing_to_undo"
    of_nobody = Call(0, shop.clock.now(), None, None, None, "127.0.0.1", "POST", "/v1/items", 401, 100, 2, 10)
    unknown = shop.write(lambda tx: add_call(tx, of_nobody, PackedBodies()))
    for number in (999, unknown):
        with pytest.raises(NotFound, match=f"There is no call {number} in this shop"):
            _undo(shop, number)
    _call(shop, {"sku": "A", "name": "A"})
    changed = _call(shop, {"sku": "A", "name": "B"})
    _call(shop, {"sku": "A", "name": "C"})
    with pytest.raises(Refused, match=f"^Everything that call {changed} wrote") as refused:
        _undo(shop, changed)
    assert refused.value.code == "all_changed_since"
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    assert _sees_refusal(lambda: _undo(shop, changed)) == "read_only"


def test_another_shop_undoes_nothing_of_it(shop: ShopFixture) -> None:
    call_id = _call(shop, {"sku": "A", "name": "A"})
    with pytest.raises(NotFound):
        _preview(shop.paired(), call_id)


_ROW = st.fixed_dictionaries(
    {"sku": st.sampled_from("AB"), "name": st.sampled_from(["x", "y"])},
    optional={"price_fils": st.sampled_from([1, 2]), "quantity": st.sampled_from([0, 1, 2])},
)


@given(
    earlier=st.lists(st.lists(_ROW, min_size=1, max_size=3), max_size=2),
    rows=st.lists(_ROW, min_size=1, max_size=4),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_undo_with_nothing_in_between_leads_back(
    earlier: list[list[object]], rows: list[object], tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = new_store(tmp_path_factory.mktemp("undo"))
    try:
        shop = ShopFixture.fresh(store)
        for some in earlier:
            _call(shop, *some)
        before = _read_all(shop)
        call_id = _call(shop, *rows)
        if _read_all(shop) != before:
            _undo(shop, call_id)
            assert _read_all(shop) == before
    finally:
        store.close()


def _read_all(shop: ShopFixture) -> str:
    """Every item without its time; a level that never was and one of 0 are the same."""
    found = {}
    for sku in "AB":
        try:
            item = shop.item_json(sku)
        except CounterpartError:
            continue
        item.pop("updated_at")
        item["stock"] = [level for level in item["stock"] if level["quantity"]]
        found[sku] = item
    return json.dumps(found, sort_keys=True)


def test_a_value_that_came_back_stays_where_a_later_write_is_deleted(shop: ShopFixture) -> None:
    """The deleted write may have changed it, and somebody else may have set it to the same."""
    _call(
        shop,
        {"sku": "A", "name": "Pad", "price_fils": 1000, "quantity": 5},
        {"sku": "B", "name": "Disc", "price_fils": 7},
    )
    call_id = _call(shop, {"sku": "A", "price_fils": 900}, {"sku": "B", "price_fils": 8})
    _call(shop, {"sku": "A", "price_fils": 800})
    _call(shop, {"sku": "A", "price_fils": 900})
    later = shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))[1].write.id
    shop.write(lambda tx: _delete_write(tx, later))
    done = _undo(shop, call_id)
    assert [sku for sku, _ in done.changes] == ["B"]
    assert _left(done) == {"A": "Changed since, and stays: price_fils."}
    assert shop.item("A").price_fils == 900


def _delete_write(tx: Tx, write_id: int) -> None:
    """As the limit of the history does."""
    first, last = tx.one("SELECT first, last FROM item_writes WHERE id = ?", (write_id,))
    tx.update("DELETE FROM value_changes WHERE id BETWEEN ? AND ?", (first, last))
    tx.update("DELETE FROM item_writes WHERE id = ?", (write_id,))
