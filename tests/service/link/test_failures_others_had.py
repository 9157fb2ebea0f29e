"""Failures of other integrations, each with its own test (link §8)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.domain import wire
from service.domain.catalogue.stock import Cause
from service.domain.marketplace.orders import Action, Status
from service.domain.times import HOUR, MINUTE, SECOND
from service.store.link import links, mirror
from tests.fakes.linked_pair import LinkedPair, body_of, linked_pair
from tests.fakes.upstream_proxy import Weather


@pytest.mark.parametrize("weather", [Weather.CUT, Weather.TRUNCATED, Weather.HTML])
async def test_a_job_is_not_stuck_as_started_after_a_crash(pair: LinkedPair, weather: Weather) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    pair.act(placed, Action.ACCEPT)
    pair.proxy.weather = weather
    await pair.runner.sender.step()
    assert pair.near_order(placed).status is Status.PLACED
    pair.proxy.weather = Weather.FINE
    await pair.begin()
    pair.pass_time(MINUTE)
    await pair.runner.sender.step()
    assert pair.near_order(placed).status is Status.CONFIRMED
    assert [entry.action for entry in pair.far.history(placed)] == ["place", "accept"]
    assert pair.report.actions_waiting == 0


async def test_a_failed_round_of_uploads_does_not_wait_for_the_next_local_write(pair: LinkedPair) -> None:
    pair.near.move("A", Cause.SALE, 1000)
    pair.proxy.weather = Weather.DROPPED
    due = await pair.runner.pusher.step()
    assert due is not None
    pair.proxy.weather = Weather.FINE
    pair.pass_time(due - pair.clock.now())
    await pair.runner.pusher.step()
    assert pair.far.item("A").quantity == 9


async def test_no_marker_says_waiting_over_an_empty_queue(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED, Action.DELIVERED):
        pair.act(placed, action)
        await pair.runner.sender.step()
    pair.near.upload({"sku": "A", "price_fils": 5}, {"sku": "A", "price_fils": 1000})
    await pair.calm_down()
    report = pair.report
    assert (report.to_push, report.actions_waiting, report.oldest_waiting_at, report.parked) == (0, 0, None, 0)


async def test_what_the_marketplace_says_does_not_undo_what_the_shop_did_and_could_not_send(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    pair.act(placed, Action.ACCEPT)
    await pair.runner.sender.step()
    pair.act(placed, Action.READY)
    pair.act(placed, Action.DISPATCHED)
    await pair.poll()
    assert pair.near_order(placed).status is Status.OUT_FOR_DELIVERY
    assert pair.near.read(lambda db: mirror.list_shown(db, pair.near.shop.id)) == []


async def test_stock_is_not_restored_over_orders_that_are_not_delivered(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 4)
    await pair.poll()
    own = pair.near.place("A", 3)
    pair.near.upload({"sku": "A", "quantity": 10})
    await pair.calm_down()
    far = pair.far.item("A")
    assert (far.quantity, far.reserved) == (7, 4), "what is left there to sell is what is free here"
    assert pair.near.item("A").reserved == 7
    pair.near.cancel(own)
    await pair.calm_down()
    assert pair.far.item("A").quantity == 10
    assert pair.near_order(placed).status is Status.PLACED


async def test_a_list_without_an_item_zeroes_nothing_on_either_side(pair: LinkedPair) -> None:
    empty = body_of(items={}, offset=0, limit=500, total=0)
    pair.proxy.answers["/v1/items?offset=0&limit=500"] = empty
    pair.near.write(lambda tx: links.change_link(tx, pair.near.shop.id, compare_due=True))
    await pair.runner.read_catalogue()
    pair.proxy.answers.clear()
    await pair.calm_down()
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (10, 10)
    assert pair.near.item("A").active


async def test_no_order_is_missed_by_its_date(tmp_path: Path) -> None:
    async with linked_pair(tmp_path, far_ahead=-HOUR) as pair:
        await pair.connect_with(10)
        orders = [pair.far.place("A", 1) for _ in range(3)]
        pair.far.clock.set(pair.far.clock.now() - 5 * MINUTE)
        orders += [pair.far.place("A", 1) for _ in range(3)]
        await pair.poll()
        assert [pair.near_order(order).status for order in orders] == [Status.PLACED] * 6


async def test_pages_that_shift_while_they_are_read_lose_no_item(tmp_path: Path) -> None:
    async with linked_pair(tmp_path, rate_limit=None) as pair:
        rows = [{"sku": f"P-{place:04d}", "name": "x", "quantity": 1} for place in range(700)]
        pair.near.upload(*rows)
        pair.far.upload(*rows)
        await pair.connect(approved=False)
        # The second page begins one item later than it should: P-0500 is on neither.
        second = await pair.runner.session.far.read_items(501)
        answer = {
            "items": {item.sku: {"name": "x", "stock": [{"branch": "Main", "quantity": 1}]} for item in second.items},
            "offset": 500, "limit": 500, "total": 700,
        }  # fmt: skip
        pair.proxy.answers["/v1/items?offset=500&limit=500"] = json.dumps(answer).encode()
        await pair.runner.read_catalogue()
        pair.proxy.answers.clear()
        pair.approve()
        await pair.calm_down()
        near, far = pair.equal_stock()
        assert near == far
        assert pair.near.item("P-0500").quantity == 1


async def test_one_broken_order_does_not_stop_the_others(pair: LinkedPair) -> None:
    good = pair.far.place("A", 1)
    listed = json.loads(wire.encode(wire.order_out(good)))
    broken = [
        {**listed, "reference": "ORD-2026-000801", "lines": [{"sku": "A", "quantity": -1, "price_fils": 5}]},
        {**listed, "reference": "ORD-2026-000802", "status": "lost"},
        {**listed, "reference": "ORD-2026-000803", "placed_at": "yesterday"},
        {**listed, "reference": "ORD-2026-000804", "payout": {}},
        {"no": "order"}, 5, None, "text",
    ]  # fmt: skip
    pair.proxy.answers["/v1/orders?status=placed&limit=500"] = body_of(orders=[*broken, listed])
    await pair.poll()
    assert pair.near_order(good).status is Status.PLACED
    aside = {order.name: str(order.message) for order in _aside(pair)}
    assert len(aside) == 8
    assert "lines[0].quantity: must be a number of 0 or more" in aside["ORD-2026-000801"]
    assert "status" in aside["ORD-2026-000802"]
    assert "placed_at" in aside["ORD-2026-000803"]
    assert "commission_fils" in aside["ORD-2026-000804"]
    mended = {**listed, "reference": "ORD-2026-000803"}
    pair.proxy.answers["/v1/orders?status=placed&limit=500"] = body_of(orders=[mended, listed])
    await pair.poll()
    assert "ORD-2026-000803" not in [order.name for order in _aside(pair)]


def _aside(pair: LinkedPair) -> list[mirror.SetAside]:
    return pair.near.read(lambda db: mirror.list_set_aside(db, pair.near.shop.id))


async def test_a_429_is_followed_by_silence_not_by_a_storm(pair: LinkedPair) -> None:
    pair.proxy.weather = Weather.TOO_MANY
    pair.proxy.calls.clear()
    started = pair.clock.monotonic()
    for _ in range(20):
        await pair.runner.poll()
        await pair.runner.pusher.step()
        pair.pass_time(SECOND)
    minutes = (pair.clock.monotonic() - started) / 60
    assert len(pair.proxy.calls) <= 2 * minutes + 2


async def test_a_first_upload_that_is_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    async with linked_pair(tmp_path) as pair:
        for first in range(0, 2500, 500):
            rows = [{"sku": f"P-{place}", "name": "x", "quantity": 1} for place in range(first, first + 500)]
            pair.near.upload(*rows)
        await pair.connect()
        pair.proxy.script = [Weather.FINE, Weather.FINE, Weather.DROPPED]
        await pair.runner.pusher.step()
        assert 0 < pair.report.to_push < 2500
        left = pair.report.to_push
        await pair.begin()
        pair.proxy.calls.clear()
        await pair.calm_down()
        assert pair.report.to_push == 0
        posts = [path for method, path in pair.proxy.calls if method == "POST"]
        assert len(posts) == -(-left // 1000)
        near, far = pair.equal_stock()
        assert near == far


async def test_a_reading_that_fails_halfway_marks_nothing_as_read(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 1)
    pair.proxy.over, pair.proxy.weather = "status=placed", Weather.TRUNCATED
    await pair.runner.poller.step()
    await pair.poll()
    pair.proxy.weather = Weather.FINE
    pair.pass_time(MINUTE)
    await pair.poll()
    assert pair.near_order(placed).status is Status.PLACED


async def test_an_edit_is_not_lost_to_a_clock_that_is_an_hour_off(pair: LinkedPair) -> None:
    pair.clock.set(pair.clock.now() - HOUR)
    pair.near.upload({"sku": "A", "price_fils": 777})
    for _ in range(3):
        await pair.runner.pusher.step()
        pair.pass_time(2 * MINUTE)
    assert pair.far.item("A").price_fils == 777


async def test_a_link_that_slept_does_not_call_itself_connected(pair: LinkedPair) -> None:
    await pair.poll()
    assert pair.report.state == "connected"
    pair.pass_time(8 * HOUR)
    assert pair.report.state == "waiting"
    placed = pair.far.place("A", 1)
    pair.runner.on_resumed()
    await pair.runner.poll()
    assert pair.near_order(placed).status is Status.PLACED
    assert pair.report.state == "connected"
