"""An order action, a cancellation, and expiry (contract §4)."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass, replace

from service.domain.actors import TIME
from service.domain.errors import Refused, make_error_reference
from service.domain.marketplace.order_requests import OrderRequest
from service.domain.marketplace.orders import (
    EXPIRE,
    NOBODY,
    Action,
    Customer,
    Decision,
    Order,
    Status,
    apply_action,
    cancel,
    describe_status,
    expire,
    is_overdue,
)
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import orders, shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import links
from service.usecases.change_order import change_order
from service.usecases.link.ask_marketplace import ask_marketplace
from service.usecases.place_order import place_order
from service.usecases.settle_clock import find_clock_doubt

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ExpiryResult:
    """How many orders were cancelled, and the ids of those that failed and stay as they were."""

    count: int
    failed_ids: frozenset[int] = frozenset()


def act_on_order(
    tx: Tx, shop: Shop, reference: str, action: Action, *, reason: str | None, by: str, now: Millis
) -> Decision:
    """Carries out an action. A refusal is in the decision and is not raised, because a late
    `accept` is refused and still cancels the order. Raises NotFound, Refused `read_only`, and
    UpstreamUnavailable.

    If the marketplace has to grant the action, it is queued and `waits_for` of the decision names
    it.
    """
    order = orders.get_order(tx, shop.id, reference)
    check_writable(shop)
    if is_overdue(order, now) and find_clock_doubt(tx, now) is not None:
        order = replace(order, accept_by=None)
    decision = _refund_nothing_by_phone(tx, apply_action(order, action, reason, now))
    link = links.find_link(tx, shop.id) if order.is_mirrored else None
    if link is not None and decision.refusal is None and decision.changed:
        return ask_marketplace(tx, shop, link, order, decision, reason=reason, by=by, now=now)
    change_order(tx, shop, order, decision, by=TIME if decision.refusal else by, now=now)
    return decision


def cancel_order(tx: Tx, shop: Shop, reference: str, *, reason: str, restock: bool, by: str, now: Millis) -> Decision:
    """Cancels an order for the marketplace side or the owner. Raises NotFound and Refused."""
    order = orders.get_order(tx, shop.id, reference)
    if restock and order.units_left:
        check_writable(shop)
    refusal = _refuse_mirrored(tx, shop, order)
    if refusal is not None:
        raise refusal
    decision = _refund_nothing_by_phone(tx, cancel(order, reason, now, restock=restock))
    if decision.refusal:
        raise decision.refusal
    change_order(tx, shop, order, decision, by=by, now=now)
    return decision


def _refund_nothing_by_phone(db: ReadTx, decision: Decision) -> Decision:
    """The shop itself has the money of an order by phone: the marketplace returns none."""
    order = decision.order
    if not order.refunded or not orders.is_phone_order(db, order.id):
        return decision
    return replace(decision, order=replace(order, refunded=False))


def expire_now(tx: Tx, shop: Shop, reference: str, now: Millis) -> Decision:
    """Ends an order's acceptance window at once, for a test. Raises NotFound."""
    order = orders.get_order(tx, shop.id, reference)
    refusal = _refuse_mirrored(tx, shop, order) or _refuse_not_placed(order)
    if refusal is not None:
        return Decision(order, EXPIRE, changed=False, refusal=refusal)
    decision = expire(order, now)
    change_order(tx, shop, order, decision, by=TIME, now=now)
    return decision


def _refuse_mirrored(tx: Tx, shop: Shop, order: Order) -> Refused | None:
    """Why an order of the linked marketplace is not cancelled here: the marketplace decides it."""
    if not order.is_mirrored or links.find_link(tx, shop.id) is None:
        return None
    return Refused.saying(
        "action_not_allowed",
        "{order} is the marketplace's: reject it, or cancel it on its website.",
        order=order.reference,
    )


def _refuse_not_placed(order: Order) -> Refused | None:
    if order.status is Status.PLACED:
        return None
    return Refused.saying(
        "action_not_allowed",
        "{order} is {status}; only an order that is placed can expire.",
        order=order.reference,
        status=describe_status(order.status),
    )


def expire_orders(tx: Tx, shop_id: int, now: Millis, excluded_ids: Collection[int] = ()) -> ExpiryResult:
    """Cancels up to 100 orders of a shop, also of a read-only one, whose acceptance window has
    passed.

    Each is cancelled on its own: one that fails is logged with a reference and does not stop the
    others. `excluded_ids` are the ids of orders to skip. A clock in doubt cancels nothing.
    """
    if find_clock_doubt(tx, now) is not None:
        return ExpiryResult(0)
    overdue = orders.list_overdue_orders(tx, shop_id, now, excluded_ids=excluded_ids)
    broken = frozenset(order.id for order in overdue if not _expire_one(tx, order, now))
    return ExpiryResult(len(overdue) - len(broken), broken)


def _expire_one(tx: Tx, order: Order, now: Millis) -> bool:
    try:
        with tx.savepoint():
            shop = shops.get_shop(tx, order.shop_id)
            change_order(tx, shop, order, expire(order, now), by=TIME, now=now)
    except Exception as error:
        if tx.to_unavailable(error) is not None:
            # A fault of the disk or a lock affects every order.
            raise
        log.exception("Reference %s: %s could not be cancelled by time", make_error_reference(), order.reference)
        return False
    return True


def take_phone_order(
    tx: Tx, shop: Shop, request: OrderRequest, *, by: str, now: Millis, customer: Customer = NOBODY
) -> Order:
    """Places and accepts an order in one transaction: it never rings, and no time runs out for it.
    The customer is stored next to it, and is in no event. Raises Refused with a sentence, or
    NotFound for the branch; then nothing is placed.
    """
    placed = place_order(tx, shop, request, by=by, now=now)
    decision = act_on_order(tx, shop, placed.reference, Action.ACCEPT, reason=None, by=by, now=now)
    if decision.refusal is not None:
        raise decision.refusal
    orders.keep_customer(tx, decision.order.id, customer)
    orders.mark_seen(tx, shop.id, (decision.order.reference,))
    return decision.order
