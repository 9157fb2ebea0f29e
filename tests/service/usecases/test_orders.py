"""Orders over a real store: holds, sales, returns, expiry, history and events (contract §4)."""

from __future__ import annotations

import json

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action, Decision, Order, OrderQuery, Status, tidy_customer
from service.domain.money import MAX_FILS
from service.store import orders
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.usecases.act_on_order import act_on_order, cancel_order, take_phone_order
from service.usecases.edit_shop import set_read_only
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.shop_fixture import WAIT_S, ShopFixture

FLOW = (Action.CONFIRM_FITMENT, Action.ACCEPT, Action.READY, Action.DISPATCHED, Action.DELIVERED)


def test_it_is_accepted_when_it_is_placed_and_never_lapses(shop: ShopFixture) -> None:
    shop.add("A", 10)
    request = OrderRequest((LineRequest("A", 2_000, 500),))
    taken = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert (taken.status, taken.accept_by) == (Status.CONFIRMED, None)
    assert shop.read(orders.list_waiting_orders) == [], "nothing rings"
    shop.clock.advance(ACCEPT_WINDOW)
    assert shop.expire() == 0
    assert [event["event"] for event in shop.events()][-2:] == ["order.placed", "order.status"]
    assert shop.item("A").reserved == 2


@pytest.mark.parametrize("by_action", [True, False])
def test_one_that_ends_is_not_refunded_by_anybody(shop: ShopFixture, by_action: bool) -> None:
    shop.add("A", 10)
    request, now = OrderRequest((LineRequest("A", 1_000, 500),)), shop.clock.now()
    taken = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=now))

    def end(tx: Tx) -> Decision:
        if by_action:
            return act_on_order(tx, shop.shop, taken.reference, Action.REJECT, reason="Withdrawn", by="owner", now=now)
        return cancel_order(tx, shop.shop, taken.reference, reason="Withdrawn", restock=False, by="owner", now=now)

    ended = shop.write(end).order
    assert (ended.status, ended.refunded) == (Status.CANCELLED, False)
    history = shop.read(lambda db: orders.read_history(db, shop.shop.id, reference=taken.reference))
    assert not any(entry.refunded for entry in history)
    assert '"refunded": true' not in json.dumps(shop.events())


def test_its_order_counts_as_seen(shop: ShopFixture) -> None:
    shop.add("A", 10)
    request = OrderRequest((LineRequest("A", 1_000, 500),))
    shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    (listed,) = shop.read(lambda db: orders.search_orders(db, shop.shop.id, OrderQuery()))
    assert listed.seen


def test_one_that_is_refused_leaves_nothing(shop: ShopFixture) -> None:
    shop.add("A", 1)
    request = OrderRequest((LineRequest("A", 2_000, 500),))
    with pytest.raises(Refused, match="A has 1 free"):
        shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert shop.count("orders") == 0


def test_the_customer_is_stored_and_sent_to_nobody(shop: ShopFixture) -> None:
    shop.add("A", 10)
    customer = tidy_customer("Ali Hassan", "+973 33001122", "Road 12, Block 3", "Rings twice")
    request = OrderRequest((LineRequest("A", 1_000, 500),))
    now = shop.clock.now()
    taken = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=now, customer=customer))
    other = shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=now))
    found = shop.read(lambda db: orders.find_customers(db, [taken.id, other.id]))
    assert found == {taken.id: customer}
    assert "Hassan" not in json.dumps(shop.events())


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (LineRequest("B", 9_000), "Line 2: B has 5 free at Main; 9 cannot be ordered."),
        (LineRequest("C", 1_000), "Line 2: There is no item 'C'; check the SKU."),
    ],
)
def test_a_refusal_names_the_part_and_its_line(shop: ShopFixture, second: LineRequest, sentence: str) -> None:
    shop.add("A", 5)
    shop.add("B", 5)
    request = OrderRequest((LineRequest("A", 1_000), second))
    with pytest.raises(Refused) as refused:
        shop.write(lambda tx: take_phone_order(tx, shop.shop, request, by="owner", now=shop.clock.now()))
    assert refused.value.message == sentence
    assert shop.count("orders") == 0


