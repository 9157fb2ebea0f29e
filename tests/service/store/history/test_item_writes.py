"""Each write has its cause, whichever way it was made."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import service.store
from service.domain.call_log.calls import Call
from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.stock import Cause
from service.domain.history import PICTURE, QUANTITY, CauseKind, Cursor, HistoryEntry, ValueChange, WriteCause
from service.domain.marketplace.orders import Action
from service.store import item_bulk_edits
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_history import (
    HistoryStep,
    list_item_history,
    list_write_items,
    read_history_step,
)
from service.store.history.item_writes import record_write, set_call
from service.store.history.write_lists import (
    WriteFilter,
    WriteRange,
    find_write_of,
    get_write,
    list_caused_writes,
    list_writes,
)
from service.store.revisions import read_revision
from service.usecases.edit_item import save_item, set_picture
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.sqlite_use import sqlite_of

State = dict[str, Any]
Step = list[dict[str, Any]] | tuple[str, int]
SKUS = ("A", "B")
ROWS = st.fixed_dictionaries(
    {"sku": st.sampled_from(SKUS), "name": st.sampled_from(["Pad", "Disc"])},
    optional={
        "brand": st.sampled_from(["X", None]),
        "price_fils": st.sampled_from([1000, 2000, None]),
        "active": st.booleans(),
        "fit": st.sampled_from([[], [{"make": "Kia", "model": "Rio", "year_from": 2010, "year_to": 2015}]]),
        "quantity": st.sampled_from([0, 1, 2.5]),
        "branch": st.sampled_from(["Sitra"]),
    },
)
STEPS = st.lists(
    st.one_of(
        st.lists(ROWS, min_size=1, max_size=4),
        st.tuples(st.sampled_from(SKUS), st.sampled_from([1000, 3000])),
    ),
    min_size=1,
    max_size=6,
)


@given(STEPS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_going_back_along_the_history_leads_to_every_state_that_was_held(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = new_store(Path(folder))
        try:
            shop = ShopFixture.fresh(store)
            states = [_do(shop, step) for step in steps]
            for sku in SKUS:
                assert _go_back(shop, sku, states[-1].get(sku)) == _find_different([one.get(sku) for one in states])
        finally:
            store.close()


def _do(shop: ShopFixture, step: Step) -> dict[str, State]:
    """One upload or one movement; the state of every item after it."""
    shop.clock.advance(1)
    if isinstance(step, list):
        shop.upload(*step)
    elif shop.read(lambda db: _read_state(db, shop, step[0])):
        shop.move(step[0], Cause.COUNT, step[1])
    return shop.read(lambda db: {sku: state for sku in SKUS if (state := _read_state(db, shop, sku))})


def _read_state(db: ReadTx, shop: ShopFixture, sku: str) -> State | None:
    row = db.one(f"SELECT id, {', '.join(FIELDS[1:])} FROM items WHERE shop_id = ? AND sku = ?", (shop.shop.id, sku))
    if row is None:
        return None
    levels = db.all(
        "SELECT branches.name, quantity FROM stock JOIN branches ON branches.id = branch_id "
        "WHERE item_id = ? AND quantity > 0",
        (row[0],),
    )
    return {**dict(zip(FIELDS[1:], row[1:], strict=True)), **{f"at {name}": milli for name, milli in levels}}


def _go_back(shop: ShopFixture, sku: str, state: State | None) -> list[State]:
    """The states of an item by its history, oldest first."""
    if state is None:
        return []
    states = [state]
    for entry in shop.read(lambda db: list_item_history(db, shop.shop.id, sku)):
        earlier = dict(states[0])
        for change in entry.changes:
            name = f"at {change.branch}" if change.field == QUANTITY else change.field
            assert earlier.get(name, 0 if change.branch else None) == change.new
            earlier[name] = change.old
            if change.branch and not change.old:
                del earlier[name]
        if not entry.created:
            states.insert(0, earlier)
    return _find_different(states)


def _find_different(states: Sequence[State | None]) -> list[State]:
    """The states without those that are like the one before."""
    kept: list[State] = []
    for state in states:
        if state is not None and (not kept or kept[-1] != state):
            kept.append(state)
    return kept


def _read_history(shop: ShopFixture, sku: str) -> list[HistoryEntry]:
    return shop.read(lambda db: list_item_history(db, shop.shop.id, sku))


def _read_page(shop: ShopFixture, before: Cursor | None, limit: int) -> list[HistoryEntry]:
    return shop.read(lambda db: list_item_history(db, shop.shop.id, "A", before=before, limit=limit))


def _edit(shop: ShopFixture, edit: ItemEdit) -> None:
    shop.write(lambda tx: save_item(tx, shop.shop, edit, by="owner", now=shop.clock.now()))


def _set_picture(shop: ShopFixture, image: bytes | None) -> None:
    shop.write(lambda tx: set_picture(tx, shop.shop, "A", image, by="owner", now=shop.clock.now()))


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


def test_a_step_reads_so_many_writes_and_says_where_the_next_one_begins(shop: ShopFixture) -> None:
    for number in range(7):
        shop.upload({"sku": "A", "name": f"Pad {number}"})
        shop.clock.advance(1000)
    every = _read_history(shop, "A")
    narrow = WriteFilter(until=every[3].write.at)
    steps: list[HistoryStep] = []
    while not steps or steps[-1].resume is not None:
        before = steps[-1].resume if steps else None
        steps.append(
            shop.read(lambda db, at=before: read_history_step(db, shop.shop.id, "A", narrow, before=at, most=2))  # type: ignore[misc]
        )
    assert [entry for step in steps for entry in step.entries] == every[4:]
    assert [len(step.entries) for step in steps] == [0, 0, 2, 1]
    firsts = [(entry.write.id, entry.number) for entry in every[::2]]
    assert [step.start for step in steps] == firsts, "where a step began, also if it found nothing"


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
    assert shop.read(lambda db: list_item_history(db, shop.shop.id, "A", before=(newest.write.id, newest.number))) == [
        creation
    ]
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
    assert [span.write.cause.kind for span in both] == [CauseKind.HAND, CauseKind.CALL]
    by_hand = WriteFilter(kinds=(CauseKind.HAND,), since=shop.clock.now(), until=shop.clock.now() + 1)
    assert shop.read(lambda db: list_writes(db, shop_id, by_hand)) == both[:1]
    newest = (both[0].write.at, both[0].write.id)
    assert shop.read(lambda db: list_writes(db, shop_id, WriteFilter(), before=newest)) == both[1:]
    assert shop.read(lambda db: list_writes(db, shop.shop.id + 99, WriteFilter())) == []


def test_the_items_of_a_write_are_read_in_pages_new_ones_first(shop: ShopFixture) -> None:
    shop.add("A")
    shop.upload({"sku": "A", "price_fils": 1}, {"sku": "B", "name": "B"}, {"sku": "C", "name": "C"})
    span = shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))[0]
    assert (span.write.changed, span.write.created) == (1, 2)
    assert shop.read(lambda db: get_write(db, shop.shop.id, span.write.id)) == span
    pages = shop.read(lambda db: [list_write_items(db, span, offset=at, limit=2) for at in (0, 2)])
    assert [[(entry.sku, entry.created) for entry in page] for page in pages] == [
        [("B", True), ("C", True)],
        [("A", False)],
    ]


@pytest.mark.sqlite
def test_a_deleted_write_is_looked_for_without_reading_all_that_follow(shop: ShopFixture) -> None:
    shop.add("A")
    number = shop.read(lambda db: db.scalar("SELECT max(last) FROM item_writes"))
    shop.write(lambda tx: tx.update("DELETE FROM item_writes"))
    for price in range(60):
        shop.upload({"sku": "A", "price_fils": price})
    steps: list[None] = []

    def find(db: ReadTx) -> WriteRange | None:
        sqlite_of(db).set_progress_handler(lambda: steps.append(None), 1)
        found = find_write_of(db, number)
        sqlite_of(db).set_progress_handler(None, 0)
        return found

    assert shop.read(find) is None
    assert 0 < len(steps) < 150


def test_the_id_of_a_removed_item_is_not_given_again(shop: ShopFixture) -> None:
    shop.add("A")
    shop.upload({"sku": "B", "name": "B"})
    shop.upload({"sku": "B", "name": "B2"})
    item_id = shop.read(lambda db: db.scalar("SELECT id FROM items WHERE sku = 'B'"))
    shop.write(lambda tx: item_bulk_edits.remove_items(tx, shop.shop.id, [item_id]))
    shop.upload({"sku": "C", "name": "C"})
    assert shop.read(lambda db: db.scalar("SELECT id FROM items WHERE sku = 'C'")) > item_id
    spans = shop.read(lambda db: list_writes(db, shop.shop.id, WriteFilter()))
    listed = shop.read(lambda db: [[entry.sku for entry in list_write_items(db, span)] for span in spans])
    assert listed == [["C"], ["B"], ["B"], ["A"]]


def test_low_limits_and_pictures_are_in_the_history_and_raise_no_revision(shop: ShopFixture) -> None:
    shop.add("A")
    before = shop.read(lambda db: read_revision(db, shop.shop.id))
    for limit in (4000, 6000, None):
        _edit(shop, ItemEdit("A", fields={"low_limit": limit}))
    _set_picture(shop, b"1234567")
    _set_picture(shop, None)
    shop.upload({"sku": "A", "price_fils": 2000})

    history = _read_history(shop, "A")

    assert [entry.changes for entry in history[:-1]] == [
        (ValueChange("price_fils", 1000, 2000),),
        (ValueChange(PICTURE, 7, None),),
        (ValueChange(PICTURE, None, 7),),
        (ValueChange("low_limit", 6000, None),),
        (ValueChange("low_limit", 4000, 6000),),
        (ValueChange("low_limit", None, 4000),),
    ]
    assert {(entry.write.cause.kind, entry.write.by, entry.write.changed) for entry in history[1:-1]} == {
        (CauseKind.HAND, "owner", 1)
    }
    assert shop.read(lambda db: read_revision(db, shop.shop.id)) == before + 1


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_a_history_with_details_is_read_in_pages_that_leave_nothing_out(shop: ShopFixture, limit: int) -> None:
    _edit(shop, ItemEdit("A", is_new=True, fields={"name": "Pad", "low_limit": 1000}, levels={"Main": 4000}))
    _edit(shop, ItemEdit("A", fields={"low_limit": 2000}))
    _edit(shop, ItemEdit("A", fields={"low_limit": 3000, "price_fils": 5}, levels={"Main": 5000}))
    _set_picture(shop, b"1")
    shop.upload({"sku": "A", "name": "Disc"})
    whole = _read_history(shop, "A")
    pages: list[HistoryEntry] = []
    for _ in range(20):
        before = (pages[-1].write.id, pages[-1].number) if pages else None
        pages += _read_page(shop, before, limit)

    assert pages == whole
    assert [[change.field for change in entry.changes] for entry in whole] == [
        ["name"], [PICTURE], ["price_fils", QUANTITY, "low_limit"], ["low_limit"], [QUANTITY, "low_limit"],
    ]  # fmt: skip
    assert whole[-1].created
    spans = shop.read(lambda db: [get_write(db, shop.shop.id, entry.write.id) for entry in whole])
    by_write = shop.read(lambda db: [list_write_items(db, span) for span in spans])
    assert [[(one.sku, one.changes) for one in entries] for entries in by_write] == [
        [("A", entry.changes)] for entry in whole
    ]


def test_a_removed_item_says_what_it_had_and_is_the_past_of_a_new_one(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad", "price_fils": 5, "quantity": 2})
    _edit(shop, ItemEdit("A", fields={"brand": "X"}))
    item_id = shop.read(lambda db: db.scalar("SELECT id FROM items WHERE sku = 'A'"))

    def remove(tx: Tx) -> None:
        with record_write(tx, shop.shop.id, WriteCause(CauseKind.UPLOAD_UNDO), by="owner", now=shop.clock.now()):
            item_bulk_edits.remove_items(tx, shop.shop.id, [item_id])

    shop.write(remove)
    removal, edit, creation = _read_history(shop, "a")

    assert removal.removed
    assert {("name", "Pad", None), ("price_fils", 5, None), ("brand", "X", None), (QUANTITY, 2000, None)} <= {
        (change.field, change.old, change.new) for change in removal.changes
    }
    assert edit.changes == (ValueChange("brand", None, "X"),)
    assert creation.created
    shop.upload({"sku": "a", "name": "Disc"})
    again = _read_history(shop, "A")
    assert again[0].created
    assert [entry.number for entry in again[1:]] == [removal.number, edit.number, creation.number]
    for at in range(3):
        cursor = (again[at].write.id, again[at].number)
        assert _read_page(shop, cursor, 100) == again[at + 1 :]


@pytest.mark.sqlite
def test_what_an_earlier_call_with_the_same_id_wrote_is_not_of_a_call(shop: ShopFixture) -> None:
    def upload(name: str, at: int) -> int:
        shop.upload({"sku": "A", "name": name})

        def log(tx: Tx) -> int:
            call = Call(0, at, shop.shop.id, None, "Till", "127.0.0.1", "POST", "/v1/items", 200, 100, 2, 10)
            call_id = add_call(tx, call, PackedBodies())
            write_id = int(tx.scalar("SELECT max(id) FROM item_writes"))
            set_call(tx, write_id, call_id)
            return call_id

        return shop.write(log)

    first = upload("Pad", shop.clock.now())
    shop.write(lambda tx: tx.update("DELETE FROM calls"))
    cause = WriteCause(CauseKind.CALL, first)
    alone = shop.read(lambda db: list_caused_writes(db, shop.shop.id, cause))
    shop.clock.advance(1000)
    second = upload("Disc", shop.clock.now())

    assert second == first
    assert [span.write.is_logged for span in alone] == [False]
    now = shop.read(lambda db: list_caused_writes(db, shop.shop.id, cause))
    assert [(span.write.at, span.write.is_logged) for span in now] == [(shop.clock.now(), True)]


@pytest.mark.parametrize("path", sorted(Path(service.store.__file__).parent.rglob("*.py")), ids=lambda path: path.stem)
def test_every_update_of_a_field_of_items_gives_the_change_a_number(path: Path) -> None:
    """The trigger sees only changes with a number."""
    statements = re.findall(r"UPDATE items SET .*", path.read_text(encoding="utf-8"))
    fields = [line for line in statements if any(re.search(rf"\b{field} = ", line) for field in FIELDS)]
    assert all("change_id = " in line for line in fields), fields
