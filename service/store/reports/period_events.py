"""What happened in a shop within a span of time, for its summary."""

from __future__ import annotations

from service.domain.marketplace.orders import EXPIRE
from service.domain.reports.spans import Span
from service.domain.reports.summary import TOP_PARTS, CallHour, Events, PaidOrder, PlacedOrder, TopPart
from service.domain.shops import Shop
from service.domain.times import HOUR
from service.store.call_log.calls import read_hours
from service.store.engine.transaction import ReadTx

_PLACED = "shop_id = :shop AND placed_at BETWEEN :first AND :last"
_CHANGED = "order_history.shop_id = :shop AND order_history.at BETWEEN :first AND :last"


def read_events(db: ReadTx, shop: Shop, span: Span) -> Events:
    """Reads along the indexes of time. Orders that a link brought count as any other."""
    values = {"shop": shop.id, "first": span.first, "last": span.last}
    ended = dict(
        db.all(
            f"SELECT action = '{EXPIRE}', count(*) FROM order_history WHERE {_CHANGED} "
            "AND to_status = 'cancelled' AND from_status IS NOT 'cancelled' GROUP BY 1",
            values,
        )
    )
    return Events(
        placed=tuple(
            PlacedOrder(*row)
            for row in db.all(
                "SELECT placed_at, (SELECT min(at) FROM order_history WHERE order_id = orders.id "
                f"AND to_status = 'confirmed') FROM orders WHERE {_PLACED}",
                values,
            )
        ),
        paid=tuple(
            PaidOrder(*row)
            for row in db.all(
                "SELECT min(order_history.at), items_fils, commission_fils FROM order_history "
                f"JOIN orders ON orders.id = order_id WHERE {_CHANGED} AND to_status = 'delivered' "
                "AND from_status IS NOT 'delivered' AND status = 'delivered' AND NOT orders.refunded GROUP BY order_id",
                values,
            )
        ),
        lapsed=ended.get(1, 0),
        cancelled=ended.get(0, 0),
        top_parts=tuple(
            TopPart(*row)
            for row in db.all(
                "SELECT min(sku), min(name), sum(quantity), sum(total_fils), "
                "coalesce((SELECT name_ar FROM items WHERE items.id = item_id), '') FROM orders "
                f"JOIN order_lines ON order_id = orders.id WHERE {_PLACED} AND status <> 'cancelled' "
                "GROUP BY item_id ORDER BY sum(total_fils) DESC, min(sku) LIMIT :most",
                {**values, "most": TOP_PARTS},
            )
        ),
        hours=_read_hours(db, shop, span),
    )


def _read_hours(db: ReadTx, shop: Shop, span: Span) -> tuple[CallHour, ...]:
    """Calls are counted by hours of UTC."""
    hours = read_hours(db, shop.id, span.first, sees_unknown=not shop.staging)
    return tuple(CallHour(hour.hour * HOUR, hour.calls, hour.faults) for hour in hours if hour.hour * HOUR <= span.last)
