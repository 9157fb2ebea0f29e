"""Reads what writes changed: the items of a write, the past of an item."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import msgspec

from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import NotFound
from service.domain.history import QUANTITY, Cursor, HistoryEntry, ValueChange
from service.store.engine.dialect import INT_LIST, any_type, encode_list
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import (
    DetailChange,
    list_details_of_items,
    list_details_of_write,
    read_field_changes,
)
from service.store.history.write_lists import EVERY_WRITE, WriteFilter, WriteRange, find_range, find_write_of
from service.store.revisions import make_number, next_revision

_HELD = " UNION ALL ".join(
    f"SELECT ?1, '{field}', {any_type(field)} FROM items WHERE id = ?2 AND {field} IS NOT NULL" for field in FIELDS[1:]
)
_CHANGE = (
    "SELECT removed_items.levels FROM value_changes "
    "LEFT JOIN removed_items ON removed_items.id = value_changes.id WHERE value_changes.id = ?"
)
_NEWEST = 2**62
_DETAILS_AT_ONCE = 100

MAX_STEP = 2_000
"""How many writes one step reads: some 100 ms, after which others have their turn."""


class RemovedItem(NamedTuple):
    """The number of the change that removed an item, and the item."""

    number: int
    item_id: int


def record_removal(tx: Tx, shop_id: int, item_id: int) -> None:
    """Adds the removal to the history, before the item goes; a write has to be open."""
    number = make_number(shop_id, next_revision(tx, shop_id, item_id))
    levels = tx.all("SELECT branch_id, quantity FROM stock WHERE item_id = ? ORDER BY branch_id", (item_id,))
    tx.update(
        "INSERT INTO value_changes (id, item_id, previous) SELECT ?, id, change_id FROM items WHERE id = ?",
        (number, item_id),
    )
    tx.update(f"INSERT INTO field_changes (change_id, field, old) {_HELD}", (number, item_id))
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
    return db.column(
        "SELECT id FROM items WHERE shop_id = ?1 AND folded = ?2 "
        "UNION ALL SELECT item_id FROM removed_items WHERE shop_id = ?1 AND folded = ?2",
        (shop_id, folded),
    )


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
    rows = db.all(f"SELECT id, name FROM branches WHERE id IN (SELECT value FROM {INT_LIST})", (encode_list(held),))
    names = dict(rows)
    return [ValueChange(QUANTITY, milli, None, names[branch]) for branch, milli in held.items() if branch in names]


class HistoryStep(NamedTuple):
    """What one step found, and where the next one begins; None at the end. `start` is the first
    entry that it read, found or not; None if there was none.
    """

    entries: list[HistoryEntry]
    resume: Cursor | None
    start: Cursor | None


def list_write_items(db: ReadTx, span: WriteRange, *, offset: int = 0, limit: int = 1000) -> list[HistoryEntry]:
    """What a write did to each item, in the order of the write, new items first."""
    rows = db.all(
        "SELECT ?1 + id - ?2 AS number, id FROM items WHERE id >= ?2 AND id < ?2 + ?3 AND shop_id = ?6 UNION ALL "
        "SELECT ?1 + item_id - ?2, item_id FROM removed_items "
        "WHERE item_id >= ?2 AND item_id < ?2 + ?3 AND shop_id = ?6 UNION ALL "
        "SELECT id, item_id FROM value_changes WHERE id BETWEEN ?1 AND ?4 ORDER BY 1 LIMIT ?5 OFFSET ?7",
        (span.first, span.first_item, span.write.created, span.last, limit, span.write.shop_id, offset),
    )
    found = [_read_entry(db, span, number, item_id) for number, item_id in rows]
    if not offset:
        found += [_make_detail_entry(db, span, detail) for detail in list_details_of_write(db, span.write.id)]
    entries: dict[str, HistoryEntry] = {}
    for entry in found:
        if entry is not None:
            entries[entry.sku] = _join(entries[entry.sku], entry) if entry.sku in entries else entry
    return list(entries.values())


def list_item_history(
    db: ReadTx,
    shop_id: int,
    sku: str,
    *,
    before: Cursor | None = None,
    limit: int = 100,
) -> list[HistoryEntry]:
    """An item's changes, newest first, one entry for each write; with `before` those older than it.
    An item with the same SKU that was removed before is its past. Raises NotFound.
    """
    return read_history_step(db, shop_id, sku, before=before, limit=limit, most=limit).entries


def read_history_step(
    db: ReadTx,
    shop_id: int,
    sku: str,
    narrow: WriteFilter = EVERY_WRITE,
    *,
    before: Cursor | None = None,
    limit: int = 100,
    most: int = MAX_STEP,
) -> HistoryStep:
    """The same of some writes only, which may be none of the next `most` ones. Raises NotFound."""
    folded = fold(tidy(sku))
    item_ids = list_item_ids(db, shop_id, folded)
    if not item_ids:
        raise NotFound.saying("There is no item {sku}.", sku=sku)
    chain = _PastReader(db, shop_id, folded).read(before)
    details = _read_details(db, item_ids, _NEWEST if before is None else before[0])
    merged = heapq.merge(details, chain, key=lambda entry: -entry.write.id)
    found: list[HistoryEntry] = []
    start: Cursor | None = None
    for count, (_, group) in enumerate(groupby(merged, key=lambda entry: entry.write.id), 1):
        entry = _join_all(list(group))
        start = start or (entry.write.id, entry.number)
        if narrow.has(entry.write):
            found.append(entry)
        if len(found) == limit or count == most:
            return HistoryStep(found, (entry.write.id, entry.number), start)
    return HistoryStep(found, None, start)


class _PastReader:
    """Goes back along the changes of an item, then of one with its SKU that was removed before."""

    def __init__(self, db: ReadTx, shop_id: int, folded: str) -> None:
        self._db, self._shop_id, self._folded = db, shop_id, folded

    def read(self, before: Cursor | None) -> Iterator[HistoryEntry]:
        """Each change before the cursor, until the history does not have the write any more."""
        place = self._find_start(before)
        while place is not None:
            number, item_id = place
            span = find_write_of(self._db, number)
            entry = None if span is None else _read_entry(self._db, span, number, item_id)
            if entry is None:
                return
            yield entry
            place = self._find_previous(number)

    def _find_start(self, before: Cursor | None) -> tuple[int, int] | None:
        if before is not None:
            write_id, number = before
            span = find_write_of(self._db, number)
            if span is None:
                return None
            if span.write.id == write_id:
                return self._find_previous(number)
            return self._find_at(number)
        row = self._db.one(
            "SELECT change_id, id FROM items WHERE shop_id = ? AND folded = ?", (self._shop_id, self._folded)
        )
        if row is None:
            return find_removed_before(self._db, self._shop_id, self._folded, _NEWEST)
        number, item_id = row
        return None if number is None else (number, item_id)

    def _find_at(self, number: int) -> tuple[int, int] | None:
        """The item of a change: that of its row, or, for a creation, the one that was created."""
        item_id = self._db.scalar("SELECT item_id FROM value_changes WHERE id = ?", (number,))
        if item_id is None:
            span = find_write_of(self._db, number)
            item_id = None if span is None else span.first_item + number - span.first
        return None if item_id is None else (number, item_id)

    def _find_previous(self, number: int) -> tuple[int, int] | None:
        row = self._db.one("SELECT previous, item_id FROM value_changes WHERE id = ?", (number,))
        if row is None:
            return find_removed_before(self._db, self._shop_id, self._folded, number)
        previous, item_id = row
        return None if previous is None else (previous, item_id)


def _read_details(db: ReadTx, item_ids: list[int], before_write: int) -> Iterator[HistoryEntry]:
    while True:
        details = list_details_of_items(db, item_ids, before_write, _DETAILS_AT_ONCE)
        for detail in details:
            span = find_range(db, detail.write_id)
            entry = None if span is None else _make_detail_entry(db, span, detail)
            if entry is not None:
                yield entry
        if len(details) < _DETAILS_AT_ONCE:
            return
        before_write = details[-1].write_id


def _make_detail_entry(db: ReadTx, span: WriteRange, detail: DetailChange) -> HistoryEntry | None:
    sku = find_sku(db, detail.item_id)
    return None if sku is None else HistoryEntry(span.write, detail.previous, sku, False, (detail.change,))


def _read_entry(db: ReadTx, span: WriteRange, number: int, item_id: int) -> HistoryEntry | None:
    """What a write did to an item; None where neither the item nor its removal is stored."""
    sku = find_sku(db, item_id)
    if sku is None:
        return None
    row = db.one(_CHANGE, (number,))
    if row is None:
        return HistoryEntry(span.write, number, sku, True, tuple(_read_moves(db, span, item_id)))
    (levels,) = row
    changes = read_field_changes(db, number, number).get(number, [])
    if levels is not None:
        return HistoryEntry(span.write, number, sku, False, (*changes, *list_removed_levels(db, levels)), removed=True)
    return HistoryEntry(span.write, number, sku, False, (*changes, *_read_moves(db, span, item_id)))


def _join_all(newest_first: list[HistoryEntry]) -> HistoryEntry:
    joined = newest_first[-1]
    for entry in reversed(newest_first[:-1]):
        joined = _join(joined, entry)
    return replace(joined, number=min(entry.number for entry in newest_first))


def _join(first: HistoryEntry, later: HistoryEntry) -> HistoryEntry:
    """Two changes by one write, as an edit of fields and stock is: each field once."""
    changes = {(change.field, change.branch): change for change in first.changes}
    for change in later.changes:
        earlier = changes.get((change.field, change.branch), change)
        changes[change.field, change.branch] = replace(change, old=earlier.old)
    return replace(first, created=first.created or later.created, changes=tuple(changes.values()))


def _read_moves(db: ReadTx, span: WriteRange, item_id: int) -> list[ValueChange]:
    """The quantities of a write's part of the ledger, one change for each branch."""
    moves: dict[str, ValueChange] = {}
    for branch, change, quantity in db.all(
        "SELECT branches.name, ledger.change, ledger.quantity FROM ledger JOIN branches ON branches.id = branch_id "
        "WHERE item_id = ? AND entry BETWEEN ? AND ? ORDER BY entry",
        (item_id, span.first_entry, span.last_entry),
    ):
        before = moves.get(branch)
        old = quantity - change if before is None else before.old
        moves[branch] = ValueChange(QUANTITY, old, quantity, branch)
    return list(moves.values())
