"""Applies the marketplace's answer to an action, in one transaction with the queue (link §3)."""

from __future__ import annotations

from dataclasses import replace

from service.domain.link.action_outcome import MOVES_UNITS, Outcome
from service.domain.link.far_orders import FarOrder
from service.domain.link.order_merge import is_forward
from service.domain.marketplace.orders import Status, apply_action, is_overdue
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import orders
from service.store.engine.transaction import Tx
from service.store.link import action_queue, mirror, pushed_items
from service.store.link.action_queue import Queued
from service.usecases.change_order import change_order
from service.usecases.link.take_orders import merge_with_upstream


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


def settle_read(tx: Tx, shop: Shop, queued: Queued, theirs: FarOrder, now: Millis) -> None:
    """The order was read and already has the action's status, through us or somebody else."""
    if not action_queue.finish(tx, queued.id, Outcome.DONE, None, now):
        return
    order = orders.get_order(tx, shop.id, queued.reference)
    decision = apply_action(order, queued.action, queued.reason, now)
    if decision.refusal is None and decision.changed:
        change_order(tx, shop, order, decision, by=queued.actor, now=now)
    _merge(tx, shop, queued, theirs, now)
    _release_stock(tx, shop, queued, now)


def settle_refused(tx: Tx, shop: Shop, queued: Queued, theirs: FarOrder | None, words: Sentence, now: Millis) -> None:
    """The marketplace refused: its order counts. The owner gets a notice if the shop had acted
    already.
    """
    if not action_queue.finish(tx, queued.id, Outcome.REFUSED, words, now):
        return
    if theirs is not None:
        _merge(tx, shop, queued, theirs, now)
    else:
        _note_missing(tx, queued, words)
    _release_stock(tx, shop, queued, now)


def _merge(tx: Tx, shop: Shop, queued: Queued, theirs: FarOrder, now: Millis) -> None:
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
