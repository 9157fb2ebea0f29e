"""Reads the history: writes by time, the items of a write, the past of an item."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import NotFound
from service.domain.history.item_history import QUANTITY, HistoryEntry, ItemWrite, ValueChange
from service.domain.history.write_causes import CauseKind, WriteCause
from service.domain.sentences import message
from service.domain.times import Millis
from service.store.engine.transaction import ReadTx

_VALUES = ", ".join(f"old_{field}, new_{field}" for field in FIELDS[1:])
_WRITE = (
    "item_writes.id, item_writes.shop_id, item_writes.at, item_writes.cause, item_writes.cause_id, item_writes.actor, "
    "item_writes.changed, item_writes.created, item_writes.undone_by, "
    "CASE WHEN item_writes.cause = 'order' "
    "THEN (SELECT reference FROM orders WHERE orders.id = item_writes.cause_id) END"
)
_RANGE = "item_writes.first, item_writes.last, item_writes.first_item, item_writes.first_entry, item_writes.last_entry"


@dataclass(frozen=True, slots=True)
class WriteFilter:
    """Which writes; a None or an empty collection does not narrow."""

    kinds: Collection[CauseKind] = ()
    cause_id: int | None = None
    since: Millis | None = None
    until: Millis | None = None


@dataclass(frozen=True, slots=True)
class WriteRange:
    """A write, and the numbers of its changes, new items and entries of the ledger."""

    write: ItemWrite
    first: int
    last: int
    first_item: int
    first_entry: int
    last_entry: int


def get_write(db: ReadTx, shop_id: int, write_id: int) -> WriteRange:
    """Raises NotFound, also for another shop's."""
    row = db.one(f"SELECT {_WRITE}, {_RANGE} FROM item_writes WHERE id = ? AND shop_id = ?", (write_id, shop_id))
    if row is None:
        raise NotFound(message("The history has no write {id}; the oldest writes are deleted.", id=write_id))
    return _make_range(row)


def find_call_write(db: ReadTx, shop_id: int, call_id: int, at: Millis) -> WriteRange | None:
    """What a call of that time wrote; ids of calls may begin again in a log that was emptied."""
    row = db.one(
        f"SELECT {_WRITE}, {_RANGE} FROM item_writes WHERE cause = 'call' AND cause_id = ? AND shop_id = ? AND at = ?",
        (call_id, shop_id, at),
    )
    return None if row is None else _make_range(row)


def list_writes(
    db: ReadTx, shop_id: int, narrow: WriteFilter, *, before: int | None = None, limit: int = 100
) -> list[ItemWrite]:
    """Newest first; with `before` those older than that write."""
    conditions = ["shop_id = ?", "id < ?"]
    values: list[int | str] = [shop_id, before or 2**62]
    if narrow.kinds:
        conditions.append(f"cause IN ({', '.join('?' * len(narrow.kinds))})")
        values += [kind.value for kind in narrow.kinds]
    for condition, value in (("cause_id = ?", narrow.cause_id), ("at >= ?", narrow.since), ("at < ?", narrow.until)):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    rows = db.all(
        f"SELECT {_WRITE} FROM item_writes WHERE {' AND '.join(conditions)} ORDER BY id DESC LIMIT ?", [*values, limit]
    )
    return [_make_write(row) for row in rows]


def list_write_items(db: ReadTx, span: WriteRange, *, offset: int = 0, limit: int = 1000) -> list[HistoryEntry]:
    """What a write did to each item, in the order of the write, new items first."""
    rows = db.all(
        "SELECT number, item_id, is_new FROM (SELECT ?1 + id - ?2 AS number, id AS item_id, 1 AS is_new FROM items "
        "WHERE id >= ?2 AND id < ?2 + ?3 AND shop_id = ?6 UNION ALL "
        "SELECT id, item_id, 0 FROM value_changes WHERE id BETWEEN ?1 AND ?4) ORDER BY number LIMIT ?5 OFFSET ?7",
        (span.first, span.first_item, span.write.created, span.last, limit, span.write.shop_id, offset),
    )
    reused = find_reused_ids(db, span)
    entries: dict[int, HistoryEntry] = {}
    for number, item_id, is_new in rows:
        if is_new and item_id in reused:
            continue
        entry = _read_entry(db, span, number, item_id)
        if entry is not None:
            entries[item_id] = _join(entries[item_id], entry) if item_id in entries else entry
    return list(entries.values())


