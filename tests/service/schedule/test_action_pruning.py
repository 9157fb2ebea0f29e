"""Actions of a link that ended long ago are deleted; a waiting one never is."""

from __future__ import annotations

import pytest

from service.domain.call_log.calls import Call
from service.domain.link.action_outcome import Outcome
from service.domain.marketplace.orders import Action
from service.domain.times import DAY
from service.schedule.action_pruning import ActionPruning
from service.store.call_log.calls import PackedBodies, add_call
from service.store.link import action_queue
from tests.fakes.shop_fixture import ShopFixture


async def prune(shop: ShopFixture) -> None:
    """Calls came yesterday too, so that the clock is believed."""
    call = Call(
        0, shop.clock.now() - DAY, shop.shop.id, None, None, "127.0.0.1", "GET", "/v1/items", 200, 100, 0, 10
    )  # fmt: skip
    shop.write(lambda tx: add_call(tx, call, PackedBodies()))
    assert await ActionPruning(shop.store, shop.clock).step() == shop.clock.now() + DAY


def queue(shop: ShopFixture, action: Action) -> int:
    shop.add("A")
    order = shop.place("A")
    now = shop.clock.now()
    return shop.write(lambda tx: action_queue.add_action(tx, shop.shop.id, order.id, action, None, "Till", now))


@pytest.mark.parametrize("outcome", [Outcome.DONE, Outcome.REFUSED, action_queue.WITHDRAWN])
async def test_what_ended_goes_90_days_later(shop: ShopFixture, outcome: str) -> None:
    action = queue(shop, Action.ACCEPT)
    shop.write(lambda tx: action_queue.finish(tx, action, outcome, None, shop.clock.now()))
    shop.clock.advance(90 * DAY)
    await prune(shop)
    assert shop.count("link_actions") == 1
    shop.clock.advance(1)
    await prune(shop)
    assert shop.count("link_actions") == 0


async def test_what_waits_stays_however_old(shop: ShopFixture) -> None:
    action = queue(shop, Action.DISPATCHED)
    shop.clock.advance(400 * DAY)
    await prune(shop)
    waiting = shop.read(lambda db: action_queue.list_waiting(db, shop.shop.id))
    assert [queued.id for queued in waiting] == [action]
