"""Bulk edits of items by id: by a pull that deactivates, by an undo (pull §3 and §5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.domain.catalogue.row_types import FIELDS
from service.domain.changes import ChangeKind
from service.domain.times import Millis
from service.store.engine.dialect import INT_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_history import record_removal
from service.store.revisions import make_number, make_number_sql, next_revision, read_revision, record_changes
from service.store.shops import add_items_total


def deactivate_items(tx: Tx, shop_id: int, item_ids: Sequence[int], now: Millis) -> list[int]:
    """Makes the active ones of these items inactive; returns their ids."""
    changed = tx.column(
        f"SELECT id FROM items WHERE shop_id = ? AND active = 1 AND id IN (SELECT value FROM {INT_LIST}) ORDER BY id",
        (shop_id, encode_list(item_ids)),
    )
    if not changed:
        return []
    first = read_revision(tx, shop_id) + 1
    tx.many(
        f"UPDATE items SET active = 0, updated_at = ?1, revision = ?2, change_id = {make_number_sql('shop_id', '?2')} "
        "WHERE id = ?3",
        [(now, revision, item_id) for revision, item_id in enumerate(changed, first)],
    )
    record_changes(tx, shop_id, first, first + len(changed) - 1, changed)
    tx.mark_changed(ChangeKind.ITEMS)
    return changed


def find_unchanged(db: ReadTx, item_ids: Sequence[int], number: int) -> list[int]:
    """Those of the items that have not changed after the change of this number."""
    return db.column(
        f"SELECT items.id FROM {INT_LIST} AS asked CROSS JOIN items ON items.id = asked.value "
        "WHERE coalesce(items.change_id, 0) <= ? ORDER BY items.id",
        (encode_list(item_ids), number),
    )


def read_items_by_id(db: ReadTx, item_ids: Sequence[int]) -> dict[int, tuple[Millis, tuple[Any, ...]]]:
    """The time of change and the values of FIELDS of each item."""
    rows = db.all(
        f"SELECT items.id, items.updated_at, {', '.join(f'items.{field}' for field in FIELDS)} "
        f"FROM {INT_LIST} AS asked CROSS JOIN items ON items.id = asked.value",
        (encode_list(item_ids),),
    )
    return {item_id: (updated_at, tuple(values)) for item_id, updated_at, *values in rows}


def find_ordered_items(db: ReadTx, item_ids: Sequence[int]) -> set[int]:
    """The items that an order names; they cannot be removed."""
    return set(
        db.column(
            f"SELECT value FROM {INT_LIST} WHERE EXISTS (SELECT 1 FROM order_lines WHERE item_id = value)",
            (encode_list(item_ids),),
        )
    )


def find_detailed_items(db: ReadTx, item_ids: Sequence[int]) -> set[int]:
    """The items with a picture or a low limit of their own, which only the owner gives."""
    return set(
        db.column(
            f"SELECT items.id FROM {INT_LIST} AS asked CROSS JOIN items ON items.id = asked.value "
            "WHERE low_milli IS NOT NULL OR EXISTS (SELECT 1 FROM item_pictures WHERE item_id = items.id)",
            (encode_list(item_ids),),
        )
    )


def set_fields(tx: Tx, shop_id: int, item_id: int, values: dict[str, Any], now: Millis) -> None:
    """Sets some (or none) of FIELDS, and the time of change."""
    sets = "".join(f"{field} = ?, " for field in values)
    revision = next_revision(tx, shop_id, item_id)
    tx.update(
        f"UPDATE items SET {sets}updated_at = ?, revision = ?, change_id = ? WHERE id = ?",
        (*values.values(), now, revision, make_number(shop_id, revision), item_id),
    )
    tx.mark_changed(ChangeKind.ITEMS)


_TABLES_OF_AN_ITEM = (("ledger", "item_id"), ("stock", "item_id"), ("item_pictures", "item_id"), ("items", "id"))


def remove_items(tx: Tx, shop_id: int, item_ids: Sequence[int]) -> None:
    """Removes items that no order names, with all they have. The history says what that was."""
    for item_id in item_ids:
        record_removal(tx, shop_id, item_id)
    for table, column in _TABLES_OF_AN_ITEM:
        tx.many(f"DELETE FROM {table} WHERE {column} = ?", [(item_id,) for item_id in item_ids])
    if item_ids:
        add_items_total(tx, shop_id, -len(item_ids))
        tx.mark_changed(ChangeKind.ITEMS, ChangeKind.STOCK)
