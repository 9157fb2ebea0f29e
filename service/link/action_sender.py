"""Sends the queue of actions: those that the marketplace grants first, those of one
order in order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from service.domain.link.order_merge import AFTER_REFUSAL, is_there, next_wait, sending_order
from service.domain.link.upstream_orders import UpstreamOrder
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.link.link_errors import KeyRefused, LinkFault, NoAnswer, NotReached, UpstreamFault
from service.link.link_session import LinkSession
from service.link.upstream import ActionReply
from service.store.engine.transaction import Tx
from service.store.link import action_queue
from service.store.link.action_queue import Queued
from service.store.shops import get_shop
from service.usecases.link.ask_marketplace import settle_granted, settle_read, settle_refused

log = logging.getLogger(__name__)

Settle = Callable[[Tx, Millis], None]
"""The meaning of an answer, as a write at a moment."""


class ActionSender:
    """Sends queued actions until none can be sent now."""

    def __init__(self, session: LinkSession) -> None:
        self._session = session

    async def step(self) -> Millis | None:
        """Sends what is due; returns the moment of the next try."""
        while await self._session.read_link() is not None:
            queue = await self._session.store.read(lambda db: action_queue.list_waiting(db, self._session.shop_id))
            by_id = {queued.id: queued for queued in queue}
            due = sending_order([queued.waiting for queued in queue], self._session.clock.now())
            if not due:
                return min((queued.next_try_at for queued in queue if queued.next_try_at), default=None)
            first = by_id[due[0].id]
            if not await self._send_safely(first):
                return self._session.clock.now() + self._wait_of(first)
        return None

    async def _send_safely(self, queued: Queued) -> bool:
        """Sends one action; returns False if the marketplace cannot be reached, so that the others
        are not tried.
        """
        try:
            await self._send(queued)
        except LinkFault as error:
            log.info("%s of %s waits: %s", queued.action, queued.reference, error.message)
            wait = AFTER_REFUSAL if isinstance(error, KeyRefused) else self._wait_of(queued)
            until, why = self._session.clock.now() + wait, error.sentence
            await self._session.store.write(lambda tx: action_queue.postpone(tx, queued.id, until, why))
            return not isinstance(error, KeyRefused | NoAnswer) or isinstance(error, UpstreamFault)
        self._session.waiters.settle([queued.id])
        self._session.acted()
        return True

    async def _send(self, queued: Queued) -> None:
        """Sends one action. Raises LinkFault; then the action stays queued."""
        if queued.tries and await self._was_done(queued):
            return
        if not await self._session.store.write(lambda tx: action_queue.count_try(tx, queued.id)):
            return
        try:
            reply = await self._session.far.act(queued.marketplace_reference, queued.action, queued.reason)
        except NotReached:
            await self._session.store.write(lambda tx: action_queue.discount_try(tx, queued.id))
            raise
        status = reply.status
        if status is not None:
            await self._settle(queued, lambda tx, now: settle_granted(tx, self._shop(tx), queued, status, now))
            return
        order = await self._session.far.find_order(queued.marketplace_reference)
        await self._refused(queued, reply, order)

    def _wait_of(self, queued: Queued) -> Millis:
        return next_wait(queued.tries + 1, self._session.clock.now() - queued.at)

    async def _was_done(self, queued: Queued) -> bool:
        """Whether an unanswered attempt took effect, according to the order itself."""
        order = await self._session.far.find_order(queued.marketplace_reference)
        if order is None:
            unknown = message("It does not know this order.")
            await self._settle(queued, lambda tx, now: settle_refused(tx, self._shop(tx), queued, None, unknown, now))
            return True
        if is_there(queued.action, order.status, fitment_confirmed=order.fitment_confirmed):
            await self._settle(queued, lambda tx, now: settle_read(tx, self._shop(tx), queued, order, now))
            return True
        return False

    async def _refused(self, queued: Queued, reply: ActionReply, theirs: UpstreamOrder | None) -> None:
        if theirs is not None and is_there(queued.action, theirs.status, fitment_confirmed=theirs.fitment_confirmed):
            await self._settle(queued, lambda tx, now: settle_read(tx, self._shop(tx), queued, theirs, now))
            return
        words: Sentence = reply.message
        await self._settle(queued, lambda tx, now: settle_refused(tx, self._shop(tx), queued, theirs, words, now))

    async def _settle(self, queued: Queued, settle: Settle) -> None:
        """Settles an action. Readings from before this moment no longer count."""
        self._session.settled.add(queued.marketplace_reference)
        await self._session.store.write(lambda tx: settle(tx, self._session.clock.now()))
        self._session.settled.add(queued.marketplace_reference)

    def _shop(self, tx: Tx) -> Shop:
        return get_shop(tx, self._session.shop_id)
