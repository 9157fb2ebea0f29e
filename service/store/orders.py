"""Orders, their lines and history."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import msgspec

from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.marketplace.orders import (
    Customer,
    HistoryEntry,
    Line,
    ListedOrder,
    Order,
    OrderQuery,
    OrderSort,
    Status,
    Vehicle,
)
from service.domain.times import Millis
from service.store.engine.dialect import INT_LIST, encode_list, json_text, make_like_pattern
from service.store.engine.row_reader import RowReader
from service.store.engine.transaction import ReadTx, Tx, Values

_read_entry = RowReader(HistoryEntry)
_decode_vehicle = msgspec.json.Decoder(Vehicle).decode
_read_order = RowReader(Order, vehicle=_decode_vehicle)
_read_listed = RowReader(ListedOrder, vehicle=_decode_vehicle)
_LISTED = (
    "orders.reference, orders.status, orders.placed_at, orders.accept_by, orders.items_fils, "
    "(SELECT vat FROM shops WHERE shops.id = orders.shop_id), orders.fee_fils, "
    "(SELECT count(*) FROM order_lines WHERE order_lines.order_id = orders.id), "
    "orders.vehicle, orders.method, orders.seen"
)
_SORTS = {
    OrderSort.TIME_LEFT: "orders.status <> 'placed', orders.accept_by NULLS FIRST, orders.id DESC",
    OrderSort.NEWEST: "orders.id DESC",
    OrderSort.OLDEST: "orders.id",
    OrderSort.LARGEST: "orders.items_fils DESC, orders.id DESC",
}
"""By urgency (to accept by time left, then the others newest first), by age, or by amount."""
_FIELDS = tuple(field.name for field in fields(Order) if field.name not in ("id", "branch", "lines"))
_COLUMNS = ", ".join(_FIELDS)
_READ = f"id, {_COLUMNS}, (SELECT name FROM branches WHERE branches.id = branch_id)"
_LINE = "sku, name, quantity, price_fils, total_fils, short"
_IS_NOT_EXCLUDED = f"id NOT IN (SELECT value FROM {INT_LIST})"
_OWN = "marketplace_reference IS NULL"


def search_orders(
    db: ReadTx, shop_id: int, query: OrderQuery, *, offset: int = 0, limit: int = 100
) -> list[ListedOrder]:
    """One page of the orders that a query asks for."""
    where, values = _make_where(shop_id, query.status, query.text)
    return db.all_as(
        _read_listed,
        f"SELECT {_LISTED} FROM orders WHERE {where} ORDER BY {_SORTS[query.sort]} LIMIT :limit OFFSET :offset",
        {**values, "limit": limit, "offset": offset},
    )


def list_waiting_orders(db: ReadTx, shop_id: int | None = None) -> list[tuple[int, ListedOrder]]:
    """Placed orders of one shop, or of every shop, with their shop, most urgent first."""
    narrow = "" if shop_id is None else " AND orders.shop_id = :shop"
    rows = db.all(
        f"SELECT orders.shop_id, {_LISTED} FROM orders WHERE orders.status = 'placed'{narrow} "
        "ORDER BY orders.accept_by LIMIT 1000",
        {"shop": shop_id},
    )
    return [(of_shop, _read_listed(*row)) for of_shop, *row in rows]


def mark_seen(tx: Tx, shop_id: int, references: tuple[str, ...]) -> None:
    """Marks orders as seen by the owner, so that their alert stops."""
    changed = [
        tx.update("UPDATE orders SET seen = 1 WHERE shop_id = ? AND reference = ? AND seen = 0", (shop_id, reference))
        for reference in references
    ]
    if any(changed):
        tx.mark_changed(ChangeKind.ORDERS)


def keep_customer(tx: Tx, order_id: int, customer: Customer) -> None:
    """Stores that an order came by phone, and from whom, where that is known."""
    tx.insert(
        "INSERT INTO order_customers (order_id, name, phone, address, note) VALUES (?, ?, ?, ?, ?)",
        (order_id, customer.name, customer.phone, customer.address, customer.note),
    )


def is_phone_order(db: ReadTx, order_id: int) -> bool:
    """Whether the shop took the order itself, so that no marketplace has its money."""
    return db.scalar("SELECT 1 FROM order_customers WHERE order_id = ?", (order_id,)) is not None


def find_customers(db: ReadTx, order_ids: Collection[int]) -> dict[int, Customer]:
    """The customers of those orders that have one, by the order's id."""
    rows = db.all(
        "SELECT order_id, name, phone, address, note FROM order_customers "
        f"WHERE order_id IN (SELECT value FROM {INT_LIST})",
        (encode_list(order_ids),),
    )
    customers = {order_id: Customer(*customer) for order_id, *customer in rows}
    return {order_id: customer for order_id, customer in customers.items() if customer}


