"""The writes of items' values, each with its cause. A trigger stores the values themselves
(`make_history_trigger`), so that no way to write an item is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from service.domain.catalogue.row_types import FIELDS
from service.domain.changes import ChangeKind
from service.domain.history import ITEM_CAUSES, ValueChange, WriteCause
from service.domain.times import Millis
from service.store.engine.dialect import INT_LIST, encode_list
from service.store.engine.transaction import ReadTx, Tx
from service.store.items import NEXT_ITEM
from service.store.revisions import make_number, read_revision
from service.store.stock_levels import LAST_ENTRY
from service.store.webhooks.events import NEXT_SEQ

_READ_MARKS = f"SELECT revision, ({LAST_ENTRY}), {NEXT_ITEM} FROM shops WHERE id = ?"
"""The last numbers of changes and ledger entries, and the next item: read twice a write."""

_ORDER = {field: place for place, field in enumerate(FIELDS)}


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
    return db.all_as(
        _make_detail,
        "SELECT write_id, item_id, previous, field, old, new FROM detail_changes WHERE write_id = ? ORDER BY id",
        (write_id,),
    )


def list_details_of_items(db: ReadTx, item_ids: Sequence[int], before_write: int, limit: int) -> list[DetailChange]:
    """The changes of some items by writes before one, newest first."""
    return db.all_as(
        _make_detail,
        "SELECT write_id, item_id, previous, field, old, new FROM detail_changes "
        f"WHERE item_id IN (SELECT value FROM {INT_LIST}) AND write_id < ? ORDER BY write_id DESC, id DESC LIMIT ?",
        (encode_list(item_ids), before_write, limit),
    )


def _make_detail(
    write_id: int, item_id: int, previous: int, field: str, old: int | None, new: int | None
) -> DetailChange:
    return DetailChange(write_id, item_id, previous, ValueChange(field, old, new))


def read_field_changes(db: ReadTx, first: int, last: int) -> dict[int, list[ValueChange]]:
    """What each change with a number from `first` to `last` changed, in the order of FIELDS."""
    changes: dict[int, list[ValueChange]] = {}
    for change_id, field, old, new in db.execute(
        "SELECT change_id, field, old, new FROM field_changes WHERE change_id BETWEEN ? AND ?", (first, last)
    ):
        changes.setdefault(change_id, []).append(ValueChange(field, old, new))
    for fields in changes.values():
        fields.sort(key=lambda change: _ORDER.get(change.field, len(_ORDER)))
    return changes


@dataclass(slots=True)
class WriteRecord:
    """The id of a write that is over, None for no change; the block may set what caused it."""

    id: int | None = None
    cause_id: int | None = None


@contextmanager
def record_write(
    tx: Tx,
    shop_id: int,
    cause: WriteCause,
    *,
    by: str,
    now: Millis,
    even_if_empty: bool = False,
    key_id: int | None = None,
) -> Iterator[WriteRecord]:
    """Records what the block changes of a shop's items as one write, with the key of an upload.
    Blocks are not nested. A block that changes nothing is recorded with `even_if_empty` alone.
    """
    rows, (revision, entry, item) = tx.total_changes, tx.one(_READ_MARKS, (shop_id,))
    record = WriteRecord(cause_id=cause.id)
    yield record
    if tx.total_changes == rows and not even_if_empty:
        return
    last_revision, last_entry, next_item = tx.one(_READ_MARKS, (shop_id,))
    details = count_new_details(tx)
    if last_revision == revision and not details and not even_if_empty:
        return
    first, last = make_number(shop_id, revision + 1), make_number(shop_id, last_revision)
    created = next_item - item
    changed = details + int(tx.scalar("SELECT count(*) FROM value_changes WHERE id BETWEEN ? AND ?", (first, last)))
    if not changed and created <= 0 and not even_if_empty:
        return
    in_feed = cause.kind in ITEM_CAUSES and last_revision > revision
    record.id = tx.insert(
        "INSERT INTO item_writes (shop_id, first, last, at, cause, cause_id, actor, changed, created, first_item, "
        f"first_entry, last_entry, key_id, seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
        f"{NEXT_SEQ if in_feed else 'NULL'})",
        (
            shop_id, first, last, now, cause.kind.value, record.cause_id, by, changed, max(created, 0), item,
            entry + 1, last_entry, key_id,
        ),
    )  # fmt: skip
    if details:
        assign_new_details(tx, record.id)
    tx.mark_changed(ChangeKind.HISTORY)


def read_number_before(db: ReadTx, shop_id: int, at: Millis) -> int:
    """The number of the shop's last change before the first write at this time or later."""
    first = db.scalar("SELECT min(first) FROM item_writes WHERE shop_id = ? AND at >= ?", (shop_id, at))
    return make_number(shop_id, read_revision(db, shop_id)) if first is None else int(first) - 1


def set_call(tx: Tx, write_id: int, call_id: int) -> None:
    """Names the call of an upload's write, once the call has an entry in the log."""
    tx.update("UPDATE item_writes SET cause_id = ? WHERE id = ?", (call_id, write_id))
