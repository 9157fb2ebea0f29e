"""An upload: rows in order, each saved or reported; only changes are written (contract §3.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import UNSET

from service.domain.catalogue.items import ItemSource
from service.domain.catalogue.row_types import FIELDS, FLAG_FIELDS, ITEM_FIELDS, Row, RowFault
from service.domain.catalogue.sku import fold
from service.domain.catalogue.stock import Cause
from service.domain.history import WRITTEN_BY_CALL, WriteCause
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence, message, prefix_field
from service.domain.shops import Branch, Shop, check_upload, check_writable
from service.domain.times import Millis
from service.domain.wire import UploadError, UploadResult
from service.store import items, shops, stock_levels
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_write
from service.store.item_details import get_source_id
from service.store.revisions import read_revision, record_changes
from service.usecases.move_stock import hold_arrived

_NAME = FIELDS.index("name")
_CHANGEABLE = FIELDS[1:]
_KEEP_STORED: tuple[Any, ...] = (UNSET,) * len(FIELDS)
_DEFAULT_VALUES = tuple(field.about.default for field in ITEM_FIELDS.values())
_FIRST_FLAG = FIELDS.index(FLAG_FIELDS[0])
_AFTER_FLAGS = _FIRST_FLAG + len(FLAG_FIELDS)
NAME_REQUIRED = prefix_field("name", message("is required when the item is new"))
MAX_BRANCHES = 1_000
"""Branches of a shop: an item is read back with its stock at each of them."""

TOO_MANY_BRANCHES = prefix_field(
    "branch", message("is a new one, and the shop has {most} branches already", most=f"{MAX_BRANCHES:,}")
)


@dataclass(slots=True)
class ItemDraft:
    """An item as it will be saved: values of FIELDS, UNSET where a stored one stays."""

    id: int
    values: tuple[Any, ...]
    is_new: bool
    is_changed: bool
    stock_changed: bool = False


class SavedUpload(NamedTuple):
    """An upload's result, and its write in the history, None where nothing changed."""

    result: UploadResult
    write_id: int | None


def save_upload(
    tx: Tx,
    shop: Shop,
    rows: Sequence[Row | RowFault],
    *,
    by: str,
    now: Millis,
    cause: Cause = Cause.UPLOAD,
    source: ItemSource | None = None,
    why: WriteCause = WRITTEN_BY_CALL,
) -> SavedUpload:
    """Saves an upload's or (`cause` pull) a file's rows, as written by the system `source`.
    Raises Refused `read_only` or `mode_off`.
    """
    if cause is Cause.UPLOAD:
        check_upload(shop)
    else:
        check_writable(shop)
    key_id = None if source is None else source.key_id
    with record_write(tx, shop.id, why, by=by, now=now, key_id=key_id) as record:
        upload = Upload(tx, shop, rows, lambda name: shops.add_branch(tx, shop.id, name))
        errors = [UploadError(index, fault.sku, fault.error) for index, fault in upload.apply_all()]
        upload.save(tx, by, now, cause, source)
    saved = len(rows) - len(errors)
    return SavedUpload(UploadResult(len(rows), saved, upload.created, saved - upload.created, errors), record.id)


