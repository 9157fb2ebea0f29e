"""Orders as the window lists them: searched, sorted by urgency, with a mark for those that the
owner has not seen.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from service.domain.changes import ChangeKind
from service.domain.marketplace.customers import Customer
from service.domain.marketplace.listed_order import ListedOrder, OrderQuery, OrderSort
from service.domain.marketplace.orders import Method, Status, Vehicle
from service.store.engine.dialect import VALUE_LIST, encode_list, json_text, make_like_pattern
from service.store.engine.transaction import ReadTx, Tx

_decode_vehicle = msgspec.json.Decoder(Vehicle).decode
_COLUMNS = (
    "orders.reference, orders.status, orders.placed_at, orders.accept_by, orders.items_fils, "
    "(SELECT count(*) FROM order_lines WHERE order_lines.order_id = orders.id), orders.vehicle, orders.method, "
    "orders.seen"
)


_SORTS = {
    OrderSort.TIME_LEFT: "orders.status <> 'placed', orders.accept_by, orders.id DESC",
    OrderSort.NEWEST: "orders.id DESC",
    OrderSort.OLDEST: "orders.id",
    OrderSort.LARGEST: "orders.items_fils DESC, orders.id DESC",
}
"""By urgency (to accept by time left, then the others newest first), by age, or by amount."""


def search_orders(
    db: ReadTx, shop_id: int, query: OrderQuery, *, offset: int = 0, limit: int = 100
) -> list[ListedOrder]:
    """One page of the orders that a query asks for."""
    where, values = _make_where(shop_id, query.status, query.text)
    rows = db.all(
        f"SELECT {_COLUMNS} FROM orders WHERE {where} ORDER BY {_SORTS[query.sort]} LIMIT :limit OFFSET :offset",
        {**values, "limit": limit, "offset": offset},
    )
    return [_make_listed_order(row) for row in rows]


def list_waiting_orders(db: ReadTx, shop_id: int | None = None) -> list[tuple[int, ListedOrder]]:
    """Placed orders of one shop, or of every shop, with their shop, most urgent first."""
    narrow = "" if shop_id is None else " AND orders.shop_id = :shop"
    rows = db.all(
        f"SELECT orders.shop_id, {_COLUMNS} FROM orders WHERE orders.status = 'placed'{narrow} "
        "ORDER BY orders.accept_by LIMIT 1000",
        {"shop": shop_id},
    )
    return [(row[0], _make_listed_order(row[1:])) for row in rows]


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
        f"WHERE order_id IN (SELECT value FROM {VALUE_LIST})",
        (encode_list(order_ids),),
    )
    customers = {row[0]: Customer(*row[1:]) for row in rows}
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


def _make_listed_order(row: Any) -> ListedOrder:
    return ListedOrder(
        reference=row[0],
        status=Status(row[1]),
        placed_at=row[2],
        accept_by=row[3],
        items_fils=row[4],
        parts=row[5],
        vehicle=None if row[6] is None else _decode_vehicle(row[6]),
        method=Method(row[7]),
        seen=bool(row[8]),
    )
