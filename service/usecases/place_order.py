"""An order or an RFQ arrives: its number, its lines, the units that it holds; test orders too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from service.domain.catalogue.items import Item
from service.domain.catalogue.sku import fold, tidy
from service.domain.catalogue.stock import Level
from service.domain.errors import Refused
from service.domain.link.upstream_orders import own_sequence
from service.domain.marketplace.order_requests import LineRequest, OrderRequest, RfqRequest
from service.domain.marketplace.orders import (
    ACCEPT_WINDOW,
    PLACE,
    Line,
    Method,
    Order,
    Rfq,
    RfqItem,
    Status,
    Vehicle,
    format_reference,
)
from service.domain.money import MAX_FILS, compute_line_total
from service.domain.quantity import MILLI, format_quantity
from service.domain.sentences import message
from service.domain.shops import Branch, Shop
from service.domain.times import Millis, get_year
from service.domain.webhooks.events import EventKind
from service.domain.wire import order_out, rfq_out
from service.store import items, orders, rfqs, shops, stock_levels
from service.store.engine.transaction import Tx
from service.store.link.links import ever_linked
from service.store.revisions import mark_item_changed
from service.store.webhooks import events
from service.usecases.settle_clock import find_clock_doubt

_TAKEN = {"ORD": orders.has_order, "RFQ": rfqs.has_rfq}
_COMMISSION_PERCENT = 10
_COURIER_FEE_FILS = 1_500
_SEARCH_LIMIT = 200


def next_reference(tx: Tx, shop_id: int, kind: str, now: Millis) -> str:
    """`ORD-2026-000001`, or `ORD-2026-9000001` once there was a link; never a used one."""
    year = get_year(now)
    if not ever_linked(tx, shop_id):
        return format_reference(kind, year, shops.take_next_number(tx, shop_id, kind, year))
    while True:
        number = own_sequence(shops.take_next_number(tx, shop_id, f"{kind}-own", year))
        reference = format_reference(kind, year, number)
        if not _TAKEN[kind](tx, shop_id, reference):
            return reference


def place_order(
    tx: Tx, shop: Shop, request: OrderRequest, *, by: str, now: Millis, placed_at: Millis | None = None
) -> Order:
    """Places an order and holds its units. A sample's order was `placed_at` an earlier time.
    Raises Refused with a sentence, or NotFound for the branch.
    """
    at = now if placed_at is None else placed_at
    branch = shops.find_branch(tx, shop.id, request.branch)
    stored_items = items.find_items(tx, shop.id, [line.sku for line in request.lines])
    priced = []
    for number, line in enumerate(request.lines, 1):
        with _naming_line(number, len(request.lines)):
            priced.append(_price_line(line, stored_items.get(fold(tidy(line.sku)))))
    lines = tuple(line for line, _ in priced)
    _reserve_units(tx, [item for _, item in priced], lines, branch, at)
    order = _make_order(tx, shop, request, branch, lines, at)
    if find_clock_doubt(tx, now) is not None:
        # It has its time to accept when the doubt is over (settle_clock).
        order = replace(order, accept_by=None)
    orders.insert_order(tx, order, [item.id for _, item in priced])
    placed = orders.get_order(tx, shop.id, order.reference)
    orders.add_history(tx, placed, action=PLACE, from_status=None, reason=None, actor=by, refunded=False)
    events.record_event(tx, shop, EventKind.ORDER_PLACED, placed.reference, {"order": order_out(placed)}, at)
    return placed


def _price_line(line: LineRequest, item: Item | None) -> tuple[Line, Item]:
    if item is None:
        raise Refused.saying("unknown_sku", "There is no item '{sku}'; check the SKU.", sku=line.sku)
    if not item.active:
        raise Refused.saying("inactive_sku", "{sku} is not active; activate it before it is ordered.", sku=item.sku)
    price = item.order_price_fils if line.price_fils is None else line.price_fils
    if price is None:
        raise Refused.saying("no_price", "{sku} has no price; set one or give price_fils in the order.", sku=item.sku)
    total = compute_line_total(line.quantity, price)
    if total > MAX_FILS:
        raise Refused.saying(
            "too_much_money",
            "The line for {sku} comes to more than can be paid; check quantity and price.",
            sku=item.sku,
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
    return Refused.saying(
        "not_enough_stock",
        "{sku} has {free} free at {branch}; {quantity} cannot be ordered.",
        sku=item.sku,
        free=format_quantity(level.free),
        branch=branch.name,
        quantity=format_quantity(line.quantity),
    )


def _make_order(
    tx: Tx, shop: Shop, request: OrderRequest, branch: Branch, lines: tuple[Line, ...], now: Millis
) -> Order:
    items_fils = sum(line.total_fils for line in lines)
    if items_fils > MAX_FILS:
        raise Refused.saying("too_much_money", "The order comes to more than can be paid; check quantities and prices.")
    if request.commission_fils > items_fils:
        raise Refused.saying(
            "too_much_commission",
            "The commission of {commission_fils} fils is more than the items come to ({items_fils} fils); "
            "the shop would have to pay for its sale. Check commission_fils and the prices.",
            commission_fils=request.commission_fils,
            items_fils=items_fils,
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


def place_test_order(tx: Tx, shop: Shop, *, by: str, now: Millis) -> Order:
    """Orders one unit of one or two parts for one car. Raises Refused: live, or nothing free."""
    if not shop.staging:
        raise Refused.saying("live_shop", "Test orders are for staging only. Switch to Staging at the top first.")
    choice = _choose_items(tx, shop, now)
    vehicle = next((Vehicle(fit.make, fit.model, fit.year_from) for item in choice for fit in item.fit), None)
    lines = tuple(LineRequest(item.sku, MILLI) for item in choice)
    worth = sum(item.order_price_fils or 0 for item in choice)
    pickup = now % 3 == 0
    request = OrderRequest(
        lines,
        branch=_find_branch(choice[0]),
        vehicle=vehicle,
        method=Method.PICKUP if pickup else Method.COURIER,
        fee_fils=0 if pickup else _COURIER_FEE_FILS,
        commission_fils=worth * _COMMISSION_PERCENT // 100,
    )
    return place_order(tx, shop, request, by=by, now=now)


def _choose_items(tx: Tx, shop: Shop, now: Millis) -> list[Item]:
    """Chooses another part each time, with a second one that the same branch has."""
    active = items.search_items(tx, shop.id, "", limit=_SEARCH_LIMIT, active_only=True)
    ready = [item for item in active if item.order_price_fils is not None and _find_branch(item) is not None]
    if not ready:
        raise Refused.saying(
            "nothing_to_order",
            "Staging has no part with a price and free stock. Fill it with the sample, or upload some parts first.",
        )
    first = ready[now // 1000 % len(ready)]
    others = [item for item in ready if item is not first and _find_branch(item) == _find_branch(first)]
    return [first, others[now // 1000 % len(others)]] if others and now % 2 else [first]


def _find_branch(item: Item) -> str | None:
    """The branch with the most free units of the item."""
    free = [(level.free, level.branch) for level in item.stock if level.free >= MILLI]
    return max(free)[1] if free else None


def receive_rfq(tx: Tx, shop: Shop, request: RfqRequest, *, now: Millis, reference: str | None = None) -> Rfq:
    """Stores a request, under the marketplace's reference if any, and emits `rfq.new`."""
    rfq = Rfq(
        id=0,
        shop_id=shop.id,
        reference=reference or next_reference(tx, shop.id, "RFQ", now),
        created_at=now,
        text=request.text,
        vehicle=request.vehicle,
        items=tuple(RfqItem(item.sku, item.description, item.quantity) for item in request.items),
    )
    stored = replace(rfq, id=rfqs.insert_rfq(tx, rfq))
    events.record_event(tx, shop, EventKind.RFQ_NEW, stored.reference, {"rfq": rfq_out(stored)}, now)
    return stored
