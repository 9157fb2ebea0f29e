"""Reads the writes of the history: by time, by cause, and the write with a change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from service.domain.errors import NotFound
from service.domain.history import CauseKind, Cursor, ItemWrite, WriteCause
from service.domain.times import Millis
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx

_WRITE = (
    "item_writes.id, item_writes.shop_id, item_writes.at, item_writes.cause, item_writes.cause_id, item_writes.actor, "
    "item_writes.changed, item_writes.created, item_writes.undone_by, "
    "CASE WHEN item_writes.cause = 'order' "
    "THEN (SELECT reference FROM orders WHERE orders.id = item_writes.cause_id) END, "
    "item_writes.cause = 'call' AND EXISTS ("
    "SELECT 1 FROM calls WHERE calls.id = item_writes.cause_id AND calls.at = item_writes.at)"
)
_RANGE = "item_writes.first, item_writes.last, item_writes.first_item, item_writes.first_entry, item_writes.last_entry"
_SAME_CALL = "NOT EXISTS (SELECT 1 FROM calls WHERE calls.id = cause_id AND calls.at <> item_writes.at)"
"""Ids of calls begin again in a log that was emptied: a call has the time of its write."""

_EVER: Millis = 2**62

_COUNTED = 20
"""Of larger writes each change counts as a part, as uploads and runs change each part once."""

_PARTS = (
    "SELECT id FROM items WHERE id >= ?1 AND id < ?2 AND shop_id = ?3 "
    "UNION SELECT item_id FROM removed_items WHERE item_id >= ?1 AND item_id < ?2 AND shop_id = ?3 "
    "UNION SELECT item_id FROM value_changes WHERE id BETWEEN ?4 AND ?5 "
    "UNION SELECT item_id FROM detail_changes WHERE write_id = ?6"
)
_SKUS = (
    "SELECT item_id, coalesce((SELECT sku FROM items WHERE id = item_id), (SELECT sku FROM removed_items "
    "WHERE removed_items.item_id = parts.item_id LIMIT 1)) FROM (SELECT id AS item_id FROM items WHERE id >= ?1 "
    "AND id < ?2 AND shop_id = ?3 UNION SELECT item_id FROM removed_items WHERE item_id >= ?1 AND item_id < ?2 "
    "AND shop_id = ?3 UNION SELECT item_id FROM value_changes WHERE id BETWEEN ?4 AND ?5) AS parts "
    "ORDER BY item_id LIMIT ?6 OFFSET ?7"
)
_FIRST = (
    "SELECT sku, name, name_ar FROM items WHERE id = ?1 "
    "UNION ALL SELECT sku, '', NULL FROM removed_items WHERE item_id = ?1 LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class WriteFilter:
    """Which writes; a None or an empty collection does not narrow."""

    kinds: Collection[CauseKind] = ()
    since: Millis | None = None
    until: Millis | None = None

    def has(self, write: ItemWrite) -> bool:
        is_in_time = (self.since is None or write.at >= self.since) and (self.until is None or write.at < self.until)
        return is_in_time and (not self.kinds or write.cause.kind in self.kinds)


EVERY_WRITE = WriteFilter()


@dataclass(frozen=True, slots=True)
class WriteRange:
    """A write, and the numbers of its changes, new items and entries of the ledger."""

    write: ItemWrite
    first: int
    last: int
    first_item: int
    first_entry: int
    last_entry: int


_writes = Select(RowReader(WriteRange), f"SELECT {_WRITE}, {_RANGE} FROM item_writes")


def get_write(db: ReadTx, shop_id: int, write_id: int) -> WriteRange:
    """Raises NotFound, also for another shop's."""
    span = _writes.find(db, "WHERE id = ? AND shop_id = ?", (write_id, shop_id))
    if span is None:
        raise NotFound.saying("The history has no write {id}; the oldest writes are deleted.", id=write_id)
    return span


def find_call_write(db: ReadTx, shop_id: int, call_id: int, at: Millis) -> WriteRange | None:
    """What a call of that time wrote; ids of calls may begin again in a log that was emptied."""
    return _writes.find(db, "WHERE cause = 'call' AND cause_id = ? AND shop_id = ? AND at = ?", (call_id, shop_id, at))


def find_last_run_write(db: ReadTx, shop_id: int, run_id: int) -> WriteRange | None:
    """The last write of a run of the nightly file that is not undone."""
    return _writes.find(
        db,
        "WHERE cause = 'run' AND cause_id = ? AND shop_id = ? AND undone_by IS NULL ORDER BY id DESC LIMIT 1",
        (run_id, shop_id),
    )


