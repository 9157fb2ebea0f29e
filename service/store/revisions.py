"""The number of each change of an item or its stock, counted per shop (contract §9).

An item has the number of its last change. `item_changes` leads from a number to the item: each
write adds one row with its first and last number and the ids of the items that it may have changed.
An id counts only where the item's own number is between the two, so an item that changed twice is
listed once, at its last change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from service.domain.times import Millis
from service.store.engine.dialect import INT_LIST
from service.store.engine.row_reader import Select
from service.store.engine.transaction import ReadTx, Tx

ITEMS_PER_MERGED_ROW = 1_000
"""How many items one row has after rows were merged."""

_REVISION_BITS = 40
_ITEM_BITS = 32
_ROWS_PER_STEP = 500
_BYTES_PER_STEP = 40_000
_encode = msgspec.json.Encoder().encode


class ItemRevision(NamedTuple):
    """An item and the number of its last change."""

    item_id: int
    revision: int


class _ChangesRow(NamedTuple):
    last: int
    first: int
    items: str


_changes = Select(_ChangesRow, "SELECT last, first, items FROM item_changes")


def read_revision(db: ReadTx, shop_id: int) -> int:
    """The number of the shop's last change; 0 before the first."""
    return int(db.scalar("SELECT revision FROM shops WHERE id = ?", (shop_id,)))


def read_revisions(db: ReadTx) -> dict[int, int]:
    """The same of each shop."""
    return dict(db.all("SELECT id, revision FROM shops"))


def make_number(shop_id: int, revision: int) -> int:
    """The number of a change in the history of all shops."""
    return shop_id << _REVISION_BITS | revision


def get_revision(number: int) -> int:
    """The shop's revision in the number of a change."""
    return number & ((1 << _REVISION_BITS) - 1)


def make_number_sql(shop_id: str, revision: str) -> str:
    """The same in SQL, of two expressions."""
    return f"({shop_id} << {_REVISION_BITS} | {revision})"


def items_begin(shop_id: str) -> str:
    """SQL for the number below a shop's item ids; those of the first shop are short."""
    return f"(({shop_id} - 1) << {_ITEM_BITS})"


def find_items_begin(shop_id: int) -> int:
    """The same number."""
    return (shop_id - 1) << _ITEM_BITS


def mark_item_changed(tx: Tx, shop_id: int, item_id: int, now: Millis) -> None:
    """Records that what open orders hold of an item changed."""
    revision = next_revision(tx, shop_id, item_id)
    tx.update("UPDATE items SET updated_at = ?, revision = ? WHERE id = ?", (now, revision, item_id))


def mark_item_moved(tx: Tx, shop_id: int, item_id: int, now: Millis) -> None:
    """Records that an item's quantity changed, also in its history."""
    revision = next_revision(tx, shop_id, item_id)
    tx.update(
        "UPDATE items SET updated_at = ?, revision = ?, change_id = ? WHERE id = ?",
        (now, revision, make_number(shop_id, revision), item_id),
    )


def next_revision(tx: Tx, shop_id: int, item_id: int) -> int:
    """The number of the change that the caller makes of one item."""
    revision = int(tx.scalar("UPDATE shops SET revision = revision + 1 WHERE id = ? RETURNING revision", (shop_id,)))
    tx.insert(
        "INSERT INTO item_changes (shop_id, last, first, items) VALUES (?, ?, ?, ?)",
        (shop_id, revision, revision, f"[{item_id}]"),
    )
    return revision


def record_changes(tx: Tx, shop_id: int, first: int, last: int, item_ids: Sequence[int]) -> None:
    """Records that items have the numbers `first` to `last`, which the caller counted up from
    `read_revision`. Ids of items that did not change, and numbers without an item, do no harm.
    """
    tx.update("UPDATE shops SET revision = ? WHERE id = ?", (last, shop_id))
    tx.insert(
        "INSERT INTO item_changes (shop_id, last, first, items) VALUES (?, ?, ?, ?)",
        (shop_id, last, first, _encode(item_ids).decode()),
    )


