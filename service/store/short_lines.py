"""Lines of open orders that hold fewer units than are ordered (link §2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from service.domain.changes import ChangeKind
from service.domain.short_holds import Hold, ShortLine
from service.store.engine.dialect import VALUE_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx


def find_short(db: ReadTx, item_ids: Collection[int]) -> list[ShortLine]:
    """The short lines of these items, by item and branch, oldest order first. Very cheap where no
    line is short.
    """
    if db.scalar("SELECT 1 FROM order_lines WHERE short > 0 LIMIT 1") is None:
        return []
    rows = db.all(
        "SELECT orders.id, order_lines.position, order_lines.item_id, orders.branch_id, order_lines.short "
        f"FROM {VALUE_LIST} AS asked CROSS JOIN order_lines ON order_lines.item_id = asked.value "
        "AND order_lines.short > 0 CROSS JOIN orders ON orders.id = order_lines.order_id "
        "WHERE orders.status IN ('placed', 'confirmed', 'ready') AND orders.units_left = 0 "
        "ORDER BY order_lines.item_id, orders.branch_id, orders.placed_at, orders.id, order_lines.position",
        (encode_list(item_ids),),
    )
    return [ShortLine(*row) for row in rows]


def add_holds(tx: Tx, holds: Sequence[Hold]) -> None:
    """Adds units to what the lines hold. The caller reserves the stock."""
    tx.many(
        "UPDATE order_lines SET short = short - ? WHERE order_id = ? AND position = ?",
        [(hold.milli, hold.line.order_id, hold.line.position) for hold in holds],
    )
    tx.mark_changed(ChangeKind.ORDERS)
