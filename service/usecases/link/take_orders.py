"""Orders and RFQs of the marketplace are taken over."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from service.domain.actors import MARKETPLACE
from service.domain.catalogue.row_types import ITEM_FIELDS
from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import Cause, Level, held_at_first
from service.domain.errors import CounterpartError, make_error_reference
from service.domain.history import CauseKind, WriteCause
from service.domain.link.order_merge import ACCEPT_BY, Merge, merge_order
from service.domain.link.upstream_orders import ReadOrder, UpstreamOrder, UpstreamRfq, is_usable_reference
from service.domain.marketplace.orders import CLOSED, PLACE, Decision, Line, Order, Status
from service.domain.sentences import Sentence, message
from service.domain.shops import Branch, Shop
from service.domain.times import SECOND, Millis
from service.domain.webhooks.events import EventKind
from service.domain.wire import order_out
from service.store import items, orders, rfqs, shops, stock_levels
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_write
from service.store.link import action_queue, mirror, pushed_items
from service.store.link.mirror import Mirror
from service.store.revisions import mark_item_changed, read_revision, record_changes
from service.store.webhooks import events
from service.usecases.change_order import change_order
from service.usecases.move_stock import StockMovement, record_movement
from service.usecases.place_order import next_reference, receive_rfq

AFTER_DEADLINE: Millis = SECOND
"""The marketplace needs a moment to cancel an order whose window has passed."""
log = logging.getLogger(__name__)


def take_rfqs(tx: Tx, shop: Shop, theirs: Sequence[UpstreamRfq], *, now: Millis) -> int:
    """Stores the new ones; returns how many. A reference that is used is replaced."""
    new = 0
    for rfq in theirs:
        if rfqs.find_mirrored_rfq(tx, shop.id, rfq.reference) is not None:
            continue
        free = is_usable_reference(rfq.reference, "RFQ") and not rfqs.has_rfq(tx, shop.id, rfq.reference)
        stored = receive_rfq(tx, shop, rfq.request, now=now, reference=rfq.reference if free else None)
        rfqs.set_marketplace_reference(tx, stored.id, rfq.reference)
        new += 1
    return new


def note_missing(tx: Tx, shop_id: int, order_ids: Collection[int], now: Millis) -> None:
    """Notes orders that no complete list had. Once is chance: an order can move meanwhile."""
    for order_id in order_ids:
        before = mirror.get_mirror(tx, order_id)
        if before is None:
            continue
        if before.missing_since is None:
            after = replace(before, missing_since=now)
        else:
            lost = message("The marketplace no longer lists this order. It stays as it is here: ask the marketplace.")
            after = replace(before, difference=lost)
        mirror.update_mirror(tx, before, after)
    mirror.clear_found(tx, shop_id, order_ids)


def placed_until(db: ReadTx, shop_id: int, now: Millis) -> Millis | None:
    """When the next placed mirrored order has to be read again, because its window ends."""
    deadline = mirror.next_deadline(db, shop_id, now - AFTER_DEADLINE)
    return None if deadline is None else deadline + AFTER_DEADLINE


@dataclass(frozen=True, slots=True)
class Taken:
    """What one reading changed: new orders, merged ones, and those that were set aside."""

    new: int = 0
    changed: int = 0
    aside: int = 0
    went_back: bool = False
    """Whether the marketplace took something back; it may have been restored from a backup."""


def take_orders(tx: Tx, shop: Shop, rows: Sequence[ReadOrder], *, since: Millis | None, now: Millis) -> Taken:
    """Stores the orders of one answer. One that fails is set aside and does not stop the others.

    `since` is when the link began, None once every status was read since: then an order that is
    unknown here is new, whatever its time, as a clock of either side can be wrong. Orders that were
    closed before the link are history and are not stored, also where they can be read later alone.
    """
    new = changed = aside = 0
    went_back = False
    for row in rows:
        if row.order is None:
            if since is not None and row.closed_from is not None and row.closed_from < since:
                mirror.note_before_link(tx, shop.id, row.name)
            aside += mirror.set_aside(tx, shop.id, row.name, row.raw, row.fault, now)
            continue
        try:
            with tx.savepoint():
                is_new, merge = _take(tx, shop, row.order, since, now)
            mirror.drop_set_aside(tx, shop.id, row.name)
            new += is_new
            changed += merge is not None and merge.decision is not None
            went_back |= merge is not None and merge.is_new_difference
        except Exception as error:
            if tx.to_unavailable(error) is not None:
                raise
            aside += mirror.set_aside(tx, shop.id, row.name, row.raw, _why(error, row.name), now)
    return Taken(new, changed, aside, went_back)


def _why(error: Exception, reference: str) -> Sentence:
    if isinstance(error, CounterpartError):
        return error.sentence
    support = make_error_reference()
    log.error("Reference %s: order %s of the marketplace could not be taken", support, reference, exc_info=error)
    return message("The program made a mistake with this order. Tell support {reference}.", reference=support)


def _take(tx: Tx, shop: Shop, theirs: UpstreamOrder, since: Millis | None, now: Millis) -> tuple[bool, Merge | None]:
    mirrored = mirror.find_mirrored(tx, shop.id, theirs.reference)
    if mirrored is not None:
        return False, merge_with_upstream(tx, shop, mirrored[0], mirrored[1], theirs, now)
    if theirs.status in CLOSED and _is_history(tx, shop, theirs, since):
        return False, None
    mirror_order(tx, shop, theirs, since, now)
    return True, None


def _is_history(tx: Tx, shop: Shop, theirs: UpstreamOrder, since: Millis | None) -> bool:
    if _is_older(theirs, since):
        mirror.note_before_link(tx, shop.id, theirs.reference)
    return mirror.was_before_link(tx, shop.id, theirs.reference)


def _is_older(theirs: UpstreamOrder, since: Millis | None) -> bool:
    """Whether an order was placed before the link began."""
    return since is not None and theirs.placed_at < since


def merge_with_upstream(tx: Tx, shop: Shop, order: Order, known: Mirror, theirs: UpstreamOrder, now: Millis) -> Merge:
    """Merges what the marketplace says of an order that is here already."""
    merge = merge_order(order, known.known, theirs, action_queue.waiting_of(tx, order.id), now)
    if merge.decision is not None:
        _apply(tx, shop, order, merge.decision, now)
    elif order.units_left and _ships_late(known, merge):
        _forget_stock(tx, shop, order.id, now)
    if merge.withdraws:
        action_queue.withdraw_of(tx, order.id, now)
    after = replace(
        known,
        known=merge.known,
        missing_since=None,
        difference=merge.difference,
        notice=merge.notice or known.notice,
    )
    mirror.update_mirror(tx, known, after)
    return replace(merge, is_new_difference=merge.difference is not None and known.difference is None)


def _ships_late(known: Mirror, merge: Merge) -> bool:
    """Whether the marketplace took an order's units off now, long after they had left here."""
    left_there = (Status.OUT_FOR_DELIVERY, Status.DELIVERED)
    ended = known.difference is not None and merge.difference is None
    return merge.known in left_there and (ended or known.known not in left_there)


