"""Lists of deliveries, and the state of a target."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.domain.errors import NotFound
from service.domain.sentences import verbatim
from service.domain.times import MINUTE
from service.domain.webhooks.events import DeliveryState, EventKind
from service.domain.webhooks.retries import NextStep, Outcome
from service.store.webhooks import outbox
from service.store.webhooks.deliveries import (
    get_delivery,
    list_deliveries,
    read_attempts,
    read_event_body,
    read_target_stats,
)
from service.store.webhooks.outbox import AttemptRow
from service.store.webhooks.targets import get_target, update_target
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written, set_row

W, D, F = DeliveryState.WAITING, DeliveryState.DELIVERED, DeliveryState.FAILED


@pytest.fixture
def floor(shop: ShopFixture) -> ShopFixture:
    shop.add("A", 100)
    return shop


def attempt(floor: ShopFixture, delivery_id: str, target_id: int, status: int, state: DeliveryState) -> None:
    """One attempt, at the floor's time."""
    now = floor.clock.now()
    step = NextStep(state, 1, now + MINUTE if state is W else None)
    row = AttemptRow(
        delivery_id, target_id, now, now, Outcome.ACCEPTED if state is D else Outcome.REFUSED, status, None,
        verbatim(f"Answered {status}"), 3, b"", step,
    )  # fmt: skip
    set_row(floor, delivery_id, state=DeliveryState.SENDING)
    floor.write(lambda tx: outbox.record_attempts(tx, [row]))


def test_listed_newest_first_by_page_target_and_state(floor: ShopFixture) -> None:
    one, two = add_target(floor), add_target(floor, events=[EventKind.STOCK_CHANGED])
    count_stock(floor, "A", 1, 2, 3)
    rows = floor.read(lambda db: list_deliveries(db, floor.shop.id))
    assert [row.target_id for row in rows] == [two.id, one.id] * 3
    for row in rows[::2]:
        set_row(floor, row.id, state=F)
    failed = floor.read(lambda db: list_deliveries(db, floor.shop.id, state=F))
    assert [row.id for row in failed] == [row.id for row in rows[::2]]
    page = floor.read(lambda db: list_deliveries(db, floor.shop.id, before=rows[1].id, limit=3))
    assert [row.id for row in page] == [row.id for row in rows[2:5]]
    mine = floor.read(lambda db: list_deliveries(db, floor.shop.id, target_id=one.id))
    assert [row.id for row in mine] == [row.id for row in rows[1::2]]
    assert floor.read(lambda db: list_deliveries(db, floor.shop.id, before="dlv_unknown")) == []


def test_a_removed_targets_history_stays_readable(floor: ShopFixture) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1)
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = 1"))
    (delivery,) = list_written(floor)
    assert floor.read(lambda db: get_delivery(db, floor.shop.id, delivery.id)) == delivery
    assert delivery.target_id == goal.id
    assert b'"stock.changed"' in floor.read(lambda db: read_event_body(db, delivery))


def test_another_shop_sees_none(floor: ShopFixture, staging: ShopFixture) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1)
    (delivery,) = list_written(floor)
    assert list_written(staging) == []
    assert list_written(staging, target_id=goal.id) == []
    with pytest.raises(NotFound):
        staging.read(lambda db: get_delivery(db, staging.shop.id, delivery.id))


def test_how_a_target_stands(floor: ShopFixture) -> None:
    goal = add_target(floor)
    empty = floor.read(lambda db: read_target_stats(db, goal.id))
    assert (empty.waiting, empty.failed, empty.next_try, empty.recent, empty.last) == (0, 0, None, (), None)
    count_stock(floor, "A", *range(1, 7))
    for delivery, status, state in zip(list_written(floor), (200, 500, 204, 503), (D, F, D, W), strict=False):
        floor.clock.advance(1)
        attempt(floor, delivery.id, goal.id, status, state)
    now = floor.read(lambda db: read_target_stats(db, goal.id))
    assert (now.waiting, now.failed, now.next_try) == (3, 1, floor.clock.now() + MINUTE)
    assert now.recent == (D, F, D)
    assert now.last is not None
    assert (now.last.status, now.last.at) == (503, floor.clock.now())
    assert floor.read(lambda db: read_target_stats(db, goal.id, recent=2)).recent == (F, D)


def test_attempts_are_read_for_many_at_once(floor: ShopFixture) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1, 2)
    first, second = list_written(floor)
    for status in (500, 502):
        attempt(floor, second.id, goal.id, status, W)
    found = floor.read(lambda db: read_attempts(db, [first.id, second.id, "dlv_unknown"] * 300))
    assert [(one.number, one.status) for one in found[second.id][:2]] == [(1, 500), (2, 502)]
    assert found.keys() == {second.id}


def test_a_kind_that_only_a_newer_version_knows_is_listed_by_its_word(floor: ShopFixture) -> None:
    goal = add_target(floor)
    count_stock(floor, "A", 1)
    floor.write(lambda tx: tx.update("UPDATE events SET kind = 'order.returned'"))
    floor.write(lambda tx: tx.update("UPDATE targets SET events = ?", ('["order.placed","order.returned"]',)))
    (delivery,) = list_written(floor)
    assert (delivery.kind, delivery.kind.value) == ("order.returned", "order.returned")
    before = floor.read(lambda db: get_target(db, floor.shop.id, goal.id))
    assert before.events == {"order.placed", "order.returned"}
    floor.write(lambda tx: update_target(tx, before, replace(before, on=False)))
    assert floor.read(lambda db: get_target(db, floor.shop.id, goal.id)).events == before.events
