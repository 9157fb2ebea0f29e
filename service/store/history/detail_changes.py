"""Changes of what the interface does not have: the low limit of an item, and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.domain.history.item_history import ValueChange
from service.store.engine.dialect import VALUE_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx


class DetailChange(NamedTuple):
    """A change, its write and item, and the number of the item's change before it (0 for none)."""

    write_id: int
    item_id: int
    previous: int
    change: ValueChange


def record_detail(tx: Tx, item_id: int, field: str, old: int | None, new: int | None) -> None:
    """Adds a change to the item's history; a write has to be open (`record_write`)."""
    tx.update(
        "INSERT INTO detail_changes (item_id, previous, field, old, new) "
        "SELECT id, coalesce(change_id, 0), ?, ?, ? FROM items WHERE id = ?",
        (field, old, new, item_id),
    )


def count_new_details(tx: Tx) -> int:
    """How many changes the open write has."""
    return int(tx.scalar("SELECT count(*) FROM detail_changes WHERE write_id IS NULL"))


def assign_new_details(tx: Tx, write_id: int) -> None:
    """Gives the changes of the open write its id."""
    tx.update("UPDATE detail_changes SET write_id = ? WHERE write_id IS NULL", (write_id,))


def list_details_of_write(db: ReadTx, write_id: int) -> list[DetailChange]:
    """The changes of one write, in its order."""
    rows = db.all(
        "SELECT write_id, item_id, previous, field, old, new FROM detail_changes WHERE write_id = ? ORDER BY id",
        (write_id,),
    )
    return [_make_detail(row) for row in rows]


def list_details_of_items(db: ReadTx, item_ids: Sequence[int], before_write: int, limit: int) -> list[DetailChange]:
    """The changes of some items by writes before one, newest first."""
    rows = db.all(
        "SELECT write_id, item_id, previous, field, old, new FROM detail_changes "
        f"WHERE item_id IN (SELECT value FROM {VALUE_LIST}) AND write_id < ? ORDER BY write_id DESC, id DESC LIMIT ?",
        (encode_list(item_ids), before_write, limit),
    )
    return [_make_detail(row) for row in rows]


def _make_detail(row: tuple[Any, ...]) -> DetailChange:
    return DetailChange(row[0], row[1], row[2], ValueChange(row[3], row[4], row[5]))