def _apply(tx: Tx, shop: Shop, order: Order, decision: Decision, now: Millis) -> None:
    if decision.action == ACCEPT_BY:
        orders.update_order(tx, decision.order)
        return
    change_order(tx, shop, order, decision, by=MARKETPLACE, now=now)
    if decision.order.units_left:
        _forget_stock(tx, shop, order.id, now)


def _forget_stock(tx: Tx, shop: Shop, order_id: int, now: Millis) -> None:
    """The marketplace took an order's units off its own stock: what it acknowledged is old."""
    moved = action_queue.moved_items(tx, order_id)
    pushed_items.forget_stock(tx, moved)
    pushed_items.mark_waiting(tx, shop.id, moved, now)


def mirror_order(tx: Tx, shop: Shop, theirs: UpstreamOrder, since: Millis | None, now: Millis) -> Order:
    """Stores a new order of the marketplace. It is never refused: it holds what is free and records
    what is short. Units that left before the link began were already counted by the shop; later
    ones are subtracted here.
    """
    with record_write(tx, shop.id, WriteCause(CauseKind.ORDER), by=MARKETPLACE, now=now) as record:
        stored = _store_order(tx, shop, theirs, since, now)
        record.cause_id = stored.id
    mirror.add_mirror(tx, stored, theirs.status)
    orders.add_history(
        tx, stored, action=PLACE, from_status=None, reason=None, actor=MARKETPLACE, refunded=stored.refunded
    )
    if stored.status not in CLOSED:
        events.record_event(tx, shop, EventKind.ORDER_PLACED, stored.reference, {"order": order_out(stored)}, now)
    return stored


