"""The history of a shop by part, order, call, cause and time."""

from __future__ import annotations

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound
from service.domain.history.history_query import (
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    LinePage,
    SubjectKind,
    parse_target,
)
from service.domain.history.item_history import QUANTITY
from service.domain.history.write_causes import CauseKind
from service.domain.marketplace.orders import Action
from service.store.engine.transaction import Tx
from service.store.history.item_writes import set_call
from service.usecases.history.browse_history import find_subject, read_lines
from tests.fakes.shop_fixture import ShopFixture


def _read(shop: ShopFixture, query: HistoryQuery, before: tuple[int, int] | None = None) -> LinePage:
    return shop.read(lambda db: read_lines(db, shop.shop.id, query, before=before, limit=2))


def _all(shop: ShopFixture, query: HistoryQuery) -> list[HistoryLine]:
    page = _read(shop, query)
    lines = [*page.lines]
    while page.resume is not None:
        page = _read(shop, query, page.resume)
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
