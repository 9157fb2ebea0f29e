"""Waits until the marketplace has granted an action, at most ten seconds (link §3)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Refused
from service.domain.link.order_merge import Outcome
from service.domain.marketplace.orders import Action, Decision
from service.domain.sentences import message
from service.domain.times import Millis
from service.link.link_runner import LinksSupervisor
from service.store import orders
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import action_queue
from service.store.shops import get_shop
from service.usecases.act_on_order import act_on_order

PATIENCE_S = 10.0

Decide = Callable[[Tx, Callable[[], Decision]], Decision]
"""Gives the decision that the function makes, or that of an earlier call."""


class MarketplaceGate:
    """Carries out actions of a linked shop. A decision that waits has `waits_for`."""

    def __init__(
        self,
        store: Store,
        supervisor: LinksSupervisor,
        check_clock: Callable[[], Awaitable[None]],
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._store = store
        self._supervisor = supervisor
        self._check_clock = check_clock
        self._patience_s = patience_s
        self._changed = asyncio.Event()

    def is_linked(self, shop_id: int) -> bool:
        """Whether the shop's link runs, here or at another service."""
        return self._supervisor.is_linked(shop_id)

    def on_changes(self, changes: Changes) -> None:
        """Handles a commit of this or another service."""
        if ChangeKind.LINKS in changes.kinds:
            self._changed.set()
            self._changed = asyncio.Event()

    async def act(
        self,
        shop_id: int,
        reference: str,
        action: Action,
        *,
        reason: str | None,
        by: str,
        at: Millis,
        decide: Decide = lambda _tx, make_decision: make_decision(),
    ) -> Decision:
        """Like `act_on_order`, also UpstreamUnavailable. `decide` gets how to decide."""
        await self._check_clock()
        decision = await self._store.write(
            lambda tx: decide(
                tx,
                lambda: act_on_order(tx, get_shop(tx, shop_id), reference, action, reason=reason, by=by, now=at),
            ),
            shops=(shop_id,),
        )
        if not self.is_linked(shop_id):
            return decision
        until = asyncio.get_running_loop().time() + self._patience_s
        with suppress(TimeoutError):
            while decision.waits_for is not None:
                # Taken before the read: an action may be settled during the read.
                changed = self._changed
                decision = await self._store.read(partial(settled, shop_id=shop_id, decision=decision))
                if decision.waits_for is not None:
                    async with asyncio.timeout_at(until):
                        await changed.wait()
        return decision


def settled(db: ReadTx, shop_id: int, decision: Decision) -> Decision:
    """The outcome of a queued action: done, refused, or the same decision while it waits."""
    queued = None if decision.waits_for is None else action_queue.get_action(db, decision.waits_for)
    if queued is None or queued.outcome is None:
        return decision
    order = orders.get_order(db, shop_id, queued.reference)
    if queued.outcome == Outcome.DONE:
        return replace(decision, order=order, changed=True, waits_for=None)
    words = queued.message or message("{order} was closed before that.", order=order.reference)
    return replace(decision, order=order, waits_for=None, refusal=Refused("action_not_allowed", words))
