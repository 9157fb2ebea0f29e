"""An order arrives from the marketplace side: its units are held, or it is refused
(contract §4.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from service.domain.catalogue.items import Item
from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import Level
from service.domain.errors import Refused
from service.domain.marketplace.order_requests import LineRequest, OrderRequest
from service.domain.marketplace.orders import ACCEPT_WINDOW, PLACE, Line, Order, Status
from service.domain.money import MAX_FILS, compute_line_total
from service.domain.quantity import format_quantity
from service.domain.sentences import message
from service.domain.shops import Branch, Shop
from service.domain.times import Millis
from service.domain.webhooks.events import EventKind
from service.domain.wire import order_out
from service.store import items, orders, shops, stock_levels
from service.store.engine.transaction import Tx
from service.store.revisions import mark_item_changed
from service.store.webhooks import events
from service.usecases.settle_clock import find_clock_doubt
from service.usecases.take_number import next_reference


def place_order(tx: Tx, shop: Shop, request: OrderRequest, *, by: str, now: Millis) -> Order:
    """Places an order and holds its units.
    Raises Refused with a sentence, or NotFound for the branch.
    """
    branch = shops.find_branch(tx, shop.id, request.branch)
    stored_items = items.find_items(tx, shop.id, [line.sku for line in request.lines])
    priced = []
    for number, line in enumerate(request.lines, 1):
        with _naming_line(number, len(request.lines)):
            priced.append(_price_line(line, stored_items.get(fold(tidy(line.sku)))))
    lines = tuple(line for line, _ in priced)
    _reserve_units(tx, [item for _, item in priced], lines, branch, now)
    order = _make_order(tx, shop, request, branch, lines, now)
    if find_clock_doubt(tx, now) is not None:
        # It has its time to accept when the doubt is over (settle_clock).
        order = replace(order, accept_by=None)
    orders.insert_order(tx, order, [item.id for _, item in priced])
    placed = orders.get_order(tx, shop.id, order.reference)
    orders.add_history(tx, placed, action=PLACE, from_status=None, reason=None, actor=by, refunded=False)
    events.record_event(tx, shop, EventKind.ORDER_PLACED, placed.reference, {"order": order_out(placed)}, now)
    return placed


def _price_line(line: LineRequest, item: Item | None) -> tuple[Line, Item]:
    if item is None:
        raise Refused("unknown_sku", message("There is no item '{sku}'; check the SKU.", sku=line.sku))
    if not item.active:
        raise Refused("inactive_sku", message("{sku} is not active; activate it before it is ordered.", sku=item.sku))
    price = item.order_price_fils if line.price_fils is None else line.price_fils
    if price is None:
        raise Refused("no_price", message("{sku} has no price; set one or give price_fils in the order.", sku=item.sku))
    total = compute_line_total(line.quantity, price)
    if total > MAX_FILS:
        raise Refused(
            "too_much_money",
            message("The line for {sku} comes to more than can be paid; check quantity and price.", sku=item.sku),
        )
    return Line(item.sku, item.name, line.quantity, price, total), item


def _reserve_units(tx: Tx, ordered: list[Item], lines: tuple[Line, ...], branch: Branch, now: Millis) -> None:
    for number, (item, line) in enumerate(zip(ordered, lines, strict=True), 1):
        level = stock_levels.get_level(tx, item.id, branch.id) or Level(0, 0)
        if line.quantity > level.free:
            with _naming_line(number, len(lines)):
                raise _refuse_stock(item, line, level, branch)
        stock_levels.set_level(tx, item.id, branch.id, Level(level.quantity, level.reserved + line.quantity))
        mark_item_changed(tx, branch.shop_id, item.id, now)


@contextmanager
def _naming_line(number: int, count: int) -> Iterator[None]:
    """Puts the line's number before a refusal, where there are several lines."""
    try:
        yield
    except Refused as refused:
        if count == 1:
            raise
        fault = message("Line {line}: {fault}", line=number, fault=refused.sentence)
        raise Refused(refused.code, fault) from None


def _refuse_stock(item: Item, line: Line, level: Level, branch: Branch) -> Refused:
    return Refused(
        "not_enough_stock",
        message(
            "{sku} has {free} free at {branch}; {quantity} cannot be ordered.",
            sku=item.sku,
            free=format_quantity(level.free),
            branch=branch.name,
            quantity=format_quantity(line.quantity),
        ),
    )


def _make_order(
    tx: Tx, shop: Shop, request: OrderRequest, branch: Branch, lines: tuple[Line, ...], now: Millis
) -> Order:
    items_fils = sum(line.total_fils for line in lines)
    if items_fils > MAX_FILS:
        raise Refused(
            "too_much_money", message("The order comes to more than can be paid; check quantities and prices.")
        )
    if request.commission_fils > items_fils:
        raise Refused(
            "too_much_commission",
            message(
                "The commission of {commission_fils} fils is more than the items come to ({items_fils} fils); "
                "the shop would have to pay for its sale. Check commission_fils and the prices.",
                commission_fils=request.commission_fils,
                items_fils=items_fils,
            ),
        )
    return Order(
        id=0,
        shop_id=shop.id,
        reference=next_reference(tx, shop.id, "ORD", now),
        status=Status.PLACED,
        placed_at=now,
        accept_by=now + ACCEPT_WINDOW,
        updated_at=now,
        fitment_confirmed=False,
        vehicle=request.vehicle,
        lines=lines,
        branch_id=branch.id,
        method=request.method,
        fee_fils=request.fee_fils,
        items_fils=items_fils,
        commission_fils=request.commission_fils,
        refunded=False,
        reason=None,
        units_left=False,
    )
