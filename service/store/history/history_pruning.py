"""Limits the history to its size; the oldest writes go first."""

from __future__ import annotations

from service.domain.changes import ChangeKind
from service.store.engine.dialect import byte_length
from service.store.engine.transaction import ReadTx, Tx

MAX_HISTORY_BYTES = 256 * 1024 * 1024
"""About four million changes of a price or a quantity, or 200,000 of all fields of a part."""

_WRITE_BYTES = 200
_CHANGE_BYTES, _FIELD_BYTES = 25, 30
"""A row without its values, with its share of the page."""

_DETAIL_BYTES = 60

_REMOVAL_BYTES = 250
"""A removed item, with its entries in two indexes."""

_WRITES_AT_ONCE = 20
_SAMPLED = 8
"""Of a larger write, one change of so many is measured: all would take a tenth of the upload."""

_FEW = 100
_MEASURED = f"BETWEEN first AND last AND (changed <= {_FEW} OR {{number}} % {_SAMPLED} = 0)"
_MEASURE = (
    f"SELECT item_writes.id, {_WRITE_BYTES} + CASE WHEN changed > {_FEW} THEN {_SAMPLED} ELSE 1 END * ("
    f"{_CHANGE_BYTES} * (SELECT count(*) FROM value_changes WHERE id {_MEASURED.format(number='id')}) + coalesce(("
    f"SELECT sum({_FIELD_BYTES} + coalesce({byte_length('old')}, 0) + coalesce({byte_length('new')}, 0)) "
    f"FROM field_changes WHERE change_id {_MEASURED.format(number='change_id')}), 0)) "
    f"+ {_DETAIL_BYTES} * (SELECT count(*) FROM detail_changes WHERE write_id = item_writes.id) "
    f"+ {_REMOVAL_BYTES} * (SELECT count(*) FROM removed_items WHERE removed_items.id BETWEEN first AND last) "
    "FROM item_writes "
    "WHERE size IS NULL ORDER BY item_writes.id LIMIT ?"
)


def count_history_bytes(db: ReadTx) -> int:
    """The bytes of all writes that were measured."""
    return int(db.scalar("SELECT value FROM sequences WHERE shop_id = 0 AND kind = 'history' AND year = 0") or 0)


def prune_step(tx: Tx, *, max_bytes: int = MAX_HISTORY_BYTES) -> int:
    """Measures some new writes, or deletes the oldest one where all take more than `max_bytes`;
    returns how many writes it dealt with. What the undo of a run needs stays.
    """
    measured = tx.all(_MEASURE, (_WRITES_AT_ONCE,))
    if measured:
        tx.many("UPDATE item_writes SET size = ? WHERE id = ?", [(size, write_id) for write_id, size in measured])
        _add_bytes(tx, sum(size for _, size in measured))
        return len(measured)
    if count_history_bytes(tx) <= max_bytes:
        return 0
    oldest = tx.one(
        "SELECT id, first, last, size, shop_id, seq FROM item_writes WHERE cause <> 'run' "
        "OR cause_id NOT IN (SELECT id FROM pull_runs WHERE undoable = 1) ORDER BY id LIMIT 1"
    )
    if oldest is None:
        return 0
    write_id, first, last, size, shop_id, seq = oldest
    tx.update("UPDATE shops SET events_gone = ?2 WHERE id = ?1 AND events_gone < ?2", (shop_id, seq or 0))
    for table, number in (("value_changes", "id"), ("field_changes", "change_id"), ("removed_items", "id")):
        tx.update(f"DELETE FROM {table} WHERE {number} BETWEEN ? AND ?", (first, last))
    tx.update("DELETE FROM detail_changes WHERE write_id = ?", (write_id,))
    tx.update("DELETE FROM item_writes WHERE id = ?", (write_id,))
    _add_bytes(tx, -size)
    tx.mark_changed(ChangeKind.HISTORY)
    return 1


def _add_bytes(tx: Tx, count: int) -> None:
    tx.update(
        "INSERT INTO sequences (shop_id, kind, year, value) VALUES (0, 'history', 0, max(?1, 0)) "
        "ON CONFLICT (shop_id, kind, year) DO UPDATE SET value = max(sequences.value + ?1, 0)",
        (count,),
    )
