"""Bad weather on the way, revoked keys, restored and offline marketplaces (link §8)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from service.domain.catalogue.stock import Cause
from service.domain.changes import Changes
from service.domain.link.link_state import LinkState
from service.domain.marketplace.orders import Action, Status
from service.domain.times import MINUTE, SECOND
from service.link.link_errors import LinkFault
from service.link.order_poller import PLACED_EVERY
from service.link.upstream import FEED_WAIT_S
from service.link.upstream_check import check_upstream
from service.link.upstream_client import SILENT_S
from service.store.link import links, mirror, pushed_items
from service.usecases.link.edit_link import switch_link
from tests.fakes.linked_pair import LinkedPair, body_of, linked_pair
from tests.fakes.upstream_proxy import ON_THE_WAY, Weather


@pytest.mark.parametrize("weather", [*ON_THE_WAY, Weather.NOTHING, Weather.REDIRECT, Weather.ENDLESS, Weather.TOO_MANY])
async def test_bad_weather_loses_nothing_and_says_so_in_a_sentence(pair: LinkedPair, weather: Weather) -> None:
    placed = pair.far.place("A", 2)
    pair.near.move("A", Cause.SALE, 1000)
    pair.proxy.weather = weather
    await pair.runner.pusher.step()
    pair.pass_time(2 * MINUTE)
    assert pair.report.state == "waiting"
    await pair.poll()
    fault = pair.link.fault
    assert fault is not None
    assert str(fault).endswith(".")
    pair.proxy.weather = Weather.FINE
    pair.pass_time(6 * MINUTE)
    await pair.calm_down()
    assert pair.near_order(placed).status is Status.PLACED
    assert pair.far.item("A").quantity == 9
    assert pair.report.state == "connected"


async def test_a_marketplace_that_hangs_is_waited_for_in_public(pair: LinkedPair) -> None:
    """A call may take half a minute; the state says so before."""
    pair.silent_s = 0.0
    await pair.begin()
    before, changed, loop = pair.report.state, asyncio.Event(), asyncio.get_running_loop()

    def note_change(_changes: Changes) -> None:
        loop.call_soon_threadsafe(changed.set)

    pair.near.store.subscribe(note_change)

    async def hang() -> None:
        async with asyncio.timeout(20):
            while pair.report.state is not LinkState.WAITING:
                await changed.wait()
                changed.clear()

    pair.proxy.meanwhile["/v1/orders?status=placed&limit=500"] = hang
    await pair.poll()
    assert (before, pair.proxy.meanwhile, pair.report.state) == (LinkState.CONNECTED, {}, LinkState.CONNECTED)


def test_the_longest_silence_of_a_link_is_less_than_twenty_seconds() -> None:
    assert max(PLACED_EVERY / SECOND, FEED_WAIT_S) + SILENT_S < 20


async def test_a_revoked_key_is_the_owners_turn(pair: LinkedPair) -> None:
    pair.proxy.weather = Weather.KEY_REFUSED
    await pair.poll()
    assert (pair.report.state, "key" in pair.report.message) == (LinkState.REFUSED, True)
    pair.proxy.calls.clear()
    for _ in range(10):
        await pair.runner.poll()
        pair.pass_time(6 * SECOND)
    assert len(pair.proxy.calls) <= 3


async def test_what_reaches_upstream_twice_takes_effect_once(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    pair.proxy.weather = Weather.DOUBLED
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        pair.act(placed, action)
        await pair.runner.sender.step()
    await pair.calm_down()
    assert [entry.action for entry in pair.far.history(placed)] == ["place", "accept", "ready", "dispatched"]
    assert pair.near_order(placed).status is Status.OUT_FOR_DELIVERY
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (8, 8)


async def test_a_marketplace_restored_from_an_older_backup_is_shown_and_repaired(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    pair.act(placed, Action.ACCEPT)
    await pair.runner.sender.step()
    pair.far.write(lambda tx: tx.update("UPDATE orders SET status = 'placed', accept_by = placed_at + 1800000"))
    pair.far.upload({"sku": "A", "price_fils": 1})
    await pair.poll()
    assert pair.near_order(placed).status is Status.CONFIRMED
    (shown,) = pair.near.read(lambda db: mirror.list_shown(db, pair.near.shop.id))
    assert "said confirmed before" in str(shown.message)
    assert pair.near.write(lambda tx: links.get_link(tx, pair.near.shop.id)).compare_due
    await pair.runner.read_catalogue()
    await pair.calm_down()
    assert pair.far.item("A").price_fils == 1000
    assert not pair.link.compare_due


async def test_units_that_a_restored_marketplace_takes_off_late_are_not_taken_off_twice(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    for action in (Action.ACCEPT, Action.READY, Action.DISPATCHED):
        pair.act(placed, action)
        await pair.runner.sender.step()
    await pair.calm_down()
    pair.far.write(lambda tx: tx.update("UPDATE orders SET status = 'ready', units_left = 0"))
    pair.far.write(lambda tx: tx.update("UPDATE stock SET quantity = 10000, reserved = 2000"))
    await pair.poll()
    await pair.runner.read_catalogue()
    await pair.calm_down()
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (8, 8)
    pair.far.act(placed, Action.DISPATCHED)
    assert pair.far.item("A").quantity == 6
    await pair.calm_down()
    assert (pair.near.item("A").quantity, pair.far.item("A").quantity) == (8, 8)
    assert pair.near.read(lambda db: mirror.list_shown(db, pair.near.shop.id)) == []


async def test_an_order_that_the_marketplace_lost_is_kept_and_flagged(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    for status in Status:
        pair.proxy.answers[f"/v1/orders?status={status}&limit=500"] = body_of(orders=[])
    await pair.poll()
    assert pair.near.read(lambda db: mirror.list_shown(db, pair.near.shop.id)) == []
    await pair.poll()
    (shown,) = pair.near.read(lambda db: mirror.list_shown(db, pair.near.shop.id))
    assert "no longer lists" in str(shown.message)
    assert pair.near_order(placed).status is Status.PLACED
    pair.proxy.answers.clear()
    await pair.poll()
    assert pair.near.read(lambda db: mirror.list_shown(db, pair.near.shop.id)) == []


async def test_an_hour_without_network_and_a_link_that_was_off_lose_nothing(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 2)
    await pair.poll()
    pair.near.write(lambda tx: switch_link(tx, pair.near.shop, on=False))
    pair.near.move("A", Cause.SALE, 3000)
    await pair.runner.pusher.step()
    assert pair.far.item("A").quantity == 10
    pair.near.write(lambda tx: switch_link(tx, pair.near.shop, on=True))
    await pair.calm_down()
    assert pair.far.item("A").quantity == 7
    assert pair.near_order(placed).status is Status.PLACED


async def test_every_call_of_the_link_is_in_the_call_log_without_its_key(pair: LinkedPair) -> None:
    rows = pair.near.read(lambda db: db.all("SELECT key_name, remote, path, status, notes FROM calls"))
    assert len(rows) == len(pair.proxy.calls)
    assert {row[0] for row in rows} == {"marketplace link"}
    assert all("outgoing" in row[4] for row in rows)
    assert pair.key not in str(pair.near.read(lambda db: db.all("SELECT * FROM calls")))


async def test_a_day_offline_follows_within_five_minutes_without_one_429(tmp_path: Path) -> None:
    """300 uploads of the till and 40 order steps wait; accepts go first."""
    async with linked_pair(tmp_path) as pair:
        pair.near.upload(
            *({"sku": f"P-{place}", "name": "x", "quantity": 100, "price_fils": 1000} for place in range(50))
        )
        await pair.connect()
        await pair.calm_down()
        orders = [pair.far.place(f"P-{place}", 1) for place in range(20)]
        await pair.poll()
        for order in orders[:10]:
            pair.act(order, Action.ACCEPT)
        await pair.calm_down()
        pair.proxy.weather = Weather.DROPPED
        for order in orders[:10]:
            pair.act(order, Action.READY)
            pair.act(order, Action.DISPATCHED)
            pair.act(order, Action.DELIVERED)
        for order in orders[10:]:
            pair.act(order, Action.ACCEPT)
        for turn in range(300):
            pair.near.upload({"sku": f"P-{turn % 50}", "price_fils": 1000 + turn // 3, "quantity": 200 + turn})
        await pair.runner.sender.step()
        pair.pass_time(20 * MINUTE)
        pair.proxy.weather = Weather.FINE
        pair.proxy.calls.clear()
        pair.proxy.moments.clear()
        pair.proxy.statuses.clear()
        started = pair.clock.monotonic()
        await pair.calm_down()
        assert pair.clock.monotonic() - started <= 5 * 60
        assert 429 not in pair.proxy.statuses
        for moment in pair.proxy.moments:
            assert sum(moment <= other < moment + 60 for other in pair.proxy.moments) <= 120
        steps = [path for method, path in pair.proxy.calls if method == "POST" and "/orders/" in path]
        first_other = next(place for place, path in enumerate(steps) if not path.endswith("accept"))
        assert all(path.endswith("accept") for path in steps[:first_other])
        assert sum(path.endswith("accept") for path in steps) == first_other
        assert {pair.far.order(order).status for order in orders[:10]} == {Status.DELIVERED}
        assert {pair.far.order(order).status for order in orders[10:]} == {Status.CONFIRMED}
        near, far = pair.equal_stock()
        assert near == far
        assert pair.near.read(lambda db: pushed_items.list_parked(db, pair.near.shop.id)) == []


async def test_a_check_says_what_is_wrong_with_an_address(pair: LinkedPair) -> None:
    pair.proxy.weather = Weather.HTML
    with pytest.raises(LinkFault, match="cannot be understood"):
        await check_upstream(pair.runner.session.far)
