"""The owner takes back an action that the marketplace has not been asked for yet (link §3)."""

from __future__ import annotations

from service.domain.errors import NotFound, Refused
from service.domain.link.action_outcome import GRANTED_THERE
from service.domain.link.far_address import CODE
from service.domain.sentences import message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store.engine.transaction import Tx
from service.store.link import action_queue
from service.store.link.action_queue import Queued


def can_withdraw(queued: Queued) -> bool:
    """Whether nothing of it has happened: it was not sent, and it is not a fact of the shop."""
    return queued.action in GRANTED_THERE and queued.tries == 0


def withdraw_action(tx: Tx, shop: Shop, action_id: int, *, now: Millis) -> Queued:
    """Returns the withdrawn action. Raises NotFound, and Refused if it was sent or took effect here
    already.
    """
    waiting = {queued.id: queued for queued in action_queue.list_waiting(tx, shop.id)}
    queued = waiting.get(action_id)
    if queued is None:
        raise NotFound(message("This action does not wait any more. Look at the order."))
    why = message("It was withdrawn before the marketplace was asked.")
    if not can_withdraw(queued) or not action_queue.withdraw_unsent(tx, shop.id, action_id, why, now):
        raise Refused(CODE, message("The marketplace may have this action already. Look at the order."))
    return queued
