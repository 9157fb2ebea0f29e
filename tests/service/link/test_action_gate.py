"""A caller waits for the marketplace, and gets a sentence if it does not answer (link §3)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from service.api.answers import Answer
from service.api.api_request import ApiRequest, Caller, QueryParams
from service.api.order_handlers import OrderHandlers
from service.domain.changes import Changes
from service.domain.idempotency import RepeatableCall
from service.domain.marketplace.orders import Action, Decision, Order, Status
from service.link.action_gate import MarketplaceGate
from service.link.link_runner import LinksSupervisor
from service.store import keys
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import action_queue
from service.usecases.link.ask_marketplace import still_asking
from tests.fakes.linked_pair import LinkedPair
from tests.fakes.upstream_proxy import Weather

T = TypeVar("T")


class OneRunner(LinksSupervisor):
    """Knows the pair's runner, or that it is at another service."""

    def __init__(self, pair: LinkedPair, *, is_elsewhere: bool = False) -> None:
        self._runners = {} if is_elsewhere else {pair.near.shop.id: pair.runner}
        self._led_elsewhere = frozenset({pair.near.shop.id} if is_elsewhere else ())


def hear_commits(gate: MarketplaceGate, pair: LinkedPair) -> None:
    """As the service does."""
    loop = asyncio.get_running_loop()

    def hear(changes: Changes) -> None:
        loop.call_soon_threadsafe(gate.on_changes, changes)

    pair.near.store.subscribe(hear)


async def believe_clock() -> None:
    """The clock never jumps here."""


async def act(pair: LinkedPair, order: Order, action: Action, patience_s: float) -> Decision:
    gate = MarketplaceGate(pair.near.store, OneRunner(pair), believe_clock, patience_s)
    assert gate.is_linked(pair.near.shop.id)
    mirrored = pair.near_order(order)
    return await gate.act(pair.near.shop.id, mirrored.reference, action, reason=None, by="Till", at=pair.clock.now())


async def test_without_an_answer_in_time_the_caller_is_told_and_the_action_waits_on(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 1)
    await pair.poll()
    pair.proxy.weather = Weather.DROPPED
    decision = await act(pair, placed, Action.ACCEPT, 0.01)
    assert decision.waits_for is not None
    assert "has not answered. It is asked again until 2026-11-20T14:35" in str(still_asking(decision.order))
    pair.proxy.weather = Weather.FINE
    await pair.runner.sender.step()
    again = await act(pair, placed, Action.READY, 0.01)
    assert (again.waits_for, again.order.status) == (None, Status.READY)


async def test_an_action_that_was_settled_meanwhile_is_answered_as_it_was(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 1)
    await pair.poll()
    pair.far.cancel(placed, "Changed my mind")
    waiting = pair.act(placed, Action.ACCEPT)
    assert waiting.waits_for is not None
    await pair.runner.sender.step()
    decision = await act(pair, placed, Action.ACCEPT, 0.01)
    assert decision.refusal is not None
    assert "cancelled" in decision.refusal.message


class SettlesDuringRead(Store):
    """The pair's store, where the marketplace grants what waits while the first read runs."""

    def __init__(self, pair: LinkedPair) -> None:
        self._pair = pair
        self._is_settled = False

    async def write(self, work: Callable[[Tx], T], **options: Any) -> T:  # noqa: ANN401 - those of Store.write
        return await self._pair.near.store.write(work, **options)

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        found = await self._pair.near.store.read(work)
        if not self._is_settled:
            self._is_settled = True
            await self._pair.runner.sender.step()
        return found


async def test_an_action_that_is_settled_during_the_read_is_answered_at_once(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 1)
    await pair.poll()
    mirrored = pair.near_order(placed)
    gate = MarketplaceGate(SettlesDuringRead(pair), OneRunner(pair), believe_clock, 600.0)
    hear_commits(gate, pair)
    async with asyncio.timeout(10):
        decision = await gate.act(
            pair.near.shop.id, mirrored.reference, Action.ACCEPT, reason=None, by="Till", at=pair.clock.now()
        )
    assert (decision.waits_for, decision.order.status) == (None, Status.CONFIRMED)


async def test_an_action_that_another_service_sends_is_answered_when_it_is_settled(pair: LinkedPair) -> None:
    placed = pair.far.place("A", 1)
    await pair.poll()
    mirrored = pair.near_order(placed)
    gate = MarketplaceGate(pair.near.store, OneRunner(pair, is_elsewhere=True), believe_clock, 600.0)
    hear_commits(gate, pair)
    asking = asyncio.create_task(
        gate.act(pair.near.shop.id, mirrored.reference, Action.ACCEPT, reason=None, by="Till", at=pair.clock.now())
    )
    while not await pair.near.store.read(lambda db: action_queue.list_waiting(db, pair.near.shop.id)):
        assert not asking.done()
    await pair.runner.sender.step()
    async with asyncio.timeout(10):
        decision = await asking
    assert (decision.waits_for, decision.order.status) == (None, Status.CONFIRMED)


async def test_a_repeated_call_asks_once_and_gets_what_became_of_it(pair: LinkedPair) -> None:
    """The first call has no answer in time; the marketplace agrees before the repetition."""
    key = pair.near.write(lambda tx: keys.add_key(tx, pair.near.shop.id, "Till", "text", 0))
    placed = pair.far.place("A", 1)
    await pair.poll()
    pair.proxy.weather = Weather.DROPPED
    order, gate = pair.near_order(placed), MarketplaceGate(pair.near.store, OneRunner(pair), believe_clock, 0.01)
    request = ApiRequest(
        Caller(key, pair.near.shop),
        (order.reference, "accept"),
        QueryParams.parse(""),
        b"",
        pair.clock.now(),
        repeatable=RepeatableCall(key.id, b"digest", b"fingerprint"),
    )
    handlers = OrderHandlers(pair.near.store, gate, believe_clock)
    first = await handlers.act(request)
    assert isinstance(first, Answer)
    assert first.status == 503
    pair.proxy.weather = Weather.FINE
    await pair.runner.sender.step()
    again = await handlers.act(request)
    assert isinstance(again, Answer)
    assert (again.status, json.loads(again.body)["status"]) == (200, "confirmed")
    other = await handlers.act(msgspec.structs.replace(request, repeatable=None))
    assert isinstance(other, Answer)
    assert other.status == 422
