"""What the reports and exports read of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import nsmallest
from typing import Any

from service.domain.marketplace.orders import EXPIRE, OrderRecord
from service.domain.reports import TOP_PARTS, CallHour, Events, PaidOrder, PlacedOrder, Span, TopPart
from service.domain.shops import Shop
from service.domain.times import HOUR
from service.store.call_log.calls import read_hours
from service.store.engine.transaction import ReadTx
from service.store.orders import list_orders_by_id

_PAGE = 500
_HALF = 2**32
_MOMENT = (
    "(SELECT min(at) FROM order_history WHERE order_history.order_id = orders.id AND order_history.to_status = '{}')"
)
_ACCEPTED, _DELIVERED = _MOMENT.format("confirmed"), _MOMENT.format("delivered")

_Read = Callable[[Callable[[ReadTx], list[OrderRecord]]], list[OrderRecord]]
_PLACED = "shop_id = :shop AND placed_at BETWEEN :first AND :last"
_PAID = (
    "shop_id = :shop AND status = 'delivered' AND refunded = 0 "
    f"AND coalesce({_DELIVERED}, updated_at) BETWEEN :first AND :last"
)
_IN_SPAN = {False: _PLACED, True: _PAID}
"""Orders by whether those that were paid are asked for."""
_CHANGED = "order_history.shop_id = :shop AND order_history.at BETWEEN :first AND :last"


def iterate_records(read: _Read, shop_id: int, span: Span, *, paid: bool = False) -> Iterator[OrderRecord]:
    """Orders placed within a span, or with `paid` those delivered within it and not refunded,
    oldest first. `read(work)` runs a short read for each page.
    """
    after = 0
    while True:

        def read_page(db: ReadTx, after: int = after) -> list[OrderRecord]:
            return list_records(db, shop_id, span, paid=paid, after=after, limit=_PAGE)

        page = read(read_page)
        yield from page
        if len(page) < _PAGE:
            return
        after = page[-1].order.id


def list_records(
    db: ReadTx, shop_id: int, span: Span, *, paid: bool, after: int = 0, limit: int = _PAGE
) -> list[OrderRecord]:
    """One page: the orders with an id above `after`."""
    rows = db.all(
        f"SELECT id, {_ACCEPTED}, {_DELIVERED} FROM orders WHERE {_IN_SPAN[paid]} AND id > :after "
        "ORDER BY id LIMIT :limit",
        {"shop": shop_id, "first": span.first, "last": span.last, "after": after, "limit": limit},
    )
    moments = {order_id: (accepted_at, delivered_at) for order_id, accepted_at, delivered_at in rows}
    return [OrderRecord(order, *moments[order.id]) for order in list_orders_by_id(db, list(moments))]


def count_records(db: ReadTx, shop_id: int, span: Span, *, paid: bool) -> int:
    """How many orders all pages have."""
    values = {"shop": shop_id, "first": span.first, "last": span.last}
    return int(db.scalar(f"SELECT count(*) FROM orders WHERE {_IN_SPAN[paid]}", values))


def read_events(db: ReadTx, shop: Shop, span: Span) -> Events:
    """Reads along the indexes of time. Orders that a link brought count as any other."""
    values = {"shop": shop.id, "first": span.first, "last": span.last}
    ended = dict(
        db.all(
            f"SELECT action = '{EXPIRE}', count(*) FROM order_history WHERE {_CHANGED} "
            "AND to_status = 'cancelled' AND from_status IS DISTINCT FROM 'cancelled' GROUP BY 1",
            values,
        )
    )
    return Events(
        placed=tuple(
            db.all_as(
                PlacedOrder,
                "SELECT placed_at, (SELECT min(at) FROM order_history WHERE order_id = orders.id "
                f"AND to_status = 'confirmed') FROM orders WHERE {_PLACED}",
                values,
            )
        ),
        paid=tuple(
            db.all_as(
                PaidOrder,
                "SELECT min(order_history.at), items_fils, commission_fils FROM order_history "
                f"JOIN orders ON orders.id = order_id WHERE {_CHANGED} AND to_status = 'delivered' "
                "AND from_status IS DISTINCT FROM 'delivered' AND status = 'delivered' AND orders.refunded = 0 "
                "GROUP BY orders.id",
                values,
            )
        ),
        lapsed=ended.get(1, 0),
        cancelled=ended.get(0, 0),
        top_parts=_read_top_parts(db, values),
        hours=_read_hours(db, shop, span),
    )


def _read_top_parts(db: ReadTx, values: dict[str, Any]) -> tuple[TopPart, ...]:
    """The fils of a part are summed in two halves, because SQLite's sums end at 64 bits."""
    rows = db.all(
        f"SELECT min(sku), min(name), sum(quantity), sum(total_fils / {_HALF}), sum(total_fils % {_HALF}), "
        "coalesce((SELECT name_ar FROM items WHERE items.id = item_id), '') FROM orders "
        f"JOIN order_lines ON order_id = orders.id WHERE {_PLACED} AND status <> 'cancelled' GROUP BY item_id",
        values,
    )
    parts = (TopPart(sku, name, milli, high * _HALF + low, name_ar) for sku, name, milli, high, low, name_ar in rows)
    return tuple(nsmallest(TOP_PARTS, parts, key=lambda part: (-part.total_fils, part.sku)))


def _read_hours(db: ReadTx, shop: Shop, span: Span) -> tuple[CallHour, ...]:
    """Calls are counted by hours of UTC."""
    hours = read_hours(db, shop.id, span.first, sees_unknown=not shop.staging)
    return tuple(CallHour(hour.hour * HOUR, hour.calls, hour.faults) for hour in hours if hour.hour * HOUR <= span.last)