def _store_order(tx: Tx, shop: Shop, theirs: UpstreamOrder, since: Millis | None, now: Millis) -> Order:
    branch = shops.get_main_branch(tx, shop.id)
    item_ids = _list_item_ids(tx, shop, theirs, now)
    open_here = theirs.status not in CLOSED and theirs.status is not Status.OUT_FOR_DELIVERY
    held = [_hold(tx, shop, branch, item_id, line, now) if open_here else line for item_id, line in
            zip(item_ids, theirs.lines, strict=True)]  # fmt: skip
    order = _order(tx, shop, theirs, branch, tuple(held), now)
    orders.insert_order(tx, order, item_ids)
    stored = orders.get_order(tx, shop.id, order.reference)
    if stored.units_left and not _is_older(theirs, since):
        _take_away(tx, shop, stored, branch, item_ids, now)
        _forget_stock(tx, shop, stored.id, now)
    return stored


def _order(tx: Tx, shop: Shop, theirs: UpstreamOrder, branch: Branch, lines: tuple[Line, ...], now: Millis) -> Order:
    reference = theirs.reference
    if not is_usable_reference(reference) or orders.has_order(tx, shop.id, reference):
        reference = next_reference(tx, shop.id, "ORD", now)
    left = theirs.status in (Status.OUT_FOR_DELIVERY, Status.DELIVERED)
    return Order(
        id=0,
        shop_id=shop.id,
        reference=reference,
        status=theirs.status,
        placed_at=theirs.placed_at,
        accept_by=theirs.accept_by if theirs.status is Status.PLACED else None,
        updated_at=now,
        fitment_confirmed=theirs.fitment_confirmed,
        vehicle=theirs.vehicle,
        lines=lines,
        branch_id=branch.id,
        method=theirs.method,
        fee_fils=theirs.fee_fils,
        items_fils=theirs.items_fils,
        commission_fils=theirs.commission_fils,
        refunded=theirs.refunded,
        reason=theirs.reason,
        units_left=left,
        marketplace_reference=theirs.reference,
    )


def _list_item_ids(tx: Tx, shop: Shop, theirs: UpstreamOrder, now: Millis) -> list[int]:
    """The items of the lines. An unknown SKU becomes an inactive item."""
    stored_items = items.find_items(tx, shop.id, [line.sku for line in theirs.lines])
    ids = {folded: item.id for folded, item in stored_items.items()}
    for line in theirs.lines:
        folded = fold(tidy(line.sku))
        if folded not in ids:
            ids[folded] = _unknown_item(tx, shop, line, now)
    return [ids[fold(tidy(line.sku))] for line in theirs.lines]


def _unknown_item(tx: Tx, shop: Shop, line: Line, now: Millis) -> int:
    item_id, revision = items.next_item_id(tx, shop.id), read_revision(tx, shop.id) + 1
    sku = tidy(line.sku)
    values: dict[str, object] = {name: field.about.default for name, field in ITEM_FIELDS.items()}
    values |= {"sku": sku, "name": line.name, "price_fils": line.price_fils, "active": False}
    items.insert_items(tx, [(item_id, shop.id, fold(sku), *values.values(), now, revision)], None)
    shops.add_items_total(tx, shop.id, 1)
    record_changes(tx, shop.id, revision, revision, [item_id])
    return item_id


def _hold(tx: Tx, shop: Shop, branch: Branch, item_id: int, line: Line, now: Millis) -> Line:
    level = stock_levels.get_level(tx, item_id, branch.id) or Level(0, 0)
    held = held_at_first(line.quantity, level.free)
    if held:
        stock_levels.set_level(tx, item_id, branch.id, Level(level.quantity, level.reserved + held))
        mark_item_changed(tx, shop.id, item_id, now)
    return replace(line, short=line.quantity - held)


def _take_away(tx: Tx, shop: Shop, order: Order, branch: Branch, item_ids: Sequence[int], now: Millis) -> None:
    """Subtracts units that had left before the order was first read, as far as there are any."""
    for item_id, line in zip(item_ids, order.lines, strict=True):
        level = stock_levels.get_level(tx, item_id, branch.id) or Level(0, 0)
        gone = held_at_first(line.quantity, level.free)
        if gone:
            after = Level(level.quantity - gone, level.reserved)
            move = StockMovement(item_id, line.sku, branch, level, after, Cause.SALE, order.reference)
            record_movement(tx, shop, move, by=MARKETPLACE, now=now)
