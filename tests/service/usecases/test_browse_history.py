"""The history of a shop by part, order, call, cause and time."""

from __future__ import annotations

import json

import pytest

from service.domain.call_log.calls import Call
from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.history import (
    QUANTITY,
    CauseKind,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    LinePage,
    RowOutcome,
    SubjectKind,
    UploadRows,
    ValueChange,
    parse_target,
)
from service.domain.marketplace.orders import Action
from service.domain.sentences import message
from service.store.call_log.body_compression import pack_body
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import Tx
from service.store.history.item_writes import set_call
from service.store.link.mirror import drop_set_aside, set_aside
from service.usecases.browse_history import find_subject, read_lines, read_upload_rows
from service.usecases.put_back import undo_upload
from service.usecases.upload_items import save_upload
from tests.fakes.shop_fixture import ShopFixture, parse

WHY = message("The order has no lines.")


@pytest.fixture
def waiting(shop: ShopFixture) -> ShopFixture:
    """An upload, two orders set aside in the same moment, an upload."""
    shop.upload({"sku": "A", "name": "Pad"})
    shop.clock.advance(1000)
    for name in ("ORD-7", "ORD-8"):
        shop.write(lambda tx, name=name: set_aside(tx, shop.shop.id, name, b"{}", WHY, shop.clock.now()))  # type: ignore[misc]
    shop.clock.advance(1000)
    shop.upload({"sku": "A", "name": "Disc"})
    return shop


def _read(shop: ShopFixture, query: HistoryQuery, before: tuple[int, int] | None = None, limit: int = 100) -> LinePage:
    return shop.read(lambda db: read_lines(db, shop.shop.id, query, before=before, limit=limit))


def test_they_are_between_the_writes_in_order_of_time(waiting: ShopFixture) -> None:
    lines = _read(waiting, HistoryQuery()).lines
    kinds = [line.write.cause.kind for line in lines]
    assert kinds == [CauseKind.CALL, CauseKind.SET_ASIDE, CauseKind.SET_ASIDE, CauseKind.CALL]
    assert {line.write.order for line in lines[1:3]} == {"ORD-7", "ORD-8"}
    assert [line.note for line in lines] == [None, WHY, WHY, None]
    assert len({line.write.id for line in lines}) == 4


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_have_each_line_once(waiting: ShopFixture, limit: int) -> None:
    page = _read(waiting, HistoryQuery(), limit=limit)
    lines: list[HistoryLine] = [*page.lines]
    while page.resume is not None:
        page = _read(waiting, HistoryQuery(), page.resume, limit)
        lines += page.lines
    assert lines == list(_read(waiting, HistoryQuery()).lines)


def test_cause_time_and_order_narrow(waiting: ShopFixture) -> None:
    now = waiting.clock.now()
    aside = HistoryQuery(kinds=(CauseKind.SET_ASIDE,))
    assert len(_read(waiting, aside).lines) == 2
    assert _read(waiting, HistoryQuery(kinds=(CauseKind.ORDER,))).lines == ()
    assert len(_read(waiting, HistoryQuery(since=now)).lines) == 1
    order = HistorySubject(SubjectKind.ORDER, "ORD-7")
    assert waiting.read(lambda db: find_subject(db, waiting.shop.id, " ord-7 ")) == order
    assert [line.write.order for line in _read(waiting, HistoryQuery(order)).lines] == ["ORD-7"]


def test_one_that_was_taken_after_all_is_gone(waiting: ShopFixture) -> None:
    waiting.write(lambda tx: drop_set_aside(tx, waiting.shop.id, "ORD-7"))
    assert [line.write.order for line in _read(waiting, HistoryQuery()).lines if line.note is not None] == ["ORD-8"]
    with pytest.raises(NotFound):
        _read(waiting, HistoryQuery(HistorySubject(SubjectKind.ORDER, "ORD-7")))


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


def _rows_of(shop: ShopFixture, call_id: int) -> UploadRows:
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
    rows = _rows_of(shop, call_id).rows
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
    found = _rows_of(shop, call_id)
    assert found.undone
    assert [(row.sku, row.outcome) for row in found.rows] == [("NEW", RowOutcome.CREATED)]


def test_what_is_older_than_the_history_is_saved_and_no_more(shop: ShopFixture) -> None:
    call_id = _call(shop, {"sku": "A", "name": "A"})
    shop.write(lambda tx: (tx.update("DELETE FROM value_changes"), tx.update("DELETE FROM item_writes")))
    shop.clock.advance(1000)
    shop.add("LATER")
    assert [row.outcome for row in _rows_of(shop, call_id).rows] == [RowOutcome.SAVED]


def test_a_call_that_is_no_upload_or_of_another_shop_is_refused(shop: ShopFixture) -> None:
    call = Call(0, 1, shop.shop.id, None, "Till", "127.0.0.1", "GET", "/v1/items", 200, 100, 2, 10)
    other = shop.write(lambda tx: add_call(tx, call, PackedBodies()))
    with pytest.raises(Refused, match="no upload"):
        _rows_of(shop, other)
    upload = _call(shop, {"sku": "A", "name": "A"})
    with pytest.raises(NotFound):
        _rows_of(shop.paired(), upload)


def _all(shop: ShopFixture, query: HistoryQuery) -> list[HistoryLine]:
    page = _read(shop, query, limit=2)
    lines = [*page.lines]
    while page.resume is not None:
        page = _read(shop, query, page.resume, limit=2)
        lines += page.lines
    return lines