def level(shop: ShopFixture, sku: str = "A") -> tuple[object, object]:
    item = shop.item_json(sku)
    return item["quantity"], item["reserved"]


def listed(shop: ShopFixture) -> list[Order]:
    return shop.read(lambda db: orders.list_orders(db, shop.shop.id))


def refusal_of(shop: ShopFixture, sku: str, units: float = 1, **order: object) -> Refused:
    before = level(shop) if shop.count("items") else None
    with pytest.raises(Refused) as caught:
        shop.place(sku, units, **order)
    assert before is None or level(shop) == before
    return caught.value


def test_the_whole_way_of_an_order(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("a", 2.5)
    assert (order.reference, order.items_fils, order.lines[0].sku) == ("ORD-2026-000001", 2_500, "A")
    assert level(shop) == (10, 2.5)
    for action in FLOW:
        shop.clock.advance(1_000)
        assert shop.act(order, action).refusal is None
    assert level(shop) == (7.5, 0)
    history = shop.history(order)
    assert [(e.action, e.from_status, e.to_status, e.by) for e in history] == [
        ("place", None, Status.PLACED, "owner"),
        ("confirm_fitment", Status.PLACED, Status.PLACED, "Till"),
        ("accept", Status.PLACED, Status.CONFIRMED, "Till"),
        ("ready", Status.CONFIRMED, Status.READY, "Till"),
        ("dispatched", Status.READY, Status.OUT_FOR_DELIVERY, "Till"),
        ("delivered", Status.OUT_FOR_DELIVERY, Status.DELIVERED, "Till"),
    ]
    assert [(e.cause, e.change, e.note and str(e.note)) for e in shop.ledger("A")] == [
        (Cause.UPLOAD, 10_000, None),
        (Cause.SALE, -2_500, order.reference),
    ]
    assert [event["event"] for event in shop.events()] == [
        "order.placed", "order.status", "order.status", "stock.changed", "order.status", "order.status",
    ]  # fmt: skip
    told = [event["data"] for event in shop.events() if event["event"] == "order.status"]
    assert [(one["action"], one["from"], one["to"], one["reason"], one["order"]["status"]) for one in told] == [
        ("accept", "placed", "confirmed", None, "confirmed"),
        ("ready", "confirmed", "ready", None, "ready"),
        ("dispatched", "ready", "out_for_delivery", None, "out_for_delivery"),
        ("delivered", "out_for_delivery", "delivered", None, "delivered"),
    ]
    moved = shop.events()[3]["data"]
    assert moved == {"sku": "A", "branch": "Main", "quantity": 7.5, "reserved": 0, "change": -2.5, "cause": "sale"}


def test_the_units_of_a_pickup_leave_when_it_is_fetched(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 4, delivery={"method": "pickup"})
    for action in (Action.ACCEPT, Action.READY, Action.DELIVERED):
        shop.act(order, action)
    assert level(shop) == (6, 0)
    assert [entry.change for entry in shop.ledger("A")] == [10_000, -4_000]


def test_a_price_of_nothing_is_a_price(shop: ShopFixture) -> None:
    shop.add("A", 10)
    given = shop.place("A", lines=[{"sku": "A", "quantity": 2, "price_fils": 0}])
    assert (given.lines[0].price_fils, given.lines[0].total_fils, given.items_fils) == (0, 0, 0)
    shop.upload({"sku": "A", "online_price_fils": 0})
    assert shop.place("A", 2).items_fils == 0, "an online price of 0 counts before the shop price"


def test_an_order_may_come_to_all_that_can_be_paid_and_no_more(shop: ShopFixture) -> None:
    shop.add("A", price_fils=MAX_FILS)
    assert shop.place("A").items_fils == MAX_FILS
    with pytest.raises(Refused, match="comes to more than can be paid") as refused:
        shop.place("A", 2)
    assert refused.value.code == "too_much_money"


def test_a_commission_may_be_all_that_the_items_come_to_and_no_more(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 2, commission_fils=2_000)
    assert (order.items_fils, order.commission_fils, order.payout_fils) == (2_000, 2_000, 0)
    assert refusal_of(shop, "A", 2, commission_fils=2_001).code == "too_much_commission"


def test_a_late_accept_is_refused_and_cancels_though_no_timer_ran(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 4)
    shop.clock.advance(ACCEPT_WINDOW)
    decision = shop.act(order, Action.ACCEPT)
    assert decision.refusal is not None
    held = shop.order(order)
    assert (held.status, held.refunded, held.accept_by) == (Status.CANCELLED, True, None)
    assert level(shop) == (10, 0)
    last = shop.history(order)[-1]
    assert (last.action, last.by, last.refunded, last.reason) == (
        "expire",
        "time",
        True,
        "Not accepted within 30 minutes.",
    )
    assert shop.expire() == 0


def test_time_cancels_overdue_orders_of_every_shop_read_only_ones_too(store: Store) -> None:
    one = ShopFixture.fresh(store)
    two = ShopFixture(store, ShopFixture.fresh(store).shop, one.clock)
    for floor in (one, two, one.paired()):
        floor.add("A", 10)
        floor.place("A", 1)
        floor.act(floor.place("A", 2), Action.ACCEPT)
    two.write(lambda tx: set_read_only(tx, two.shop, on=True))
    one.clock.advance(ACCEPT_WINDOW - 1)
    assert one.expire() == 0
    next_expiry = one.read(orders.find_next_expiry)
    assert next_expiry is not None
    assert next_expiry.at == one.clock.now() + 1
    one.clock.advance(1)
    assert [floor.expire() for floor in (one, two, one.paired())] == [1, 1, 1]
    assert [level(floor) for floor in (one, two, one.paired())] == [(10, 2)] * 3
    assert one.read(orders.find_next_expiry) is None


def test_a_clock_set_back_gives_an_order_no_less_time(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A")
    shop.clock.set(shop.clock.now() - 86_400_000)
    assert shop.expire() == 0
    assert shop.act(order, Action.ACCEPT).refusal is None


@pytest.mark.parametrize("restock", [False, True])
def test_cancelling_after_dispatch_brings_units_back_only_if_the_caller_says_so(
    shop: ShopFixture, restock: bool
) -> None:
    shop.add("A", 10)
    order = shop.place("A", 4)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    shop.cancel(order, "not found", restock=restock)
    assert level(shop) == ((10, 0) if restock else (6, 0))
    assert [entry.cause for entry in shop.ledger("A")][2:] == ([Cause.RETURN] if restock else [])
    held = shop.order(order)
    assert (held.status, held.refunded, held.reason) == (Status.CANCELLED, True, "not found")


def test_a_read_only_shop_cancels_what_left_but_takes_no_units_back(shop: ShopFixture) -> None:
    shop.add("A")
    orders = [shop.place("A"), shop.place("A")]
    for order in orders:
        for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
            shop.act(order, action)
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused, match="read-only"):
        shop.cancel(orders[0], restock=True)
    assert shop.cancel(orders[1]).order.status == "cancelled"


def test_units_that_no_longer_fit_are_not_restocked_and_the_order_stays(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 4)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    shop.add("A", 1_000_000_000)
    with pytest.raises(Refused) as caught:
        shop.cancel(order, "not found", restock=True)
    assert (caught.value.code, level(shop)) == ("too_much_stock", (1_000_000_000, 0))
    assert listed(shop)[0].status is Status.OUT_FOR_DELIVERY
    shop.cancel(order, "not found", restock=False)
    assert listed(shop)[0].status is Status.CANCELLED


@pytest.mark.parametrize("restock", [False, True])
def test_cancelling_before_dispatch_releases_the_hold_and_no_more(shop: ShopFixture, restock: bool) -> None:
    shop.add("A", 10)
    shop.cancel(shop.place("A", 4), restock=restock)
    assert level(shop) == (10, 0)
    assert len(shop.ledger("A")) == 1


def test_a_closed_order_cannot_be_cancelled(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 4)
    shop.cancel(order)
    with pytest.raises(Refused, match="is cancelled; cancel is possible only before"):
        shop.cancel(order)
    with pytest.raises(Refused, match="Say why"):
        shop.cancel(shop.place("A", 4), " ")


def test_a_refused_action_writes_nothing(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 4)
    before = shop.written_rows
    for action, reason in ((Action.READY, None), (Action.REJECT, " "), (Action.DELIVERED, None)):
        assert shop.act(order, action, reason).refusal is not None
    assert shop.written_rows == before


def test_fitment_confirmed_again_writes_nothing(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", 4)
    shop.act(order, Action.CONFIRM_FITMENT)
    before = shop.written_rows
    assert shop.act(order, Action.CONFIRM_FITMENT).refusal is None
    assert shop.written_rows == before


def test_why_an_order_is_refused(shop: ShopFixture) -> None:
    shop.upload(
        {"sku": "A", "name": "Pad", "price_fils": 5, "quantity": 3},
        {"sku": "OFF", "name": "Pad", "price_fils": 5, "quantity": 3, "active": False},
        {"sku": "FREE", "name": "Pad", "quantity": 3},
        {"sku": "DEAR", "name": "Pad", "price_fils": 2**53 - 1, "quantity": 3},
    )
    assert (refusal_of(shop, "X").code, refusal_of(shop, "X").message) == (
        "unknown_sku",
        "There is no item 'X'; check the SKU.",
    )
    assert refusal_of(shop, "off").code == "inactive_sku"
    assert refusal_of(shop, "FREE").code == "no_price"
    assert refusal_of(shop, "DEAR", 2).code == "too_much_money"
    assert refusal_of(shop, "A", 1, commission_fils=100_000).code == "too_much_commission"
    assert refusal_of(shop, "A", 3.001).message == "A has 3 free at Main; 3.001 cannot be ordered."
    twice = [{"sku": "A", "quantity": 2}, {"sku": "a", "quantity": 1.001}]
    assert refusal_of(shop, "A", lines=twice).message == "Line 2: A has 1 free at Main; 1.001 cannot be ordered."
    with pytest.raises(NotFound, match="There is no branch 'Sitra'"):
        shop.place("A", branch="Sitra")
    assert (shop.count("orders"), shop.count("events"), shop.count("order_history")) == (0, 0, 0)
    assert shop.place("A", 3).reference.endswith("000001"), "a refused order uses up no number"


def test_lines_of_one_item_are_held_and_leave_together(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A", lines=[{"sku": "A", "quantity": 1}, {"sku": "a", "quantity": 2}])
    assert level(shop) == (10, 3)
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        shop.act(order, action)
    assert level(shop) == (7, 0)


def test_which_price_counts(shop: ShopFixture) -> None:
    shop.add("A", 10, price_fils=100, online_price_fils=90)
    shop.add("B", 10, price_fils=100, online_price_fils=0)
    lines = [{"sku": "A", "quantity": 1.5}, {"sku": "B", "quantity": 1}, {"sku": "A", "quantity": 1, "price_fils": 7}]
    order = shop.place("A", lines=lines, commission_fils=40)
    assert [(line.price_fils, line.total_fils) for line in order.lines] == [(90, 135), (0, 0), (7, 7)]
    assert (order.items_fils, order.payout_fils) == (142, 102)


def test_two_orders_racing_for_the_last_unit(shop: ShopFixture) -> None:
    shop.add("A", 1)
    racing = [shop.submit_order("A", 1) for _ in range(20)]
    won = [future for future in racing if future.exception(WAIT_S) is None]
    assert len(won) == 1
    assert level(shop) == (1, 1)
    assert all(isinstance(future.exception(), Refused) for future in racing if future not in won)


def test_an_orders_branch_is_where_it_is_held(shop: ShopFixture) -> None:
    shop.add("A", 1)
    shop.upload({"sku": "A", "quantity": 5, "branch": "Sitra"})
    order = shop.place("A", 5, branch="SITRA")
    assert [(row.branch, row.quantity, row.reserved) for row in shop.item("A").stock] == [
        ("Main", 1, 0),
        ("Sitra", 5, 5),
    ]
    shop.cancel(order)
    assert [row.reserved for row in shop.item("A").stock] == [0, 0]


def test_the_sequence_counts_per_shop_and_year(store: Store) -> None:
    one = ShopFixture.fresh(store)
    two = ShopFixture(store, ShopFixture.fresh(store).shop, one.clock)
    references = []
    for floor in (one, two, one):
        floor.add("A", 10)
        references.append(floor.place("A").reference)
    one.clock.set(1_798_761_600_000)
    references.append(one.place("A").reference)
    assert references == ["ORD-2026-000001", "ORD-2026-000001", "ORD-2026-000002", "ORD-2027-000001"]


def test_another_shops_order_is_not_there(store: Store) -> None:
    one, two = ShopFixture.fresh(store), ShopFixture.fresh(store)
    one.add("A")
    order = one.place("A")
    for other in (two, one.paired()):
        with pytest.raises(NotFound, match=f"There is no order {order.reference} in this shop"):
            other.act(order, Action.ACCEPT)
        with pytest.raises(NotFound):
            other.cancel(order)
        assert listed(other) == []
        assert other.history(order) == []


def test_a_read_only_shop_refuses_actions(shop: ShopFixture) -> None:
    shop.add("A", 10)
    order = shop.place("A")
    shop.write(lambda tx: set_read_only(tx, shop.shop, on=True))
    shop.reload()
    with pytest.raises(Refused) as caught:
        shop.act(order, Action.ACCEPT)
    assert caught.value.code == "read_only"
    assert shop.order(order).status is Status.PLACED


def test_orders_are_listed_newest_first_in_pages(shop: ShopFixture) -> None:
    shop.add("A", 100)
    placed = [shop.place("A") for _ in range(7)]
    for order in placed[::2]:
        shop.act(order, Action.ACCEPT)
    first = shop.read(lambda db: orders.list_orders(db, shop.shop.id, limit=3))
    rest = shop.read(lambda db: orders.list_orders(db, shop.shop.id, limit=30, before=first[-1].id))
    assert [order.reference for order in first + rest] == [order.reference for order in placed[::-1]]
    confirmed = shop.read(lambda db: orders.list_orders(db, shop.shop.id, Status.CONFIRMED))
    assert [order.id for order in confirmed] == [order.id for order in placed[::2]][::-1]
    assert shop.read(lambda db: orders.count_by_status(db, shop.shop.id)) == {Status.PLACED: 3, Status.CONFIRMED: 4}


def test_the_history_is_one_sequence_that_can_be_read_from_a_position(shop: ShopFixture) -> None:
    shop.add("A", 10)
    for order in [shop.place("A") for _ in range(3)]:
        shop.act(order, Action.REJECT, "sold")
    every = shop.read(lambda db: orders.read_history(db, shop.shop.id))
    since = shop.read(lambda db: orders.read_history(db, shop.shop.id, after=every[2].position, limit=2))
    assert since == every[3:5]
    assert [(entry.action, entry.refunded, entry.reason) for entry in every[3:]] == [("reject", True, "sold")] * 3
    assert shop.read(find_wrong_reservations) == []
