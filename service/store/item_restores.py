"""Items as a pull retires them and as taking a run back changes them: by id, field by field (issue 5 points 4, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from service.domain.changes import Family
from service.domain.row_types import FIELDS
from service.domain.times import Millis
from service.store.shops import add_items_total
from service.store.transaction import Reading, Tx


def deactivate(tx: Tx, shop_id: int, item_ids: Sequence[int], now: Millis) -> list[int]:
    """Makes those items of the shop inactive that are active; gives which."""
    rows = tx.all(
        "UPDATE items SET active = 0, updated_at = ?1 WHERE shop_id = ?2 AND active = 1 "
        "AND id IN (SELECT value FROM json_each(?3)) RETURNING id",
        (now, shop_id, _json(item_ids)),
    )
    if rows:
        tx.touch(Family.ITEMS)
    return sorted(row[0] for row in rows)


def held_by_id(db: Reading, item_ids: Sequence[int]) -> dict[int, tuple[Millis, tuple[Any, ...]]]:
    """By item its time of change and the values of FIELDS."""
    rows = db.all(
        f"SELECT items.id, items.updated_at, {', '.join(f'items.{field}' for field in FIELDS)} "
        "FROM json_each(?) AS asked CROSS JOIN items ON items.id = asked.value",
        (_json(item_ids),),
    )
    return {row[0]: (row[1], row[2:]) for row in rows}


def ordered_items(db: Reading, item_ids: Sequence[int]) -> set[int]:
    """Those that an order names: they cannot go."""
    rows = db.all(
        "SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM order_lines WHERE item_id = value)",
        (_json(item_ids),),
    )
    return {row[0] for row in rows}


def set_fields(tx: Tx, item_id: int, values: dict[str, Any], now: Millis) -> None:
    """Sets some of FIELDS, none of them perhaps, and the time of change."""
    sets = "".join(f"{field} = ?, " for field in values)
    tx.update(f"UPDATE items SET {sets}updated_at = ? WHERE id = ?", (*values.values(), now, item_id))
    tx.touch(Family.ITEMS)


def remove_items(tx: Tx, shop_id: int, item_ids: Sequence[int]) -> None:
    """Removes items that no order names, with stock and ledger."""
    for table, column in (("ledger", "item_id"), ("stock", "item_id"), ("items", "id")):
        tx.many(f"DELETE FROM {table} WHERE {column} = ?", [(item_id,) for item_id in item_ids])
    if item_ids:
        add_items_total(tx, shop_id, -len(item_ids))
        tx.touch(Family.ITEMS, Family.STOCK)


def _json(item_ids: Sequence[int]) -> str:
    return msgspec.json.encode(item_ids).decode()