@pytest.fixture
def busy(shop: ShopFixture) -> ShopFixture:
    """An upload of 30 parts, a count of one, an order, another upload of one."""
    shop.upload(
        *({"sku": f"P{number:02}", "name": f"Part {number}", "quantity": 9, "price_fils": 500} for number in range(30))
    )
    shop.clock.advance(1000)
    shop.move("P01", Cause.COUNT, 5000)
    order = shop.place("P01", 2)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    shop.clock.advance(1000)
    shop.upload({"sku": "P01", "name": "Disc", "name_ar": "هوب"})
    shop.write(lambda tx: _name_call(tx, 77))
    return shop


def _name_call(tx: Tx, call_id: int) -> None:
    set_call(tx, int(tx.scalar("SELECT max(id) FROM item_writes")), call_id)


def test_every_write_comes_newest_first_with_a_part_and_their_number(busy: ShopFixture) -> None:
    lines = _all(busy, HistoryQuery())
    assert [(line.write.cause.kind, line.sku, line.parts) for line in lines] == [
        (CauseKind.CALL, "P01", 1),
        (CauseKind.ORDER, "P01", 1),
        (CauseKind.HAND, "P01", 1),
        (CauseKind.CALL, "P00", 30),
    ]
    assert [(line.name, line.name_ar) for line in (lines[0], lines[3])] == [("Disc", "هوب"), ("Part 0", None)]


def test_a_part_has_each_write_that_changed_it(busy: ShopFixture) -> None:
    lines = _all(busy, HistoryQuery(HistorySubject(SubjectKind.PART, "p01")))
    fields = [[change.field for change in line.entry.changes] for line in lines if line.entry is not None]
    assert fields == [["name", "name_ar"], [QUANTITY], [QUANTITY], [QUANTITY]]
    assert [line.parts for line in lines] == [1, 1, 1, 30]


def test_orders_calls_and_writes_narrow(busy: ShopFixture) -> None:
    newest, order, *_ = _all(busy, HistoryQuery())
    reference = order.write.order or ""
    for subject, line in (
        (HistorySubject(SubjectKind.ORDER, reference), order),
        (HistorySubject(SubjectKind.CALL, "77"), newest),
        (HistorySubject(SubjectKind.WRITE, str(newest.write.id)), newest),
    ):
        assert _all(busy, HistoryQuery(subject)) == [line]
    assert _all(busy, HistoryQuery(HistorySubject(SubjectKind.CALL, "78"))) == []


def test_causes_and_times_narrow(busy: ShopFixture) -> None:
    kinds = (CauseKind.HAND, CauseKind.ORDER)
    assert [line.write.cause.kind for line in _all(busy, HistoryQuery(kinds=kinds))] == [
        CauseKind.ORDER,
        CauseKind.HAND,
    ]
    now = busy.clock.now()
    assert len(_all(busy, HistoryQuery(since=now))) == 1
    assert len(_all(busy, HistoryQuery(until=now))) == 3


def test_causes_and_times_narrow_a_part_an_order_and_a_call(busy: ShopFixture) -> None:
    newest, order, *_ = _all(busy, HistoryQuery())
    part = HistorySubject(SubjectKind.PART, "P01")
    kinds = [line.write.cause.kind for line in _all(busy, HistoryQuery(part, (CauseKind.CALL, CauseKind.HAND)))]
    assert kinds == [CauseKind.CALL, CauseKind.HAND, CauseKind.CALL]
    since = order.write.at
    assert [line.write.id for line in _all(busy, HistoryQuery(part, since=since, until=since + 1))] == [
        line.write.id for line in _all(busy, HistoryQuery(since=since, until=since + 1))
    ]
    for subject, write in (
        (HistorySubject(SubjectKind.ORDER, order.write.order or ""), order.write),
        (HistorySubject(SubjectKind.CALL, "77"), newest.write),
    ):
        kind, at = write.cause.kind, write.at
        assert len(_all(busy, HistoryQuery(subject, (kind,), at, at + 1))) == 1
        assert _all(busy, HistoryQuery(subject, (CauseKind.RUN,))) == []
        assert _all(busy, HistoryQuery(subject, since=at + 1)) == []
        assert _all(busy, HistoryQuery(subject, until=at)) == []


def test_a_typed_name_is_a_part_then_a_call_then_an_order(busy: ShopFixture) -> None:
    def find(text: str) -> HistorySubject:
        return busy.read(lambda db: find_subject(db, busy.shop.id, text))

    reference = next(line.write.order for line in _all(busy, HistoryQuery()) if line.write.order)
    assert find(" p01 ") == HistorySubject(SubjectKind.PART, "P01")
    assert find("٧٧") == HistorySubject(SubjectKind.CALL, "77")
    assert find(reference.lower()) == HistorySubject(SubjectKind.ORDER, reference)
    for unknown in ("nowhere", "9" * 30, "ORD-1999-000001"):
        with pytest.raises(NotFound, match="is named"):
            find(unknown)


def test_a_target_is_read_back_and_nonsense_is_none() -> None:
    subject = HistorySubject(SubjectKind.PART, "A:B")
    assert parse_target(subject.target) == subject
    assert [parse_target(text) for text in ("", "part:", "call:x", "key:Till 1", "415")] == [None] * 5
