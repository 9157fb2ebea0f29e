"""Stock movements over a real store (contract §3.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.domain.catalogue.stock import MOVEMENTS, Cause, Level, NewMovement
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import NotFound, Refused
from service.domain.history import CauseKind
from service.domain.marketplace.orders import Action, Order
from service.domain.times import format_rfc3339
from service.store import items, orders
from service.store.engine.transaction import Tx
from service.store.history.item_history import list_item_history
from service.store.revisions import list_changed_items, read_revision
from service.usecases.edit_shop import set_read_only
from service.usecases.move_stock import move_stock
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def waiting(shop: ShopFixture) -> tuple[ShopFixture, Order, Order]:
    """One unit that the first of two orders holds; each needs three."""
    shop.add("A", 0)
    first, second = shop.place_short("A", 3000), shop.place_short("A", 3000, "ORD-2026-000902")
    shop.upload({"sku": "A", "quantity": 1})
    return shop, first, second


def held(floor: ShopFixture, *some: Order) -> list[int]:
    return [floor.order(order).held_of(floor.order(order).lines[0]) for order in some]


def test_what_a_cancelled_order_lets_go_is_held_for_the_next(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, first, second = waiting
    assert held(floor, first, second) == [1000, 0]
    floor.cancel(first)
    assert held(floor, first, second) == [0, 1000]
    assert floor.read(find_wrong_reservations) == []


def test_an_order_at_a_branch_without_a_level_waits_while_another_branch_gets_units(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "A"})
    order = shop.place_short("A", 3000)
    shop.upload({"sku": "A", "quantity": 5, "branch": "Sitra"})
    assert held(shop, order) == [0]
    assert [(level.branch, level.reserved) for level in shop.item("A").stock] == [("Sitra", 0)]
    assert shop.read(find_wrong_reservations) == []


def test_readers_of_changes_learn_that_arrived_units_are_held(waiting: tuple[ShopFixture, Order, Order]) -> None:
    """The count and the hold are two changes: the item has the number of the later one."""
    floor, first, _ = waiting
    before = floor.read(lambda db: read_revision(db, floor.shop.id))
    floor.clock.advance(1_000)
    told: list[Changes] = []
    floor.store.subscribe(told.append)
    floor.upload({"sku": "A", "quantity": 2})
    assert held(floor, first) == [2000]
    assert {ChangeKind.ORDERS, ChangeKind.STOCK} <= told[-1].kinds
    (changed,) = floor.read(lambda db: list_changed_items(db, floor.shop.id, before, 10))
    assert changed.revision == before + 2
    assert floor.item("A").updated_at == format_rfc3339(floor.clock.now())


@pytest.mark.parametrize(
    "brings",
    [
        lambda floor: floor.upload({"sku": "A", "quantity": 5}),
        lambda floor: floor.move("A", Cause.RETURN, 4000),
        lambda floor: floor.move("A", Cause.COUNT, 5000),
    ],
)
def test_what_arrives_goes_to_the_oldest_first(
    waiting: tuple[ShopFixture, Order, Order], brings: Callable[[ShopFixture], object]
) -> None:
    floor, first, second = waiting
    brings(floor)
    assert held(floor, first, second) == [3000, 2000]
    item = floor.item("A")
    assert (item.quantity, item.reserved) == (5, 5)
    assert floor.read(find_wrong_reservations) == []


def test_a_short_order_sends_away_what_it_holds_and_no_more(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, first, second = waiting
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        assert floor.act(first, action).refusal is None
    assert held(floor, first, second) == [0, 0]
    assert floor.item("A").quantity == 0
    assert str(floor.ledger("A")[-1].note) == first.reference
    floor.cancel(first, restock=True)
    assert held(floor, second) == [1000]
    assert floor.item("A").quantity == 1
    assert floor.read(find_wrong_reservations) == []


def test_time_does_not_cancel_an_order_of_a_marketplace(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, first, _ = waiting
    floor.clock.advance(10**9)
    assert floor.expire() == 0
    assert floor.act(first, Action.ACCEPT).refusal is None


def test_stock_changed_says_what_is_reserved_after_the_hold(waiting: tuple[ShopFixture, Order, Order]) -> None:
    floor, _, _ = waiting
    floor.move("A", Cause.RETURN, 1000)
    last = floor.events()[-1]
    assert last["event"] == "stock.changed"
    assert (last["data"]["quantity"], last["data"]["reserved"]) == (2, 2)
    assert floor.item("A").reserved == 2


def test_each_movement_is_in_the_ledger_and_told(shop: ShopFixture) -> None:
    shop.add("A", 10)
    assert shop.move("a", Cause.SALE, 1_500) == Level(8_500, 0)
    assert shop.move("A", Cause.JOB, 500) == Level(8_000, 0)
    assert shop.move("A", Cause.RETURN, 1_000) == Level(9_000, 0)
    assert shop.move("A", Cause.COUNT, 3_000, "main") == Level(3_000, 0)
    assert [(e.cause, e.change, e.quantity) for e in shop.ledger("A")][1:] == [
        (Cause.SALE, -1_500, 8_500),
        (Cause.JOB, -500, 8_000),
        (Cause.RETURN, 1_000, 9_000),
        (Cause.COUNT, -6_000, 3_000),
    ]
    assert [(event["event"], event["data"]["cause"], event["data"]["change"]) for event in shop.events()] == [
        ("stock.changed", "sale", -1.5),
        ("stock.changed", "job", -0.5),
        ("stock.changed", "return", 1),
        ("stock.changed", "count", -6),
    ]


def test_a_count_that_finds_what_is_held_writes_nothing(shop: ShopFixture) -> None:
    shop.add("A", 10)
    before = shop.written_rows
    shop.move("A", Cause.COUNT, 10_000)
    assert shop.written_rows == before
    assert shop.events() == []


def test_a_count_of_nothing_where_nothing_was_ever_set_is_a_level(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad"})
    assert shop.item("A").stock == []
    shop.move("A", Cause.COUNT, 0)
    assert [(row.branch, row.quantity) for row in shop.item("A").stock] == [("Main", 0)]


@pytest.mark.parametrize(("cause", "milli", "code", "words"), [
    (Cause.SALE, 10_001, "not_enough_stock", "^A has 10 at Main; 10.001 cannot leave"),
    (Cause.SALE, 8_000, "stock_held", "^Open orders hold 3 of A at Main; 2 would be left"),
    (Cause.COUNT, 2_999, "stock_held", "2.999 would be left"),
    (Cause.SALE, -5_000, "negative_quantity", "never below 0"),
    (Cause.COUNT, -1, "negative_quantity", "never below 0"),
    (Cause.RETURN, 0, "nothing_moved", "A quantity of 0 moves nothing"),
    (Cause.UPLOAD, 5, "unknown_cause", "^upload is no movement"),
])  # fmt: skip
def test_refused_movements_change_nothing(shop: ShopFixture, cause: Cause, milli: int, code: str, words: str) -> None:
    shop.add("A", 10)
    shop.place("A", 3)
    before = shop.item_json("A")
    with pytest.raises(Refused, match=words) as caught:
        shop.move("A", cause, milli)
    assert caught.value.code == code
    assert (shop.item_json("A"), len(shop.ledger("A"))) == (before, 1)


def test_what_comes_back_where_nothing_was_ever_set_is_all_there_is(shop: ShopFixture) -> None:
    shop.upload({"sku": "A", "name": "Pad"})
    assert shop.move("A", Cause.RETURN, 1_000) == Level(1_000, 0)


def test_a_movement_is_read_with_its_note_and_as_a_change(shop: ShopFixture) -> None:
    shop.add("A", 10)
    before = shop.read(lambda db: read_revision(db, shop.shop.id))
    now = shop.clock.now()
    shop.write(
        lambda tx: move_stock(tx, shop.shop, NewMovement("A", None, Cause.JOB, 1_000, "Job 7"), by="owner", now=now)
    )
    assert str(shop.ledger("A")[-1].note) == "Job 7"
    assert changed_since(shop, before) == 1


def changed_since(shop: ShopFixture, revision: int) -> int:
    """How many items readers of changes get."""
    return len(shop.read(lambda db: list_changed_items(db, shop.shop.id, revision, 10)))


def test_an_order_moves_the_units_of_each_line(shop: ShopFixture) -> None:
    """Released when it ends, sold when it leaves, and returned; readers of changes get each."""
    for sku in "AB":
        shop.add(sku, 10)
    lines = [{"sku": "A", "quantity": 2}, {"sku": "B", "quantity": 3}]
    first = shop.place("A", lines=lines)
    before = shop.read(lambda db: read_revision(db, shop.shop.id))
    shop.cancel(first)
    assert [shop.item(sku).reserved for sku in "AB"] == [0, 0]
    assert changed_since(shop, before) == 2
    order = shop.place("A", lines=lines)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    assert [(shop.item(sku).quantity, shop.item(sku).reserved) for sku in "AB"] == [(8, 0), (7, 0)]
    newest = shop.read(lambda db: list_item_history(db, shop.shop.id, "B"))[0].write.cause
    assert (newest.kind, newest.id) == (CauseKind.ORDER, shop.order(order).id)
    shop.cancel(order, restock=True)
    assert [shop.item(sku).quantity for sku in "AB"] == [10, 10]
    last = shop.ledger("B")[-1]
    assert (last.cause, last.change, last.quantity, str(last.note)) == (Cause.RETURN, 3_000, 10_000, order.reference)


def test_a_line_of_which_nothing_is_held_keeps_no_other_from_leaving(shop: ShopFixture) -> None:
    shop.add("A", 0)
    shop.add("B", 5)
    model = shop.place("B", 2)
    lines = (replace(model.lines[0], sku="A", short=2_000), model.lines[0])

    def insert(tx: Tx) -> Order:
        order = replace(model, reference="ORD-2026-000901", marketplace_reference="ORD-2026-000901", lines=lines)
        orders.insert_order(tx, order, [items.get_item(tx, shop.shop.id, sku).id for sku in "AB"])
        return orders.get_order(tx, shop.shop.id, order.reference)

    order = shop.write(insert)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        assert shop.act(order, action).refusal is None
    assert [shop.item(sku).quantity for sku in "AB"] == [0, 3]


def test_no_such_item_or_branch(shop: ShopFixture) -> None:
    with pytest.raises(NotFound, match="There is no item 'A'"):
        shop.move("A", Cause.COUNT, 1)
    shop.add("A")
    with pytest.raises(NotFound, match="There is no branch 'Sitra'"):
        shop.move("A", Cause.COUNT, 1, "Sitra")


@pytest.mark.parametrize("cause", MOVEMENTS)
def test_a_read_only_shop_moves_nothing(shop: ShopFixture, cause: Cause) -> None:
    shop.add("A")
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused) as caught:
        shop.move("A", cause, 1_000)
    assert caught.value.code == "read_only"
