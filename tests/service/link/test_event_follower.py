"""With an event feed an order rings at once, and the cursor moves after what it stands for is
stored (link §6).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from service.domain.marketplace.order_requests import parse_rfq
from service.domain.marketplace.orders import Action, Status
from service.domain.times import HOUR, MINUTE
from service.link.event_follower import AFTER_FAULT, LOOK_AGAIN
from service.usecases.place_order import receive_rfq
from tests.fakes.linked_pair import LinkedPair, linked_pair
from tests.fakes.upstream_proxy import Weather


@pytest.fixture
async def pair(pair: LinkedPair) -> LinkedPair:
    await pair.runner.feed.step()
    return pair


async def test_an_order_is_here_after_one_event(pair: LinkedPair) -> None:
    assert pair.link.event_feed
    placed = pair.far.place("A", 1)
    assert await pair.runner.feed.step() == pair.clock.now(), "the next long poll follows at once"
    assert pair.near_order(placed).status is Status.PLACED
    assert [event["event"] for event in pair.near.events()] == ["order.placed"]


async def test_orders_in_a_row_cost_one_call_each_and_a_status_all_open_ones(pair: LinkedPair) -> None:
    """Otherwise the limit of calls would hold up the third order of a busy minute."""
    await pair.poll()
    placed = pair.far.place("A", 1)
    pair.proxy.calls.clear()
    await pair.runner.feed.step()
    assert [path.partition("?")[0] for _, path in pair.proxy.calls] == ["/v1/events", "/v1/orders"]
    pair.far.act(placed, Action.ACCEPT)
    await pair.runner.feed.step()
    assert pair.near_order(placed).status is Status.CONFIRMED


async def test_it_rings_at_once_although_the_clocks_differ_by_an_hour(tmp_path: Path) -> None:
    async with linked_pair(tmp_path, far_ahead=HOUR) as pair:
        await pair.connect_with(10)
        await pair.runner.feed.step()
        pair.pass_time(MINUTE)
        placed = pair.far.place("A", 1)
        before = pair.clock.now()
        await pair.runner.feed.step()
        assert pair.near_order(placed).status is Status.PLACED
        assert pair.clock.now() - before < 1_000, "no turn of a poll was waited for"


@pytest.mark.parametrize("weather", [Weather.BROKEN, Weather.WRONG_JSON])
async def test_the_cursor_stays_where_the_orders_could_not_be_read(pair: LinkedPair, weather: Weather) -> None:
    before = pair.link.event_cursor
    placed = pair.far.place("A", 1)
    pair.proxy.weather, pair.proxy.over = weather, "/v1/orders"
    assert await pair.runner.feed.step() == pair.clock.now() + AFTER_FAULT
    assert pair.link.event_cursor == before is not None
    pair.proxy.weather = Weather.FINE
    await pair.runner.feed.step()
    assert pair.near_order(placed).status is Status.PLACED
    assert pair.link.event_cursor != before


async def test_an_upstream_without_a_feed_is_asked_again_later(pair: LinkedPair) -> None:
    path = next(path for _, path in reversed(pair.proxy.calls) if path.startswith("/v1/events"))
    assert path.startswith("/v1/events?after=latest")
    pair.proxy.missing = "/v1/events"
    assert await pair.runner.feed.step() == pair.clock.now() + LOOK_AGAIN
    assert not pair.link.event_feed
    pair.proxy.missing = ""
    await pair.runner.feed.step()
    assert pair.link.event_feed


async def test_no_answer_is_tried_again_soon(pair: LinkedPair) -> None:
    pair.proxy.weather, pair.proxy.over = Weather.DROPPED, "/v1/events"
    cursor = pair.link.event_cursor
    assert await pair.runner.feed.step() == pair.clock.now() + AFTER_FAULT
    assert pair.link.event_cursor == cursor


async def test_a_cursor_that_upstream_does_not_know_begins_again(pair: LinkedPair) -> None:
    pair.proxy.weather, pair.proxy.over = Weather.WRONG_JSON, "/v1/events"
    await pair.runner.feed.step()
    assert pair.link.event_cursor is None
    placed = pair.far.place("A", 1)
    pair.proxy.weather = Weather.FINE
    await pair.runner.feed.step()
    await pair.runner.poll()
    assert pair.near_order(placed).status is Status.PLACED, "everything is read again"


async def test_a_request_for_quotation_comes_once(pair: LinkedPair) -> None:
    body = json.dumps({"text": "left mirror", "items": [{"description": "mirror", "quantity": 1}]}).encode()
    pair.far.write(lambda tx: receive_rfq(tx, pair.far.shop, parse_rfq(body), now=pair.clock.now()))
    await pair.runner.feed.step()
    assert pair.near.count("rfqs") == 1
    assert "rfq.new" in [event["event"] for event in pair.near.events()]
