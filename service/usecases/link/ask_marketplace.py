"""An action on a mirrored order: queued first if the marketplace must grant it, else done here and
queued after.
"""

from __future__ import annotations

from dataclasses import replace

from service.domain.errors import UpstreamUnavailable
from service.domain.link.action_outcome import GRANTED_THERE
from service.domain.link.link_state import Link
from service.domain.marketplace.orders import Action, Decision, Order
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.domain.times import Millis, format_rfc3339
from service.store.engine.transaction import Tx
from service.store.link import action_queue
from service.usecases.change_order import change_order


def ask_marketplace(
    tx: Tx, shop: Shop, link: Link, order: Order, decision: Decision, *, reason: str | None, by: str, now: Millis
) -> Decision:
    """Queues an action that the rules here allow. Raises UpstreamUnavailable while the link is off.

    `waits_for` of the result is the queued action if the marketplace must grant it.
    """
    action = Action(decision.action)
    if action not in GRANTED_THERE:
        change_order(tx, shop, order, decision, by=by, now=now)
        action_queue.add_action(tx, shop.id, order.id, action, reason, by, now)
        return decision
    if not link.is_on:
        raise UpstreamUnavailable(
            message(
                "The link to the marketplace is off, and the marketplace has to agree to {action} of {order}. "
                "Switch the link on, then try again.",
                action=action.value,
                order=order.reference,
            )
        )
    queued = action_queue.add_action(tx, shop.id, order.id, action, reason, by, now)
    return replace(decision, order=order, changed=False, waits_for=queued)


def still_asking(order: Order) -> Sentence:
    """The error for a caller whose action the marketplace has not answered."""
    if order.accept_by is None:
        return message(
            "{order}: the marketplace has not answered. It is asked again; look at the order before you repeat it.",
            order=order.reference,
        )
    return message(
        "{order}: the marketplace has not answered. It is asked again until {until}; "
        "look at the order before you repeat it.",
        order=order.reference,
        until=format_rfc3339(order.accept_by),
    )
