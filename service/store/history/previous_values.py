"""What an upload or a run replaced, read from the history so that it can be put back."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from service.domain.history import CauseKind, ValueChange
from service.domain.times import Millis
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import read_field_changes
from service.store.history.write_lists import WriteRange, find_write_of

_UNDOING = (CauseKind.UPLOAD_UNDO, CauseKind.RUN_UNDO)
_NEVER: Millis = -1
"""No item has this time of change."""

MAX_STEPS = 20_000
"""Later changes that are read for one undo, about a second's work: the writer must not wait."""

_NO_VALUE = object()
_NO_QUANTITY = -1


class PreviousValues(Struct, frozen=True, gc=False):
    """One item: by field and by branch id the values before and after the write; a level that did
    not exist is 0, and its branch is in `new_levels`.

    `created` is an item that the write made, which had no values before. `left_at` is its time of
    change after the write.
    """

    item_id: int
    created: bool
    left_at: Millis
    fields: dict[str, tuple[Any, Any]] = {}
    levels: dict[int, tuple[int, int]] = {}
    new_levels: tuple[int, ...] = ()


class _StepLimit:
    """How many later changes may still be read."""

    def __init__(self, steps: int) -> None:
        self._left = steps

    def take(self) -> bool:
        """Takes one; False where none is left."""
        self._left -= 1
        return self._left >= 0


def read_previous_values(db: ReadTx, span: WriteRange, *, max_steps: int = MAX_STEPS) -> list[PreviousValues]:
    """One entry for each item of a write, new items first. After `max_steps` later changes the rest
    counts as changed since, and so stays.
    """
    steps = _StepLimit(max_steps)
    first_item, count = span.first_item, span.write.created
    rows = db.all(
        "SELECT id, updated_at FROM items WHERE id >= ? AND id < ? AND shop_id = ? ORDER BY id",
        (first_item, first_item + count, span.write.shop_id),
    )
    created = [
        PreviousValues(item_id, True, at if _is_as_created(db, span, item_id, steps) else _NEVER)
        for item_id, at in rows
    ]
    changed = db.all(
        "SELECT id, item_id FROM value_changes WHERE id BETWEEN ? AND ? ORDER BY id", (span.first, span.last)
    )
    changes = read_field_changes(db, span.first, span.last)
    return created + [_read_changed(db, span, item_id, changes.get(number, []), steps) for number, item_id in changed]


def mark_undone(tx: Tx, write_id: int, undone_by: int) -> None:
    """Records which write undid another."""
    tx.update("UPDATE item_writes SET undone_by = ? WHERE id = ?", (undone_by, write_id))


def _is_as_created(db: ReadTx, span: WriteRange, item_id: int, steps: _StepLimit) -> bool:
    """Whether nothing changed a new item since, except for writes that were undone."""
    number = db.scalar("SELECT change_id FROM items WHERE id = ?", (item_id,))
    while number is not None and number > span.last:
        later = find_write_of(db, number) if steps.take() else None
        if later is None or _counts(later):
            return False
        number = db.scalar("SELECT previous FROM value_changes WHERE id = ?", (number,))
    return number is not None


def _counts(later: WriteRange) -> bool:
    """Whether a later write changed something that is not undone."""
    return later.write.undone_by is None and later.write.cause.kind not in _UNDOING


def _read_changed(
    db: ReadTx, span: WriteRange, item_id: int, changes: list[ValueChange], steps: _StepLimit
) -> PreviousValues:
    """What the write replaced of an item; what a later write changed has a value that none has."""
    levels, new = _read_levels(db, span, item_id), _find_new_levels(db, span, item_id)
    since = _find_changed_since(db, span, item_id, {*(change.field for change in changes), *levels, *new}, steps)
    return PreviousValues(
        item_id,
        False,
        span.write.at,
        {one.field: (one.old, _NO_VALUE if one.field in since else one.new) for one in changes},
        {branch: (was, _NO_QUANTITY if branch in since else left) for branch, (was, left) in levels.items()},
        tuple([branch for branch in new if branch not in since]),
    )


def _find_changed_since(
    db: ReadTx, span: WriteRange, item_id: int, wanted: set[str | int], steps: _StepLimit
) -> set[str | int]:
    """Which of these fields and branches later writes changed, also where the value came back;
    writes that were undone do not count. All of them where no step is left, or where a later write
    is deleted: it may have changed any of them.
    """
    found: set[str | int] = set()
    number = db.scalar("SELECT change_id FROM items WHERE id = ?", (item_id,))
    while number is not None and number > span.last and found != wanted:
        if not steps.take():
            return wanted
        row = db.one("SELECT previous FROM value_changes WHERE id = ?", (number,))
        later = find_write_of(db, number)
        if row is None or later is None:
            return wanted
        if _counts(later):
            fields = (change.field for change in read_field_changes(db, number, number).get(number, []))
            found |= wanted & {*fields, *_read_levels(db, later, item_id)}
        (number,) = row
    return found


def _find_new_levels(db: ReadTx, span: WriteRange, item_id: int) -> list[int]:
    """The branches whose level the write was the first to set, but for undone writes."""
    return db.column(
        "SELECT DISTINCT branch_id FROM ledger AS made WHERE item_id = ?1 AND entry BETWEEN ?2 AND ?3 AND NOT EXISTS "
        "(SELECT 1 FROM ledger AS earlier WHERE item_id = ?1 AND entry < ?2 AND branch_id = made.branch_id "
        "AND NOT EXISTS (SELECT 1 FROM item_writes WHERE shop_id = ?4 AND item_writes.at = earlier.at "
        "AND entry BETWEEN first_entry AND last_entry AND (undone_by IS NOT NULL OR cause IN (?5, ?6))))",
        (item_id, span.first_entry, span.last_entry, span.write.shop_id, *(cause.value for cause in _UNDOING)),
    )


def _read_levels(db: ReadTx, span: WriteRange, item_id: int) -> dict[int, tuple[int, int]]:
    levels: dict[int, tuple[int, int]] = {}
    for branch_id, change, quantity in db.all(
        "SELECT branch_id, change, quantity FROM ledger WHERE item_id = ? AND entry BETWEEN ? AND ? ORDER BY entry",
        (item_id, span.first_entry, span.last_entry),
    ):
        was, _ = levels.get(branch_id, (quantity - change, quantity))
        levels[branch_id] = (was, quantity)
    # A file may set a level twice: what ends as it was is no change.
    return {branch: (was, left) for branch, (was, left) in levels.items() if was != left}