class Upload:
    """The stored items of an upload, and the result of each row.

    Nothing is written before `save`. `add_branch` is called for each unknown branch that gets a
    quantity. With `reads_stored` every stored value is read, for a dry run, which compares them;
    without it, only what the rules need, as SQLite compares while it writes.
    """

    def __init__(
        self,
        db: ReadTx,
        shop: Shop,
        rows: Sequence[Row | RowFault],
        add_branch: Callable[[str], Branch],
        *,
        reads_stored: bool = False,
    ) -> None:
        self._shop = shop
        self._rows = rows
        self._add_branch = add_branch
        self.created = 0
        readable = [row.readable_row if isinstance(row, RowFault) else row for row in rows]
        # In the order of the rows, which is mostly that of the stored ones: neighbours are near.
        skus = list(dict.fromkeys([row.folded for row in readable if row is not None]))
        ids, self.levels, self.stored = items.find_stored_items(db, shop.id, skus, with_values=reads_stored)
        self.drafts = {
            folded: ItemDraft(item_id, self.stored.get(folded, _KEEP_STORED), False, False)
            for folded, item_id in ids.items()
        }
        self._branches = {fold(branch.name): branch for branch in shops.list_branches(db, shop.id)}
        self._main = next(branch for branch in self._branches.values() if branch.main)
        self._next_id = items.next_item_id(db, shop.id)
        self.quantities: dict[tuple[int, int], int] = {}
        """By item and branch, each level that changes; `levels` stay as stored."""
        self.stock_changes: list[tuple[int, int, int, int]] = []
        """Item, branch, change, quantity after it."""

    def apply_all(self) -> list[tuple[int, RowFault]]:
        """Applies every row in order; returns the rejected ones with their indexes."""
        rejected: list[tuple[int, RowFault]] = []
        for index, row in enumerate(self._rows):
            fault = self.complete_fault(row) if isinstance(row, RowFault) else self.apply_row(row)
            if fault is not None:
                rejected.append((index, fault))
        return rejected

    def apply_row(self, row: Row) -> RowFault | None:
        """Applies one row, or says why it cannot."""
        if len(self._branches) >= MAX_BRANCHES and self._needs_branch(row):
            return RowFault(row.sku, (TOO_MANY_BRANCHES,))
        draft = self.drafts.get(row.folded)
        if faults := self._find_faults(draft, row, has_name=row.values[_NAME] is not UNSET):
            return RowFault(row.sku, faults)
        if draft is None:
            self._create_item(row)
        else:
            self._change_item(draft, row)
        return None

    def complete_fault(self, fault: RowFault) -> RowFault:
        """The faults of a row that is rejected anyway, with those that depend on stored values."""
        row = fault.readable_row
        if row is None:
            return fault
        more = self._find_faults(self.drafts.get(row.folded), row, has_name=fault.has_name)
        return RowFault(fault.sku, (*fault.faults, *more)) if more else fault

    def _create_item(self, row: Row) -> None:
        draft = ItemDraft(self._next_id, _merge_values(row.values, _DEFAULT_VALUES), is_new=True, is_changed=True)
        self._next_id += 1
        self.drafts[row.folded] = draft
        self.created += 1
        self._change_quantity(draft, row)

    def _change_item(self, draft: ItemDraft, row: Row) -> None:
        if draft.values is _KEEP_STORED:
            draft.values, draft.is_changed = row.values, True
            self._change_quantity(draft, row)
            return
        values, before = _merge_values(row.values, draft.values)[1:], draft.values
        if values != before[1:]:
            # The spelling of the SKU that was saved first stays.
            draft.values, draft.is_changed = (before[0], *values), True
        self._change_quantity(draft, row)

    def _change_quantity(self, draft: ItemDraft, row: Row) -> None:
        if row.milli is None:
            return
        branch = self._get_or_add_branch(row)
        place = (draft.id, branch.id)
        was = self._read_level(place)
        if was == row.milli:
            return
        self.quantities[place] = row.milli
        self.stock_changes.append((draft.id, branch.id, row.milli - (was or 0), row.milli))
        draft.is_changed = draft.stock_changed = True

    def _read_level(self, place: tuple[int, int]) -> int | None:
        """The quantity of an item at a branch after the rows so far; None if none was ever set."""
        milli = self.quantities.get(place)
        return self.levels[place][0] if milli is None and place in self.levels else milli

    def _find_faults(self, draft: ItemDraft | None, row: Row, *, has_name: bool) -> tuple[Sentence, ...]:
        """What is wrong with a row by what is stored."""
        nameless = () if draft is not None or has_name else (NAME_REQUIRED,)
        if row.milli is None or (draft is None and row.expected is None):
            return nameless
        branch = self._main if row.branch is None else self._branches.get(fold(row.branch))
        place = None if draft is None or branch is None else (draft.id, branch.id)
        reserved = self.levels[place][1] if place in self.levels else 0
        if row.expected is None and row.milli >= reserved:
            return nameless
        name = str(row.branch) if branch is None else branch.name
        held = (None if place is None else self._read_level(place)) or 0
        return (*nameless, *_find_quantity_faults(row, row.milli, name, held, reserved))

    def _needs_branch(self, row: Row) -> bool:
        return row.milli is not None and row.branch is not None and fold(row.branch) not in self._branches

    def _get_or_add_branch(self, row: Row) -> Branch:
        if row.branch is None:
            return self._main
        branch = self._branches.get(fold(row.branch))
        if branch is None:
            branch = self._add_branch(row.branch)
            self._branches[fold(row.branch)] = branch
        return branch

    def save(self, tx: Tx, by: str, now: Millis, cause: Cause, source: ItemSource | None = None) -> int:
        """Writes what changed, by the system `source`; returns how many stored items changed."""
        source_id = None if source is None else get_source_id(tx, self._shop.id, source)
        first = read_revision(tx, self._shop.id) + 1
        revisions = count(first)
        new = [
            (d.id, self._shop.id, folded, d.values[0], *_bind_values(d.values), now, next(revisions))
            for folded, d in self.drafts.items()
            if d.is_new
        ]
        if new:
            items.insert_items(tx, new, source_id)
            shops.add_items_total(tx, self._shop.id, len(new))
        changed = sum(
            [
                items.update_items(tx, fields, rows, source_id)
                for fields, rows in self._group_changes(now, revisions).items()
            ]
        )
        if new or changed:
            dirty = [draft.id for draft in self.drafts.values() if draft.is_changed]
            record_changes(tx, self._shop.id, first, next(revisions) - 1, dirty)
        if self.stock_changes:
            stock_levels.set_quantities(tx, [(*place, milli) for place, milli in self.quantities.items()])
            stock_levels.write_ledger(tx, self._shop.id, self.stock_changes, at=now, cause=cause, by=by)
            hold_arrived(tx, self._shop.id, {move[0] for move in self.stock_changes}, now)
        return changed

    def clear_levels(self, places: Iterable[tuple[int, int]]) -> None:
        """Sets stored levels, each an item and a branch, to what open orders hold."""
        drafts = {draft.id: draft for draft in self.drafts.values()}
        for place in places:
            quantity, reserved = self.levels[place]
            if quantity > reserved:
                self.quantities[place] = reserved
                self.stock_changes.append((*place, reserved - quantity, reserved))
                drafts[place[0]].is_changed = drafts[place[0]].stock_changed = True

    def count_changed(self) -> int:
        """How many stored items `save` would change, where stored values are read."""
        return sum(self.differs(folded) for folded, draft in self.drafts.items() if not draft.is_new)

    def differs(self, folded: str) -> bool:
        """Whether `save` would change a stored item, where stored values are read."""
        stored, draft = self.stored.get(folded), self.drafts[folded]
        if stored is None:
            return draft.is_changed
        return draft.stock_changed or draft.values[1:] != stored[1:]

    def _group_changes(self, now: Millis, revisions: Iterator[int]) -> dict[tuple[str, ...], list[tuple[Any, ...]]]:
        """The rows of `update_items`, grouped by the given fields."""
        rows: defaultdict[tuple[str, ...], list[tuple[Any, ...]]] = defaultdict(list)
        shape = _Shape((), -1, tuple)
        for draft in self.drafts.values():
            if not draft.is_changed or draft.is_new:
                continue
            every = (*_bind_values(draft.values), now, next(revisions), draft.id, int(draft.stock_changed))
            # The rows of an upload mostly give the same fields.
            given = shape.pick(every)
            if every.count(UNSET) != shape.omitted or UNSET in given:
                shape = _find_shape(every)
                given = shape.pick(every)
            rows[shape.fields].append(given)
        return rows