def _make_where(shop_id: int, status: Status | None, text: str) -> tuple[str, dict[str, Any]]:
    where = "orders.shop_id = :shop"
    values: dict[str, Any] = {"shop": shop_id}
    if status is not None:
        where, values = f"{where} AND orders.status = :status", {**values, "status": status.value}
    if text.strip():
        where += (
            f" AND (orders.reference LIKE :text ESCAPE '\\' OR {json_text('orders.vehicle', 'make')} || ' ' || "
            f"{json_text('orders.vehicle', 'model')} || ' ' || coalesce({json_text('orders.vehicle', 'year')}, '') "
            "LIKE :text ESCAPE '\\' OR EXISTS (SELECT 1 FROM order_lines WHERE order_lines.order_id = orders.id "
            "AND (order_lines.sku LIKE :text ESCAPE '\\' OR order_lines.name LIKE :text ESCAPE '\\')))"
        )
        values = {**values, "text": make_like_pattern(text.strip())}
    return where, values


def _read_lines(db: ReadTx, order_ids: Sequence[int]) -> dict[int, list[Line]]:
    lines: dict[int, list[Line]] = {}
    rows = db.all(
        f"SELECT order_id, {_LINE} FROM {INT_LIST} AS asked "
        "CROSS JOIN order_lines ON order_lines.order_id = asked.value ORDER BY order_id, position",
        (encode_list(order_ids),),
    )
    for order_id, *line in rows:
        lines.setdefault(order_id, []).append(Line(*line))
    return lines


def _list_orders(db: ReadTx, condition: str, values: Values = ()) -> list[Order]:
    rows = db.all(f"SELECT {_READ} FROM orders WHERE {condition}", values)
    lines = _read_lines(db, [order_id for order_id, *_ in rows])
    return [_read_order(order_id, *row, tuple(lines.get(order_id, ()))) for order_id, *row in rows]


def get_order(db: ReadTx, shop_id: int, reference: str) -> Order:
    """Raises NotFound, also for another shop's order."""
    orders = _list_orders(db, "shop_id = ? AND reference = ?", (shop_id, reference))
    if not orders:
        raise NotFound(f"There is no order {reference} in this shop; list the orders to see those there are.")
    return orders[0]


def has_order(db: ReadTx, shop_id: int, reference: str) -> bool:
    return db.scalar("SELECT 1 FROM orders WHERE shop_id = ? AND reference = ?", (shop_id, reference)) is not None


def list_orders(
    db: ReadTx, shop_id: int, status: Status | None = None, *, limit: int = 100, before: int | None = None
) -> list[Order]:
    """Newest first, those with an id before `before`."""
    narrow = "" if status is None else " AND status = :status"
    return _list_orders(
        db,
        f"shop_id = :shop{narrow} AND id < :before ORDER BY id DESC LIMIT :limit",
        {"shop": shop_id, "status": status, "before": before or 2**62, "limit": limit},
    )


def list_orders_by_id(db: ReadTx, ids: Sequence[int]) -> list[Order]:
    """Orders that exist, in the order of their ascending ids."""
    return _list_orders(db, f"id IN (SELECT value FROM {INT_LIST}) ORDER BY id", (encode_list(ids),))


def find_order_id(db: ReadTx, shop_id: int, reference: str) -> int | None:
    """The id of an order, where a list continues."""
    order_id: int | None = db.scalar("SELECT id FROM orders WHERE shop_id = ? AND reference = ?", (shop_id, reference))
    return order_id


def count_by_status(db: ReadTx, shop_id: int) -> dict[Status, int]:
    rows = db.all("SELECT status, count(*) FROM orders WHERE shop_id = ? GROUP BY status", (shop_id,))
    return {Status(status): count for status, count in rows}


def list_overdue_orders(
    db: ReadTx, shop_id: int, now: Millis, limit: int = 100, excluded_ids: Collection[int] = ()
) -> list[Order]:
    """A shop's own placed orders whose acceptance window has passed, but the excluded ones."""
    return _list_orders(
        db,
        f"status = 'placed' AND accept_by <= ? AND shop_id = ? AND {_OWN} AND {_IS_NOT_EXCLUDED} "
        "ORDER BY accept_by LIMIT ?",
        (now, shop_id, encode_list(excluded_ids), limit),
    )


