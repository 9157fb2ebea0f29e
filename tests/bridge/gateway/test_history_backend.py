"""The history's backend over a real store."""

from __future__ import annotations

import pytest

from bridge.gateway.calls_backend import CallsBackend
from bridge.gateway.history_backend import HistoryBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.call_log.calls import Call
from service.domain.history import HistoryQuery, HistorySubject, SubjectKind
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import Tx
from service.store.history.item_writes import set_call
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode
from ui.backend.history_port import Histories


@pytest.fixture
def histories(asking: StoreGateway, clock: FakeClock) -> Histories:
    return HistoryBackend(asking)


def _log_last_write(shop: ShopFixture) -> int:
    """Gives the newest write a call; answers its id."""

    def work(tx: Tx) -> int:
        at = shop.clock.now()
        call = Call(0, at, shop.shop.id, None, "Till", "127.0.0.1", "POST", "/v1/items", 200, 900, 0, 10)
        call_id = add_call(tx, call, PackedBodies())
        set_call(tx, tx.scalar("SELECT max(id) FROM item_writes"), call_id)
        return call_id

    return shop.write(work)


def test_a_part_is_read_in_pages(histories: Histories, shop: ShopFixture) -> None:
    for name in ("A", "B", "C"):
        shop.upload({"sku": "P", "name": name})
    newest = histories.part(shop.shop.id, "P", None, 2).result(WAIT_S)
    assert ([row.changes[0].new for row in newest.rows], newest.more) == (["C", "B"], True)
    oldest = histories.part(shop.shop.id, "P", (newest.rows[-1].write.id, newest.rows[-1].number), 2).result(WAIT_S)
    assert ([row.created for row in oldest.rows], oldest.more) == ([True], False)


def test_an_upload_is_undone_by_who_is_at_the_counter(histories: Histories, shop: ShopFixture) -> None:
    shop.upload({"sku": "P", "name": "A"})
    shop.upload({"sku": "P", "name": "B"})
    call_id = _log_last_write(shop)
    plan = histories.plan_undo(shop.shop.id, call_id).result(WAIT_S)
    assert histories.undo(shop.shop.id, call_id).result(WAIT_S) == plan
    assert shop.item("P").name == "A"
    assert histories.part(shop.shop.id, "P", None, 1).result(WAIT_S).rows[0].write.by == "owner"
    with pytest.raises(BackendError, match="undone already"):
        histories.undo(shop.shop.id, call_id).result(WAIT_S)


def test_the_call_of_an_undone_upload_names_the_write_that_undid_it(
    histories: Histories, asking: StoreGateway, shop: ShopFixture
) -> None:
    shop.upload({"sku": "P", "name": "A"})
    call_id = _log_last_write(shop)
    calls = CallsBackend(asking, lambda: "http://127.0.0.1:8710")
    assert calls.detail(shop.shop.id, call_id).result(WAIT_S).undone_by is None
    histories.undo(shop.shop.id, call_id).result(WAIT_S)
    undo = histories.writes(shop.shop.id, HistoryQuery(), None, 1).result(WAIT_S).rows[0].write
    assert calls.detail(shop.shop.id, call_id).result(WAIT_S).undone_by == undo.id


def test_writes_and_what_they_changed_are_read_in_pages(histories: Histories, shop: ShopFixture) -> None:
    shop.upload(*({"sku": f"P{number}", "name": "A"} for number in range(5)))
    shop.upload({"sku": "P1", "name": "B"})
    shop_id = shop.shop.id
    first = histories.writes(shop_id, HistoryQuery(), None, 1).result(WAIT_S)
    second = histories.writes(shop_id, HistoryQuery(), first.rows[-1].cursor, 1).result(WAIT_S)
    assert ([line.sku for line in first.rows], first.resume, first.since) == (
        ["P1"],
        first.rows[-1].cursor,
        shop.clock.now(),
    )
    assert ([line.parts for line in second.rows], second.resume) == ([5], None)
    write = second.rows[0].write.id
    page = histories.entries(shop_id, write, 0, 3).result(WAIT_S)
    rest = histories.entries(shop_id, write, page.next_offset or 0, 3).result(WAIT_S)
    assert [entry.sku for entry in (*page.rows, *rest.rows)] == ["P0", "P1", "P2", "P3", "P4"]
    assert rest.next_offset is None


def test_a_typed_name_is_found_or_said_to_be_unknown(histories: Histories, shop: ShopFixture) -> None:
    shop.upload({"sku": "P", "name": "A"})
    assert histories.find(shop.shop.id, "p").result(WAIT_S) == HistorySubject(SubjectKind.PART, "P")
    with pytest.raises(BackendError) as unknown:
        histories.find(shop.shop.id, "nowhere").result(WAIT_S)
    assert unknown.value.code is ErrorCode.NOT_FOUND
    with pytest.raises(BackendError, match="no upload"):
        histories.rows(shop.shop.id, _log_last_write(shop)).result(WAIT_S)
