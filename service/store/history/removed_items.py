"""Items that an undo removed: their last values, and the way to their past."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from service.domain.catalogue.row_types import FIELDS
from service.domain.history.item_history import QUANTITY, ValueChange
from service.store.engine.dialect import VALUE_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx
from service.store.revisions import make_number, next_revision

_OLD = ", ".join(f"old_{field}" for field in FIELDS[1:])
_HELD = ", ".join(FIELDS[1:])


class RemovedItem(NamedTuple):
    """The number of the change that removed an item, and the item."""

    number: int
    item_id: int


def record_removal(tx: Tx, shop_id: int, item_id: int) -> None:
    """Adds the removal to the history, before the item goes; a write has to be open."""
    number = make_number(shop_id, next_revision(tx, shop_id, item_id))
    levels = tx.all("SELECT branch_id, quantity FROM stock WHERE item_id = ? ORDER BY branch_id", (item_id,))
    tx.update(
        f"INSERT INTO value_changes (id, item_id, previous, {_OLD}) SELECT ?, id, change_id, {_HELD} "
        "FROM items WHERE id = ?",
        (number, item_id),
    )
    tx.update(
        "INSERT INTO removed_items (id, item_id, shop_id, folded, sku, levels) "
        "SELECT ?, id, shop_id, folded, sku, ? FROM items WHERE id = ?",
        (number, msgspec.json.encode(dict(levels)).decode(), item_id),
    )


def find_sku(db: ReadTx, item_id: int) -> str | None:
    """The SKU of an item, also of a removed one."""
    sku = db.scalar("SELECT sku FROM items WHERE id = ?", (item_id,))
    if sku is None:
        sku = db.scalar("SELECT sku FROM removed_items WHERE item_id = ?", (item_id,))
    return None if sku is None else str(sku)


def list_item_ids(db: ReadTx, shop_id: int, folded: str) -> list[int]:
    """The item with a folded SKU, and those with it that were removed."""
    rows = db.all(
        "SELECT id FROM items WHERE shop_id = ?1 AND folded = ?2 "
        "UNION ALL SELECT item_id FROM removed_items WHERE shop_id = ?1 AND folded = ?2",
        (shop_id, folded),
    )
    return [row[0] for row in rows]


def find_removed_before(db: ReadTx, shop_id: int, folded: str, number: int) -> RemovedItem | None:
    """The last item with a folded SKU that was removed before a change of that number."""
    row = db.one(
        "SELECT id, item_id FROM removed_items WHERE shop_id = ? AND folded = ? AND id < ? ORDER BY id DESC LIMIT 1",
        (shop_id, folded, number),
    )
    return None if row is None else RemovedItem(*row)


def list_removed_levels(db: ReadTx, levels: str) -> list[ValueChange]:
    """What a removed item had at each branch."""
    held = msgspec.json.decode(levels, type=dict[int, int])
    rows = db.all(f"SELECT id, name FROM branches WHERE id IN (SELECT value FROM {VALUE_LIST})", (encode_list(held),))
    names = dict(rows)
    return [ValueChange(QUANTITY, milli, None, names[branch]) for branch, milli in held.items() if branch in names]
