"""A shop and a real upstream: orders come down, actions go up (link §2 and §3)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.domain import wire
from service.domain.catalogue.stock import Cause
from service.domain.marketplace.orders import Action, Order, Status
from service.domain.times import DAY, HOUR, MINUTE, SECOND, format_rfc3339
from service.store.link import mirror
from service.store.revisions import list_changed_items, read_revision
from service.usecases.link.report_link import list_notices
from tests.fakes.linked_pair import LinkedPair, body_of, linked_pair
from tests.fakes.reservations import find_wrong_reservations
from tests.fakes.upstream_proxy import Weather


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[LinkedPair]:
    async with linked_pair(tmp_path) as made:
        yield made


def ship_there(pair: LinkedPair, order: Order) -> None:
    """The marketplace carries an order out to the moment when its units leave."""
    for step in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        pair.far.act(order, step)


async def test_an_order_comes_down_held_and_rings_like_any_other(pair: LinkedPair) -> None:
    await pair.connect_with(5)
    placed = pair.far.place("A", 2, vehicle={"make": "Kia", "model": "Rio"})
    await pair.poll()
    await pair.poll()
    order = pair.near_order(placed)
    assert (order.reference, order.status) == (placed.reference, Status.PLACED)
    assert order.marketplace_reference == placed.reference
    assert (order.accept_by, order.placed_at) == (placed.accept_by, placed.placed_at)
    assert pair.near.item("A").reserved == 2
    assert [event["event"] for event in pair.near.events()] == ["order.placed"]
    assert pair.near.place("A", 1).reference == "ORD-2026-9000001"


async def test_a_countdown_is_right_although_the_far_clock_is_an_hour_ahead(tmp_path: Path) -> None:
    async with linked_pair(tmp_path, far_ahead=HOUR) as pair:
        await pair.connect_with(5)
        placed = pair.far.place("A", 1)
        await pair.poll()
        accept_by = pair.near_order(placed).accept_by
        assert accept_by is not None
        assert abs(accept_by - (pair.clock.now() + 30 * MINUTE)) <= 5 * SECOND
        pair.act(placed, Action.ACCEPT)
        await pair.calm_down()
        assert pair.far.order(placed).status is Status.CONFIRMED


async def test_an_order_that_asks_more_than_is_here_is_short_and_filled_later(pair: LinkedPair) -> None:
    await pair.connect_with(5)
    placed = pair.far.place("A", 3)
    pair.near.move("A", Cause.COUNT, 2000)
    await pair.poll()
    order = pair.near_order(placed)
    assert order.held_of(order.lines[0]) == 2000
    pair.near.move("A", Cause.RETURN, 4000)
    assert pair.near.order(order).held_of(pair.near.order(order).lines[0]) == 3000


async def test_an_unknown_sku_becomes_an_item_that_is_not_in_use(pair: LinkedPair) -> None:
    await pair.connect()
    pair.far.add("Z", 5)
    shop, held = pair.near.shop.id, pair.near.count("items")
    before = pair.near.read(lambda db: read_revision(db, shop))
    placed = pair.far.place("Z", 1)
    await pair.poll()
    assert pair.near_order(placed).status is Status.PLACED
    assert not pair.near.item("Z").active
    changed = pair.near.read(lambda db: list_changed_items(db, shop, before, 9))
    assert [item.revision for item in changed] == [before + 1], "readers of changed items meet it"
    total = pair.near.read(lambda db: db.scalar("SELECT items_total FROM shops WHERE id = ?", (shop,)))
    assert total == pair.near.count("items") == held + 1


async def test_of_an_unknown_sku_that_is_on_its_way_no_unit_leaves(pair: LinkedPair) -> None:
    await pair.connect()
    pair.far.add("Z", 5)
    placed = pair.far.place("Z", 2)
    ship_there(pair, placed)
    await pair.poll()
    assert pair.near_order(placed).units_left
    assert (pair.near.item("Z").quantity, pair.near.ledger("Z")) == (0, [])


async def test_an_accept_is_granted_there_and_then_done_here(pair: LinkedPair) -> None:
    placed = await pair.take_order()
    decision = pair.act(placed, Action.ACCEPT)
    assert decision.waits_for is not None
    assert pair.near_order(placed).status is Status.PLACED
    assert pair.act(placed, Action.ACCEPT).waits_for == decision.waits_for, "the same action joins the one that waits"
    await pair.runner.sender.step()
    assert pair.near_order(placed).status is Status.CONFIRMED
    assert pair.far.order(placed).status is Status.CONFIRMED
    assert [entry.by for entry in pair.near.history(pair.near_order(placed))] == ["marketplace", "Till"]


async def test_what_the_shop_does_takes_effect_at_once_and_follows_in_order(pair: LinkedPair) -> None:
    placed = await pair.take_order(accepted=True)
    pair.proxy.weather = Weather.DROPPED
    for action in (Action.READY, Action.DISPATCHED):
        assert pair.act(placed, action).order.status is not Status.CONFIRMED
    await pair.runner.sender.step()
    await pair.runner.pusher.step()
    assert pair.far.order(placed).status is Status.CONFIRMED
    assert pair.near.item("A").quantity == 3
    pair.proxy.weather = Weather.FINE
    pair.proxy.calls.clear()
    pair.pass_time(MINUTE)
    await pair.calm_down()
    assert [path.rsplit("/", 1)[1] for method, path in pair.proxy.calls if method == "POST" and "orders" in path] == [
        "ready", "dispatched",
    ]  # fmt: skip
    assert pair.far.order(placed).status is Status.OUT_FOR_DELIVERY
    assert pair.far.item("A").quantity == 3
    assert pair.report.to_push == 0


async def test_stock_is_not_sent_while_an_action_that_moves_it_waits(pair: LinkedPair) -> None:
    placed = await pair.take_order(accepted=True)
    pair.act(placed, Action.READY)
    pair.act(placed, Action.DISPATCHED)
    pair.near.upload({"sku": "A", "price_fils": 900})
    await pair.runner.pusher.step()
    assert (pair.far.item("A").quantity, pair.far.item("A").price_fils) == (5, 900)
    await pair.calm_down()
    assert (pair.far.item("A").quantity, pair.far.item("A").reserved) == (3, 0)


async def test_units_that_arrive_while_a_dispatch_waits_are_sent(pair: LinkedPair) -> None:
    """In the end as many are here as the marketplace acknowledged before it took two off itself."""
    placed = await pair.take_order(accepted=True)
    pair.act(placed, Action.READY)
    pair.act(placed, Action.DISPATCHED)
    pair.near.move("A", Cause.RETURN, 2000)
    await pair.calm_down()
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (5, 5)


async def test_units_that_arrive_while_the_marketplace_ships_are_sent(pair: LinkedPair) -> None:
    placed = await pair.take_order()
    ship_there(pair, placed)
    await pair.poll()
    pair.near.move("A", Cause.RETURN, 2000)
    await pair.calm_down()
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (5, 5)


async def test_units_of_an_order_that_was_first_seen_on_its_way_leave_here_too(pair: LinkedPair) -> None:
    await pair.connect_with(5)
    placed = pair.far.place("A", 2)
    ship_there(pair, placed)
    await pair.poll()
    level = pair.near.item("A")
    assert (level.quantity, level.reserved) == (3, 0)
    sale = pair.near.ledger("A")[-1]
    assert (sale.cause, sale.change, str(sale.note)) == (Cause.SALE, -2_000, placed.reference)


async def test_what_other_orders_hold_stays_held_when_the_next_one_comes_down(pair: LinkedPair) -> None:
    pair.near.add("A", 10)
    await pair.connect()
    await pair.calm_down()
    for units in (2, 3):
        pair.far.place("A", units)
        await pair.poll()
    assert (pair.near.item("A").quantity, pair.near.item("A").reserved) == (10, 5)
    ship_there(pair, pair.far.place("A", 1))
    await pair.poll()
    assert (pair.near.item("A").quantity, pair.near.item("A").reserved) == (9, 5)
    assert pair.near.read(find_wrong_reservations) == []


async def test_units_that_left_before_the_link_began_are_counted_already(pair: LinkedPair) -> None:
    pair.far.add("A", 12)
    placed = pair.far.place("A", 2)
    ship_there(pair, placed)
    pair.pass_time(MINUTE)
    pair.near.add("A", 10)
    await pair.connect()
    await pair.poll()
    assert pair.near_order(placed).status is Status.OUT_FOR_DELIVERY
    assert pair.near.item("A").quantity == 10


async def test_stock_is_sent_after_an_order_was_first_seen_on_its_way(pair: LinkedPair) -> None:
    """Two units came back here, so that the level is the one that was acknowledged before."""
    await pair.connect_with(5)
    ship_there(pair, pair.far.place("A", 2))
    await pair.poll()
    pair.near.move("A", Cause.RETURN, 2_000)
    await pair.calm_down()
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (5, 5)


async def test_stock_is_not_sent_while_a_pickup_that_left_here_waits(pair: LinkedPair) -> None:
    """The marketplace takes the units off with the action, so the lower level comes after."""
    await pair.connect_with(5)
    placed = pair.far.place("A", 2, delivery={"method": "pickup"})
    await pair.poll()
    for action in (Action.ACCEPT, Action.READY):
        pair.act(placed, action)
        await pair.runner.sender.step()
    pair.act(placed, Action.DELIVERED)
    assert pair.near.item("A").quantity == 3
    await pair.runner.pusher.step()
    assert (pair.far.item("A").quantity, pair.far.item("A").reserved) == (5, 2)
    pair.near.move("A", Cause.RETURN, 2_000)
    await pair.calm_down()
    assert pair.far.order(placed).status is Status.DELIVERED
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (5, 5)


async def test_units_that_arrive_while_an_upload_is_answered_are_sent(pair: LinkedPair) -> None:
    """The upload is answered after the marketplace has shipped two, and two more are here."""
    await pair.connect_with(4)
    placed = pair.far.place("A", 2)
    await pair.poll()
    pair.near.move("A", Cause.RETURN, 1000)

    async def ship_and_return() -> None:
        ship_there(pair, placed)
        await pair.poll()
        pair.near.move("A", Cause.RETURN, 2000)

    pair.proxy.meanwhile["/v1/items"] = ship_and_return
    await pair.runner.pusher.step()
    await pair.calm_down()
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (5, 5)


async def test_a_buyer_who_cancelled_first_wins_and_the_owner_is_told(pair: LinkedPair) -> None:
    placed = await pair.take_order(accepted=True)
    pair.act(placed, Action.READY)
    pair.act(placed, Action.DISPATCHED)
    pair.far.cancel(placed, "I found it cheaper")
    await pair.calm_down()
    order = pair.near_order(placed)
    assert (order.status, order.reason) == (Status.CANCELLED, "I found it cheaper")
    notices = [str(sentence) for _, sentence in pair.near.read(lambda db: list_notices(db, pair.near.shop.id))]
    assert any("call the buyer" in notice for notice in notices)
    assert pair.report.actions_waiting == 0


async def test_a_refused_action_follows_the_marketplace_and_says_its_words(pair: LinkedPair) -> None:
    placed = await pair.take_order()
    pair.far.cancel(placed, "Changed my mind")
    pair.act(placed, Action.ACCEPT)
    await pair.runner.sender.step()
    assert pair.near_order(placed).status is Status.CANCELLED
    assert pair.near.item("A").reserved == 0


async def test_the_marketplace_decides_about_time(pair: LinkedPair) -> None:
    placed = await pair.take_order()
    pair.pass_time(31 * MINUTE)
    assert pair.near.expire() == 0
    assert pair.near_order(placed).status is Status.PLACED
    pair.far.expire()
    await pair.poll()
    order = pair.near_order(placed)
    assert (order.status, order.reason) == (Status.CANCELLED, "Not accepted within 30 minutes.")


async def test_orders_that_were_closed_before_the_link_never_come_down(pair: LinkedPair) -> None:
    pair.far.add("A", 5)
    pair.far.act(pair.far.place("A", 1), Action.REJECT, "No stock")
    pair.clock.advance(MINUTE)
    await pair.connect()
    await pair.calm_down()
    await pair.poll()
    assert pair.near.count("orders") == 0


async def test_a_closed_order_that_could_not_be_read_at_first_stays_history(pair: LinkedPair) -> None:
    """Its mended row is no new order; one that was placed since the link is."""
    pair.far.add("A", 5)
    pair.near.add("A", 5)
    placed = pair.far.place("A", 1)
    pair.far.act(placed, Action.REJECT, "No stock")
    old = json.loads(wire.encode(wire.order_out(pair.far.order(placed))))
    pair.clock.advance(MINUTE)
    new = {**old, "reference": "ORD-2026-000777", "placed_at": format_rfc3339(pair.clock.now() + MINUTE)}
    path = "/v1/orders?status=cancelled&limit=500"
    pair.proxy.answers[path] = body_of(orders=[{**old, "payout": {}}, {**new, "payout": {}}])
    await pair.connect()
    await pair.calm_down()
    assert len(pair.near.read(lambda db: mirror.list_set_aside(db, pair.near.shop.id))) == 2
    pair.proxy.answers[path] = body_of(orders=[old, new])
    pair.pass_time(HOUR)
    await pair.poll()
    assert pair.near.read(lambda db: mirror.list_set_aside(db, pair.near.shop.id)) == []
    assert pair.near.count("orders") == 1
    assert pair.near_order(replace(pair.far.order(placed), reference="ORD-2026-000777")).status is Status.CANCELLED


async def test_a_closed_order_that_a_wrong_clock_dates_before_the_link_comes_down(tmp_path: Path) -> None:
    async with linked_pair(tmp_path, far_ahead=HOUR) as pair:
        await pair.connect_with(5)
        right = pair.far.clock.now()
        pair.far.clock.set(right - DAY)
        placed = pair.far.place("A", 1)
        pair.far.act(placed, Action.REJECT, "No stock")
        pair.far.clock.set(right)
        await pair.poll()
        assert pair.near_order(placed).status is pair.far.order(placed).status
        assert pair.near.events() == []
