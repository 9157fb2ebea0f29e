"""Orders of the marketplace that could not be taken are in the history, as long as they wait."""

from __future__ import annotations

import pytest

from service.domain.errors import NotFound
from service.domain.history.history_query import HistoryLine, HistoryQuery, HistorySubject, LinePage, SubjectKind
from service.domain.history.write_causes import CauseKind
from service.domain.sentences import message
from service.store.link.mirror import drop_set_aside, set_aside
from service.usecases.history.browse_history import find_subject, read_lines
from tests.fakes.shop_fixture import ShopFixture

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
