"""What never left this computer can be withdrawn; what may have can not (link §3)."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.marketplace.orders import Action, Order, Status
from service.domain.times import MINUTE, SECOND
from service.store.link import action_queue
from service.store.link.action_queue import Queued
from service.usecases.link.ask_marketplace import withdraw_action
from tests.fakes.linked_pair import LinkedPair
from tests.fakes.upstream_proxy import Weather

HELD = 5


async def accept(pair: LinkedPair) -> tuple[Order, int]:
    """An order of the marketplace, and the queued action that accepts it."""
    placed = pair.far.place("A", 2)
    await pair.poll()
    action = pair.act(placed, Action.ACCEPT).waits_for
    assert action is not None
    return placed, action


def find_waiting(pair: LinkedPair) -> Queued:
    """The one action that waits."""
    (queued,) = pair.near.read(lambda db: action_queue.list_waiting(db, pair.near.shop.id))
    return queued


def withdraw(pair: LinkedPair, action: int) -> None:
    pair.near.write(lambda tx: withdraw_action(tx, pair.near.shop, action, now=pair.clock.now()))


async def test_an_accept_without_a_connection_can_be_withdrawn(pair: LinkedPair) -> None:
    placed, action = await accept(pair)
    await pair.proxy.stop_listening()
    waits = []
    for _ in range(20):
        await pair.runner.sender.step()
        waits.append(find_waiting(pair).next_try_at - pair.clock.now())
        pair.pass_time(max(waits[-1], 1))
    queued = find_waiting(pair)
    assert (queued.tries, str(queued.message)) == (0, "The marketplace cannot be reached: Connection refused.")
    assert (min(waits), max(waits)) == (SECOND, 30 * SECOND), "it is asked less often as time goes by"
    withdraw(pair, action)
    assert pair.near_order(placed).status is Status.PLACED


async def test_an_accept_without_an_answer_is_not_withdrawn(pair: LinkedPair) -> None:
    """Later attempts without a connection do not change that the first may have arrived."""
    _, action = await accept(pair)
    pair.proxy.weather = Weather.CUT
    await pair.runner.sender.step()
    await pair.proxy.stop_listening()
    pair.pass_time(MINUTE)
    await pair.runner.sender.step()
    with pytest.raises(Refused, match="may have this action already"):
        withdraw(pair, action)


async def test_an_accept_of_an_order_that_ended_there_waits_no_longer(pair: LinkedPair) -> None:
    placed, _ = await accept(pair)
    pair.far.act(placed, Action.REJECT, reason="Sold out")
    pair.runner.poller.read_all()
    await pair.poll()
    assert pair.near.read(lambda db: action_queue.list_waiting(db, pair.near.shop.id)) == []