class _Shape(NamedTuple):
    """The fields that a row gives, how many it omits, and what picks the given values from it."""

    fields: tuple[str, ...]
    omitted: int
    pick: Callable[[tuple[Any, ...]], tuple[Any, ...]]


def _find_shape(row: tuple[Any, ...]) -> _Shape:
    given = [place for place, value in enumerate(row) if value is not UNSET]
    fields = tuple([_CHANGEABLE[place] for place in given if place < len(_CHANGEABLE)])
    return _Shape(fields, len(row) - len(given), itemgetter(*given))


def _find_quantity_faults(row: Row, milli: int, branch: str, held: int, reserved: int) -> Iterator[Sentence]:
    if row.expected is not None and row.expected != held:
        yield prefix_field(
            "expected_quantity",
            message(
                "{branch} has {held}, not {expected}; nothing was saved",
                branch=branch,
                held=format_quantity(held),
                expected=format_quantity(row.expected),
            ),
        )
    if milli < reserved:
        yield prefix_field(
            "quantity",
            message(
                "cannot go below the {held} that open orders hold at {branch}",
                held=format_quantity(reserved),
                branch=branch,
            ),
        )


def _merge_values(values: tuple[Any, ...], stored: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values, and the stored ones where they are UNSET."""
    merged, place = list(values), -1
    for _ in range(values.count(UNSET)):
        place = merged.index(UNSET, place + 1)
        merged[place] = stored[place]
    return tuple(merged)


def _bind_values(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values after the SKU as int and str, which SQLite binds without a look-up."""
    flags = [value if value is UNSET else int(value) for value in values[_FIRST_FLAG:_AFTER_FLAGS]]
    return *values[1:_FIRST_FLAG], *flags, *values[_AFTER_FLAGS:]