class NextExpiry(NamedTuple):
    at: Millis
    shop_id: int


def find_next_expiry(db: ReadTx, excluded_ids: Collection[int] = ()) -> NextExpiry | None:
    """That of the next placed order, except those with the ids `excluded_ids`."""
    return db.one_as(
        NextExpiry,
        "SELECT accept_by, shop_id FROM orders WHERE status = 'placed' AND accept_by IS NOT NULL "
        f"AND {_OWN} AND {_IS_NOT_EXCLUDED} ORDER BY accept_by LIMIT 1",
        (encode_list(excluded_ids),),
    )


def clear_accept_times(tx: Tx) -> None:
    """Takes the time to accept from every placed order of the shops' own."""
    tx.update(f"UPDATE orders SET accept_by = NULL WHERE status = 'placed' AND accept_by IS NOT NULL AND {_OWN}")
    tx.mark_changed(ChangeKind.ORDERS)


def list_orders_without_time(db: ReadTx) -> list[Order]:
    """Placed orders of the shops' own that have no time to accept, oldest first."""
    return _list_orders(db, f"status = 'placed' AND accept_by IS NULL AND {_OWN} ORDER BY id")


def insert_order(tx: Tx, order: Order, item_ids: Sequence[int]) -> int:
    """Adds an order with its lines, one item each; returns its id."""
    vehicle = None if order.vehicle is None else msgspec.json.encode(order.vehicle).decode()
    values = {name: getattr(order, name) for name in _FIELDS} | {"vehicle": vehicle}
    marks = ", ".join("?" * len(values))
    order_id = tx.insert(f"INSERT INTO orders ({_COLUMNS}) VALUES ({marks})", tuple(values.values()))
    tx.many(
        f"INSERT INTO order_lines (order_id, position, item_id, {_LINE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (order_id, place, item_id, line.sku, line.name, line.quantity, line.price_fils, line.total_fils, line.short)
            for place, (line, item_id) in enumerate(zip(order.lines, item_ids, strict=True))
        ],
    )
    tx.mark_changed(ChangeKind.ORDERS)
    return order_id


def update_order(tx: Tx, order: Order) -> None:
    tx.update(
        "UPDATE orders SET status = ?, accept_by = ?, updated_at = ?, fitment_confirmed = ?, refunded = ?, reason = ?, "
        "units_left = ? WHERE id = ?",
        (
            order.status, order.accept_by, order.updated_at, order.fitment_confirmed, order.refunded, order.reason,
            order.units_left, order.id,
        ),
    )  # fmt: skip
    tx.mark_changed(ChangeKind.ORDERS)


def list_ordered_units(db: ReadTx, order_id: int) -> list[tuple[int, str, int]]:
    """Of each item of an order: id, SKU, and the thousandths that its lines hold or held."""
    return db.all(
        "SELECT item_id, min(sku), sum(quantity - short) FROM order_lines WHERE order_id = ? "
        "GROUP BY item_id ORDER BY min(position)",
        (order_id,),
    )


def add_history(
    tx: Tx, order: Order, *, action: str, from_status: Status | None, reason: str | None, actor: str, refunded: bool
) -> None:
    """Appends to the history, which the marketplace and the buyer read (contract §4)."""
    tx.insert(
        "INSERT INTO order_history (shop_id, order_id, at, action, from_status, to_status, reason, refunded, actor) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (order.shop_id, order.id, order.updated_at, action, from_status, order.status, reason, refunded, actor),
    )


def read_history(
    db: ReadTx, shop_id: int, *, reference: str | None = None, after: int = 0, limit: int = 500
) -> list[HistoryEntry]:
    """A shop's order history since a position, or one order's; oldest first."""
    # The order must be of this shop: the query then finds the order first and reads only its
    # history.
    narrow = "" if reference is None else " AND orders.shop_id = :shop AND orders.reference = :reference"
    return db.all_as(
        _read_entry,
        "SELECT order_history.position, orders.reference, order_history.at, order_history.action, "
        "order_history.from_status, order_history.to_status, order_history.reason, order_history.refunded, "
        "order_history.actor FROM order_history JOIN orders ON orders.id = order_history.order_id "
        f"WHERE order_history.shop_id = :shop AND order_history.position > :after{narrow} "
        "ORDER BY order_history.position LIMIT :limit",
        {"shop": shop_id, "after": after, "reference": reference, "limit": limit},
    )
