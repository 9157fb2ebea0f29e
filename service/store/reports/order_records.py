"""Orders with the times that an export names, read page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from service.domain.marketplace.order_record import OrderRecord
from service.domain.reports.spans import Span
from service.store.engine.transaction import ReadTx
from service.store.orders import list_orders_by_id

_PAGE = 500
_MOMENT = (
    "(SELECT min(at) FROM order_history WHERE order_history.order_id = orders.id AND order_history.to_status = '{}')"
)
_ACCEPTED, _DELIVERED = _MOMENT.format("confirmed"), _MOMENT.format("delivered")
_PAID = f"status = 'delivered' AND NOT refunded AND coalesce({_DELIVERED}, updated_at)"

_Read = Callable[[Callable[[ReadTx], list[OrderRecord]]], list[OrderRecord]]


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
    rows = _read_rows(db, f"id, {_ACCEPTED}, {_DELIVERED}", shop_id, span, paid=paid, after=after, limit=limit)
    orders = list_orders_by_id(db, [row[0] for row in rows])
    return [OrderRecord(order, row[1], row[2]) for order, row in zip(orders, rows, strict=True)]


def count_records(db: ReadTx, shop_id: int, span: Span, *, paid: bool) -> int:
    """How many orders all pages have."""
    return int(_read_rows(db, "count(*)", shop_id, span, paid=paid, after=0, limit=1)[0][0])


def _read_rows(db: ReadTx, what: str, shop_id: int, span: Span, *, paid: bool, after: int, limit: int) -> list[Any]:
    moment = _PAID if paid else "placed_at"
    return db.all(
        f"SELECT {what} FROM orders WHERE shop_id = :shop AND id > :after AND {moment} BETWEEN :since AND :until "
        "ORDER BY id LIMIT :limit",
        {"shop": shop_id, "after": after, "limit": limit, "since": span.first, "until": span.last},
    )
