"""An action on an upstream order: it waits for the marketplace, is settled or withdrawn."""

from __future__ import annotations

from dataclasses import replace

from service.domain.errors import NotFound, Refused, UpstreamUnavailable
from service.domain.link.link_state import CODE, Link
from service.domain.link.order_merge import GRANTED_THERE, MOVES_UNITS, Outcome, is_forward
from service.domain.link.upstream_orders import UpstreamOrder
from service.domain.marketplace.orders import Action, Decision, Order, Status, apply_action, is_overdue
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.domain.times import Millis, format_rfc3339
from service.store import orders
from service.store.engine.transaction import Tx
from service.store.link import action_queue, mirror, pushed_items
from service.store.link.action_queue import Queued
from service.usecases.change_order import change_order
from service.usecases.link.take_orders import merge_with_upstream


def can_withdraw(queued: Queued) -> bool:
    """Whether nothing of it has happened: it was not sent, and it is not a fact of the shop."""
    return queued.action in GRANTED_THERE and queued.tries == 0


def withdraw_action(tx: Tx, shop: Shop, action_id: int, *, now: Millis) -> Queued:
    """The withdrawn action. Raises NotFound, and Refused if it was sent or had its effect."""
    waiting = {queued.id: queued for queued in action_queue.list_waiting(tx, shop.id)}
    queued = waiting.get(action_id)
    if queued is None:
        raise NotFound.saying("This action does not wait any more. Look at the order.")
    why = message("It was withdrawn before the marketplace was asked.")
    if not can_withdraw(queued) or not action_queue.withdraw_unsent(tx, shop.id, action_id, why, now):
        raise Refused.saying(CODE, "The marketplace may have this action already. Look at the order.")
    return queued


def settle_granted(tx: Tx, shop: Shop, queued: Queued, status: Status, now: Millis) -> None:
    """The marketplace granted the action and sent the order's new status."""
    if not action_queue.finish(tx, queued.id, Outcome.DONE, None, now):
        return
    order = orders.get_order(tx, shop.id, queued.reference)
    decision = apply_action(order, queued.action, queued.reason, now)
    if decision.refusal is None and not is_overdue(order, now):
        change_order(tx, shop, order, decision, by=queued.actor, now=now)
    known = mirror.get_mirror(tx, order.id)
    if known is not None and is_forward(known.known, status):
        mirror.update_mirror(tx, known, replace(known, known=status))
    _release_stock(tx, shop, queued, now)


def settle_read(tx: Tx, shop: Shop, queued: Queued, theirs: UpstreamOrder, now: Millis) -> None:
    """The order was read and already has the action's status, through us or somebody else."""
    if not action_queue.finish(tx, queued.id, Outcome.DONE, None, now):
        return
    order = orders.get_order(tx, shop.id, queued.reference)
    decision = apply_action(order, queued.action, queued.reason, now)
    if decision.refusal is None and decision.changed:
        change_order(tx, shop, order, decision, by=queued.actor, now=now)
    _merge(tx, shop, queued, theirs, now)
    _release_stock(tx, shop, queued, now)


def settle_refused(
    tx: Tx, shop: Shop, queued: Queued, theirs: UpstreamOrder | None, words: Sentence, now: Millis
) -> None:
    """The marketplace's order counts. The owner gets a notice if the shop had acted already."""
    if not action_queue.finish(tx, queued.id, Outcome.REFUSED, words, now):
        return
    if theirs is not None:
        _merge(tx, shop, queued, theirs, now)
    else:
        _note_missing(tx, queued, words)
    _release_stock(tx, shop, queued, now)


def _merge(tx: Tx, shop: Shop, queued: Queued, theirs: UpstreamOrder, now: Millis) -> None:
    known = mirror.get_mirror(tx, queued.order_id)
    if known is not None:
        merge_with_upstream(tx, shop, orders.get_order(tx, shop.id, queued.reference), known, theirs, now)


def _note_missing(tx: Tx, queued: Queued, words: Sentence) -> None:
    known = mirror.get_mirror(tx, queued.order_id)
    if known is not None:
        difference = message(
            "The marketplace does not take {action} of {order}: {message} Ask the marketplace.",
            action=queued.action.value,
            order=queued.reference,
            message=words,
        )
        mirror.update_mirror(tx, known, replace(known, difference=difference))


def _release_stock(tx: Tx, shop: Shop, queued: Queued, now: Millis) -> None:
    """Stock that was held back while the action waited may go up."""
    moved = action_queue.moved_items(tx, queued.order_id)
    if queued.action in MOVES_UNITS:
        pushed_items.forget_stock(tx, moved)
    pushed_items.mark_waiting(tx, shop.id, moved, now)


def ask_marketplace(
    tx: Tx, shop: Shop, link: Link, order: Order, decision: Decision, *, reason: str | None, by: str, now: Millis
) -> Decision:
    """Queues an allowed action; `waits_for` if it needs a grant. Raises UpstreamUnavailable."""
    action = Action(decision.action)
    if action not in GRANTED_THERE:
        change_order(tx, shop, order, decision, by=by, now=now)
        action_queue.add_action(tx, shop.id, order.id, action, reason, by, now)
        return decision
    if not link.is_on:
        raise UpstreamUnavailable.saying(
            "The link to the marketplace is off, and the marketplace has to agree to {action} of {order}. "
            "Switch the link on, then try again.",
            action=action.value,
            order=order.reference,
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