def renumber_at_branch(tx: Tx, shop_id: int, branch_id: int) -> None:
    """Marks the items with stock at a renamed branch as changed: they read back with another name.
    The one that changed last gets the highest number, as its own time of change stays.
    """
    ids = tx.column(
        "SELECT item_id FROM stock JOIN items ON items.id = item_id WHERE branch_id = ? ORDER BY updated_at, item_id",
        (branch_id,),
    )
    for start in range(0, len(ids), ITEMS_PER_MERGED_ROW):
        some = ids[start : start + ITEMS_PER_MERGED_ROW]
        first = read_revision(tx, shop_id) + 1
        tx.many("UPDATE items SET revision = ? WHERE id = ?", list(enumerate(some, first)))
        record_changes(tx, shop_id, first, first + len(some) - 1, some)


def list_changed_items(db: ReadTx, shop_id: int, since: int, limit: int) -> list[ItemRevision]:
    """Items whose last change has a number above `since`, in order of those numbers."""
    revisions: list[ItemRevision] = []
    last = since
    while len(revisions) < limit:
        row = _changes.find(db, "WHERE shop_id = ? AND last > ? ORDER BY last LIMIT 1", (shop_id, last))
        if row is None:
            break
        last = row.last
        revisions += _list_current(db, row, since)
    return revisions[:limit]


def find_last_changed(db: ReadTx, shop_id: int) -> int | None:
    """The id of the item whose change has the shop's highest number; None while it has no item."""
    rows = db.execute("SELECT last, first, items FROM item_changes WHERE shop_id = ? ORDER BY last DESC", (shop_id,))
    current = (changed for row in map(_ChangesRow._make, rows) for changed in reversed(_list_current(db, row, 0)))
    newest = next(current, None)
    return None if newest is None else newest.item_id


def list_shops_to_merge(db: ReadTx, max_rows: int) -> list[int]:
    """Shops with `max_rows` rows of changes more than two for each thousand items."""
    return db.column(
        "SELECT shop_id FROM item_changes JOIN shops ON shops.id = shop_id GROUP BY shop_id "
        "HAVING count(*) > ? + 2 * max(items_total) / ?",
        (max_rows, ITEMS_PER_MERGED_ROW),
    )


def merge_changes(tx: Tx, shop_id: int, after: int) -> int | None:
    """Merges some rows after the number `after`, without items that changed again; returns the next
    `after`, or None. Without it each small write would leave a row for ever.
    """
    rows = _changes.list(tx, "WHERE shop_id = ? AND last > ? ORDER BY last LIMIT ?", (shop_id, after, _ROWS_PER_STEP))
    size = 0
    some: list[_ChangesRow] = []
    for row in rows:
        size += len(row.items)
        if some and size > _BYTES_PER_STEP:
            break
        some.append(row)
    if not some:
        return None
    current = [changed for row in some for changed in _list_current(tx, row, 0)]
    tx.many("DELETE FROM item_changes WHERE shop_id = ? AND last = ?", [(shop_id, row.last) for row in some])
    tx.many(
        "INSERT INTO item_changes (shop_id, last, first, items) VALUES (?, ?, ?, ?)",
        [
            (shop_id, part[-1].revision, part[0].revision, _encode([changed.item_id for changed in part]).decode())
            for part in (
                current[start : start + ITEMS_PER_MERGED_ROW] for start in range(0, len(current), ITEMS_PER_MERGED_ROW)
            )
        ],
    )
    return some[-1].last


def _list_current(db: ReadTx, row: _ChangesRow, since: int) -> list[ItemRevision]:
    return db.all_as(
        ItemRevision,
        f"SELECT items.id, items.revision FROM {INT_LIST} AS noted CROSS JOIN items ON items.id = noted.value "
        "WHERE items.revision BETWEEN ? AND ? ORDER BY items.revision",
        (row.items, max(row.first, since + 1), row.last),
    )
