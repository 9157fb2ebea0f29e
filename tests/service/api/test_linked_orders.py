"""Actions on orders of a shop that is linked to a marketplace (contract §9.6)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from service.api.answers import Answer, AnswerJob
from service.api.api_request import ApiRequest
from service.api.order_handlers import OrderHandlers
from service.domain.marketplace.orders import Action, Decision, Order
from service.domain.times import Millis
from service.store.engine.transaction import Tx
from tests.service.api.running_service import BareEdge, run_edge
from tests.service.api.wire_client import Reply, exchange, request_bytes


class WaitingGate:
    """A marketplace that has not answered yet: each decision that is made waits for action 7."""

    waits_for: int | None = 7

    def __init__(self) -> None:
        self.edge: BareEdge
        self.order: Order
        self.asked: list[tuple[object, ...]] = []
        self.decisions = 0

    def is_linked(self, shop_id: int) -> bool:
        return shop_id == self.edge.floor.shop.id

    async def act(
        self,
        shop_id: int,
        reference: str,
        action: Action,
        *,
        reason: str | None,
        by: str,
        at: Millis,
        decide: Callable[[Tx, Callable[[], Decision]], Decision],
    ) -> Decision:
        self.asked.append((shop_id, reference, action, reason, by, at))

        def make() -> Decision:
            self.decisions += 1
            return Decision(self.order, action, changed=False, waits_for=self.waits_for)

        return await self.edge.store.write(lambda tx: decide(tx, make))

    async def check_clock(self) -> None:
        """The clock never jumps here."""


@pytest.fixture
async def gate(tmp_path: Path) -> AsyncIterator[WaitingGate]:
    """The gate of an edge whose one order is placed."""
    made = WaitingGate()

    async def handle(request: ApiRequest) -> Answer | AnswerJob:
        return await OrderHandlers(made.edge.store, made, made.check_clock).act(request)

    async with run_edge(tmp_path, {"/v1/orders/{order}/{action}": {"POST": handle}}) as edge:
        edge.floor.add("A")
        made.edge, made.order = edge, edge.floor.place("A")
        yield made


async def reject(gate: WaitingGate, headers: dict[str, str | bytes | None]) -> Reply:
    target = f"/v1/orders/{gate.order.reference}/reject"
    sent = request_bytes("POST", target, key=gate.edge.key, body=b'{"reason":"sold"}', headers=headers)
    return await exchange(gate.edge.address, sent)


async def test_an_action_is_decided_once_however_often_it_is_sent(gate: WaitingGate) -> None:
    for _ in range(2):
        reply = await reject(gate, {"Idempotency-Key": "k"})
        assert (reply.status, reply.error) == (503, "upstream_unavailable")
        assert gate.decisions == 1
    edge, placed = gate.edge, gate.order.reference
    assert gate.asked == [(edge.floor.shop.id, placed, Action.REJECT, "sold", "Till 1", edge.clock.now())] * 2


async def test_an_action_that_waits_for_nothing_is_answered_and_kept(gate: WaitingGate) -> None:
    gate.waits_for = None
    for is_repeated in (False, True):
        reply = await reject(gate, {"Idempotency-Key": "k"})
        assert (reply.status, reply.json) == (200, {"order": gate.order.reference, "status": "placed"})
        assert ("idempotent-replayed" in reply.headers, gate.decisions) == (is_repeated, 1)
