"""Whether the reserved units are those that open orders hold."""

from __future__ import annotations

from service.store.engine.transaction import ReadTx


def find_wrong_reservations(db: ReadTx) -> list[tuple[str, str, int, int]]:
    """SKU, branch, reserved, and what open orders really hold,
    wherever the two differ: none, if all is well.
    """
    return [
        (row[0], row[1], row[2], row[3])
        for row in db.all(
            "SELECT items.sku, branches.name, stock.reserved, coalesce(held.quantity, 0) FROM stock "
            "JOIN items ON items.id = stock.item_id JOIN branches ON branches.id = stock.branch_id "
            "LEFT JOIN (SELECT order_lines.item_id, orders.branch_id, "
            "sum(order_lines.quantity - order_lines.short) AS quantity "
            "FROM orders JOIN order_lines ON order_lines.order_id = orders.id "
            "WHERE orders.status IN ('placed', 'confirmed', 'ready') AND orders.units_left = 0 GROUP BY 1, 2) AS held "
            "ON held.item_id = stock.item_id AND held.branch_id = stock.branch_id "
            "WHERE stock.reserved <> coalesce(held.quantity, 0)"
        )
    ]