def find_reused_ids(db: ReadTx, span: WriteRange) -> set[int]:
    """Ids of the items that the write created and that were removed since and given to others."""
    first, end = span.first_item, span.first_item + span.write.created
    later = db.all(
        "SELECT first_item, first_item + created FROM item_writes "
        "WHERE id > ? AND created > 0 AND first_item < ? AND first_item + created > ?",
        (span.write.id, end, first),
    )
    return {item_id for begin, stop in later for item_id in range(max(begin, first), min(stop, end))}


def list_item_history(
    db: ReadTx, shop_id: int, sku: str, *, before: int | None = None, limit: int = 100
) -> list[HistoryEntry]:
    """An item's changes, newest first; with `before` those older than it. Raises NotFound."""
    row = db.one("SELECT id, change_id FROM items WHERE shop_id = ? AND folded = ?", (shop_id, fold(tidy(sku))))
    if row is None:
        raise NotFound(message("There is no item {sku}.", sku=sku))
    item_id, number = row
    if before is not None:
        number = db.scalar("SELECT previous FROM value_changes WHERE id = ?", (before,)) if before > 0 else None
    entries: list[HistoryEntry] = []
    while number is not None:
        span = find_write_of(db, number)
        entry = None if span is None else _read_entry(db, span, number, item_id)
        if entry is None:
            break
        if entries and entries[-1].write.id == entry.write.id:
            entries[-1] = _join(entry, entries[-1])
        elif len(entries) < limit:
            entries.append(entry)
        else:
            break
        number = db.scalar("SELECT previous FROM value_changes WHERE id = ?", (number,))
    return entries


def find_write_of(db: ReadTx, number: int) -> WriteRange | None:
    """The write with a change of that number, if it is not deleted."""
    row = db.one(
        f"SELECT {_WRITE}, {_RANGE} FROM item_writes WHERE last >= ?1 AND first <= ?1 ORDER BY last LIMIT 1", (number,)
    )
    return None if row is None else _make_range(row)


def _read_entry(db: ReadTx, span: WriteRange, number: int, item_id: int) -> HistoryEntry | None:
    """What a write did to an item; None where the item is gone."""
    sku = db.scalar("SELECT sku FROM items WHERE id = ?", (item_id,))
    if sku is None:
        return None
    row = db.one(f"SELECT {_VALUES} FROM value_changes WHERE id = ?", (number,))
    changes = () if row is None else _make_changes(row)
    moves = _read_moves(db, item_id, span.first_entry, span.last_entry)
    return HistoryEntry(span.write, number, sku, row is None, (*changes, *moves))


def _join(first: HistoryEntry, later: HistoryEntry) -> HistoryEntry:
    """Two changes of an item by one write, as an edit of fields and stock is: each field once.

    Both have the same changes of stock, which are read by write.
    """
    changes = {(change.field, change.branch): change for change in first.changes}
    for change in later.changes:
        earlier = changes.get((change.field, change.branch), change)
        changes[change.field, change.branch] = replace(change, old=earlier.old)
    return replace(first, created=first.created or later.created, changes=tuple(changes.values()))


def _make_changes(row: tuple[Any, ...]) -> tuple[ValueChange, ...]:
    return tuple(
        ValueChange(field, old, new)
        for field, old, new in zip(FIELDS[1:], row[::2], row[1::2], strict=True)
        if old is not None or new is not None
    )


def _read_moves(db: ReadTx, item_id: int, first: int, last: int) -> list[ValueChange]:
    """The quantities of a part of the ledger, one change for each branch."""
    moves: dict[str, ValueChange] = {}
    for branch, change, quantity in db.all(
        "SELECT branches.name, ledger.change, ledger.quantity FROM ledger JOIN branches ON branches.id = branch_id "
        "WHERE item_id = ? AND entry BETWEEN ? AND ? ORDER BY entry",
        (item_id, first, last),
    ):
        before = moves.get(branch)
        old = quantity - change if before is None else before.old
        moves[branch] = ValueChange(QUANTITY, old, quantity, branch)
    return list(moves.values())


def _make_write(row: tuple[Any, ...]) -> ItemWrite:
    cause = WriteCause(CauseKind(row[3]), row[4])
    return ItemWrite(row[0], row[1], row[2], cause, row[5], row[6], row[7], row[8], row[9])


def _make_range(row: tuple[Any, ...]) -> WriteRange:
    return WriteRange(_make_write(row), *row[10:15])