def has_run_writes(db: ReadTx, shop_id: int, run_id: int) -> bool:
    """Whether the history has a write of a run, or of its undo."""
    sql = "SELECT 1 FROM item_writes WHERE cause IN ('run', 'run_undo') AND cause_id = ? AND shop_id = ? LIMIT 1"
    return db.scalar(sql, (run_id, shop_id)) is not None


def find_write_of(db: ReadTx, number: int) -> WriteRange | None:
    """The write with a change of that number, if it is not deleted."""
    # The first write that ends there or later has it. A search for `first` would read all the rest.
    span = _writes.find(db, "WHERE last >= ? AND first <= last ORDER BY last LIMIT 1", (number,))
    return None if span is None or span.first > number else span


def find_range(db: ReadTx, write_id: int) -> WriteRange | None:
    """A write by its id, of any shop."""
    return _writes.find(db, "WHERE id = ?", (write_id,))


def find_history_begin(db: ReadTx, shop_id: int) -> Millis | None:
    """The time of the oldest write that is stored."""
    at = db.scalar("SELECT min(at) FROM item_writes WHERE shop_id = ?", (shop_id,))
    return None if at is None else int(at)


def list_writes(
    db: ReadTx, shop_id: int, narrow: WriteFilter, *, before: Cursor | None = None, limit: int = 100
) -> list[WriteRange]:
    """Newest first; with `before` those older than that write."""
    conditions, values = ["shop_id = ?"], [shop_id]
    for condition, value in (("at >= ?", narrow.since), ("at < ?", narrow.until)):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    if before is not None:
        conditions.append("(at, id) < (?, ?)")
        values += before
    spans: list[WriteRange] = []
    # One kind at a time, as each has its part of the index.
    for kind in narrow.kinds or (None,):
        spans += _writes.list(
            db,
            f"WHERE {' AND '.join(conditions)} "
            f"{'' if kind is None else 'AND cause = ?'} ORDER BY at DESC, id DESC LIMIT ?",
            (*values, *(() if kind is None else (kind.value,)), limit),
        )
    return sorted(spans, key=lambda span: (span.write.at, span.write.id), reverse=True)[:limit]


def list_caused_writes(
    db: ReadTx,
    shop_id: int,
    cause: WriteCause,
    narrow: WriteFilter = EVERY_WRITE,
    *,
    before: Cursor | None = None,
    limit: int = 100,
) -> list[WriteRange]:
    """The writes of one call, order or run, newest first, without an earlier call of its id."""
    if narrow.kinds and cause.kind not in narrow.kinds:
        return []
    # With the plus SQLite looks for the cause, of which there is one, and not through the shop.
    return _writes.list(
        db,
        f"WHERE cause = ? AND cause_id = ? AND +shop_id = ? "
        f"AND (at, id) < (?, ?) AND at >= ? AND at < ? "
        f"{f'AND {_SAME_CALL}' if cause.kind is CauseKind.CALL else ''} ORDER BY at DESC, id DESC LIMIT ?",
        (
            cause.kind.value,
            cause.id,
            shop_id,
            *(before or (_EVER, 0)),
            narrow.since or 0,
            _EVER if narrow.until is None else narrow.until,
            limit,
        ),
    )


class WriteParts(NamedTuple):
    """How many parts, with the SKU and the names of one of them ("" where there is none)."""

    total: int
    sku: str = ""
    name: str = ""
    name_ar: str | None = None


def read_write_parts(db: ReadTx, span: WriteRange) -> WriteParts:
    write = span.write
    end = span.first_item + write.created
    part_ids = db.column(
        f"{_PARTS} ORDER BY 1 LIMIT {_COUNTED + 1}",
        (span.first_item, end, write.shop_id, span.first, span.last, write.id),
    )
    if not part_ids:
        return WriteParts(0)
    first = db.one(_FIRST, part_ids[:1])
    count = len(part_ids) if len(part_ids) <= _COUNTED else max(len(part_ids), write.changed + write.created)
    return WriteParts(count) if first is None else WriteParts(count, *first)


def list_changed_skus(db: ReadTx, span: WriteRange, start: int, limit: int) -> list[tuple[int, str]]:
    """Id and SKU of each item that a write made, changed or removed, by id from the place `start`;
    what the interface does not have is left out.
    """
    end = span.first_item + span.write.created
    values = (span.first_item, end, span.write.shop_id, span.first, span.last, limit, start)
    return [(item_id, sku) for item_id, sku in db.all(_SKUS, values)]
