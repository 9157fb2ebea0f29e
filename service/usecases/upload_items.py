"""An upload: rows in order, each saved whole or reported whole, what is unchanged not written (SPEC.md section 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from msgspec import UNSET

from service.domain.quantity import quantity_text
from service.domain.row_types import FIELDS, Row, RowFault
from service.domain.sentences import Sentence, of_field, say
from service.domain.shops import Branch, Shop, check_upload, check_writable
from service.domain.sku import fold
from service.domain.stock import Cause
from service.domain.times import Millis
from service.domain.wire import UploadError, UploadResult
from service.store import items, shops, stock
from service.store.revisions import read_revision, record_changes
from service.store.transaction import Reading, Tx
from service.usecases.hold_short import hold_arrived

_NAME, _NUMBERS = FIELDS.index("name"), FIELDS.index("price_fils")
_CHANGEABLE = FIELDS[1:]
_AS_HELD: tuple[Any, ...] = (UNSET,) * len(FIELDS)
_EMPTY = tuple({"list_on_marketplace": False, "active": True, "fit": "[]"}.get(field) for field in FIELDS)
NAME_NEEDED = of_field("name", say("is required when the item is new"))

Replaced = dict[str, tuple[Any, Any]]
"""By field what is held and what is saved."""


@dataclass(slots=True)
class Draft:
    """An item as it will be saved: the values of FIELDS, UNSET where it keeps one that was not read."""

    id: int
    values: tuple[Any, ...]
    new: bool
    dirty: bool
    moved: bool = False
    """Whether its stock changes."""


def upload_items(
    tx: Tx, shop: Shop, rows: Sequence[Row | RowFault], *, by: str, now: Millis, cause: Cause = Cause.UPLOAD
) -> UploadResult:
    """Saves an upload's or (`cause` pull) a file's rows. Raises Refused `read_only` or `mode_off`."""
    if cause is Cause.UPLOAD:
        check_upload(shop)
    else:
        check_writable(shop)
    upload = Upload(tx, shop, rows, lambda name: shops.add_branch(tx, shop.id, name))
    errors = [UploadError(index, fault.sku, fault.error) for index, fault in upload.take_all()]
    upload.save(tx, by, now, cause)
    saved = len(rows) - len(errors)
    return UploadResult(len(rows), saved, upload.created, saved - upload.created, errors)


class Upload:
    """What is held of the items in an upload, and what becomes of them row by row.

    Nothing is written before `save`; `add_branch` is called for each unknown branch that gets a quantity. With
    `reads_held` every value that is held is read, which tells `unchanged` and what each row replaces; without, only
    what the rules need.
    """

    def __init__(
        self,
        db: Reading,
        shop: Shop,
        rows: Sequence[Row | RowFault],
        add_branch: Callable[[str], Branch],
        *,
        reads_held: bool = False,
    ) -> None:
        self._shop = shop
        self._rows = rows
        self._add_branch = add_branch
        self.created = 0
        self.unchanged = 0
        """Rows that change nothing; told only where what is held is read."""
        readable = [row.rest if isinstance(row, RowFault) else row for row in rows]
        asked = list({row.folded for row in readable if row is not None})
        ids, self.levels, self.held = items.find_places(db, shop.id, asked, held=reads_held)
        self.drafts = {
            folded: Draft(item_id, self.held.get(folded, _AS_HELD), False, False) for folded, item_id in ids.items()
        }
        self._branches = {fold(branch.name): branch for branch in shops.list_branches(db, shop.id)}
        self._main = next(branch for branch in self._branches.values() if branch.main)
        self._next_id = items.next_item_id(db)
        self._replaced: dict[str, Replaced] = {}
        self.quantities: dict[tuple[int, int], int] = {}
        """By item and branch, each level that changes; `levels` stay as they were held."""
        self.moves: list[tuple[int, int, int, int]] = []
        """Item, branch, change, quantity after it."""

    def take_all(self) -> list[tuple[int, RowFault]]:
        """Applies every row in order; gives the rejected ones with their places."""
        rejected: list[tuple[int, RowFault]] = []
        for index, row in enumerate(self._rows):
            fault = self.complete(row) if isinstance(row, RowFault) else self.take(row)
            if fault is not None:
                rejected.append((index, fault))
        return rejected

    def take(self, row: Row) -> RowFault | None:
        """Applies one row, or says why not."""
        draft = self.drafts.get(row.folded)
        if draft is None:
            return self._create(row)
        if row.milli is not None and (fault := self._hold_fault(draft, row)):
            return RowFault(row.sku, (fault,))
        self._change(draft, row)
        return None

    def complete(self, fault: RowFault) -> RowFault:
        """A row that is rejected anyway, with the faults that only show against what is held."""
        row = fault.rest
        if row is None:
            return fault
        draft = self.drafts.get(row.folded)
        more = (None if fault.named else NAME_NEEDED) if draft is None else self._hold_fault(draft, row)
        return fault if more is None else RowFault(fault.sku, (*fault.faults, more))

    def _create(self, row: Row) -> RowFault | None:
        if row.values[_NAME] is UNSET:
            return RowFault(row.sku, (NAME_NEEDED,))
        draft = Draft(self._next_id, _over(row.values, _EMPTY), new=True, dirty=True)
        self._next_id += 1
        self.drafts[row.folded] = draft
        self.created += 1
        self._set_quantity(draft, row)
        return None

    def _change(self, draft: Draft, row: Row) -> None:
        if draft.values is _AS_HELD:
            draft.values, draft.dirty = row.values, True
            self._set_quantity(draft, row)
            return
        values, before = _over(row.values, draft.values)[1:], draft.values
        changed = values != before[1:]
        if changed:
            # The spelling of the SKU that was first saved is kept.
            draft.values, draft.dirty = (before[0], *values), True
        if not self._set_quantity(draft, row) and not changed:
            self.unchanged += 1

    def _set_quantity(self, draft: Draft, row: Row) -> bool:
        """Whether that changes the level."""
        if row.milli is None:
            return False
        branch = self._branch(row)
        place = (draft.id, branch.id)
        was = self.quantities.get(place)
        if was is None and place in self.levels:
            was = self.levels[place][0]
        if was == row.milli:
            return False
        self.quantities[place] = row.milli
        self.moves.append((draft.id, branch.id, row.milli - (was or 0), row.milli))
        draft.dirty = draft.moved = True
        return True

    def _hold_fault(self, draft: Draft, row: Row) -> Sentence | None:
        branch = self._main if row.branch is None else self._branches.get(fold(row.branch))
        level = None if branch is None else self.levels.get((draft.id, branch.id))
        if branch is None or level is None or row.milli is None or row.milli >= level[1]:
            return None
        return of_field(
            "quantity",
            say(
                "cannot go below the {held} that open orders hold at {branch}",
                held=quantity_text(level[1]),
                branch=branch.name,
            ),
        )

    def _branch(self, row: Row) -> Branch:
        if row.branch is None:
            return self._main
        branch = self._branches.get(fold(row.branch))
        if branch is None:
            branch = self._add_branch(row.branch)
            self._branches[fold(row.branch)] = branch
        return branch

    def save(self, tx: Tx, by: str, now: Millis, cause: Cause) -> None:
        """Writes what changed."""
        first = read_revision(tx, self._shop.id) + 1
        revisions = count(first)
        new = [
            (d.id, self._shop.id, folded, d.values[0], *_bound(d.values), now, next(revisions))
            for folded, d in self.drafts.items()
            if d.new
        ]
        if new:
            items.insert_items(tx, new)
            shops.add_items_total(tx, self._shop.id, len(new))
        changed = sum([items.update_items(tx, fields, rows) for fields, rows in self._changed(now, revisions).items()])
        if new or changed:
            dirty = [draft.id for draft in self.drafts.values() if draft.dirty]
            record_changes(tx, self._shop.id, first, next(revisions) - 1, dirty)
        if self.moves:
            stock.set_quantities(tx, [(*place, milli) for place, milli in self.quantities.items()])
            stock.write_ledger(tx, self.moves, at=now, cause=cause, by=by)
            hold_arrived(tx, self._shop.id, {move[0] for move in self.moves}, now)

    def replaced(self, folded: str) -> Replaced:
        """What is saved in the place of what is held; told only where what is held is read."""
        found = self._replaced.get(folded)
        if found is None:
            found = self._replaced[folded] = _difference(self.held[folded], self.drafts[folded].values)
        return found

    def _changed(self, now: Millis, revisions: Iterator[int]) -> dict[tuple[str, ...], list[tuple[Any, ...]]]:
        """By the fields that are given, the rows of `update_items`."""
        whole: list[tuple[Any, ...]] = []
        rows: dict[tuple[str, ...], list[tuple[Any, ...]]] = {_CHANGEABLE: whole}
        for folded, draft in self.drafts.items():
            if not draft.dirty or draft.new:
                continue
            values = draft.values
            if folded in self.held:
                given = {field: value for field, (_, value) in self.replaced(folded).items()}
            elif UNSET not in values[1:]:
                whole.append((*_bound(values), now, next(revisions), draft.id, int(draft.moved)))
                continue
            else:
                named = zip(_CHANGEABLE, values[1:], strict=True)
                given = {field: value for field, value in named if value is not UNSET}
            bound = [int(value) if value is True or value is False else value for value in given.values()]
            rows.setdefault(tuple(given), []).append((*bound, now, next(revisions), draft.id, int(draft.moved)))
        return {fields: some for fields, some in rows.items() if some}


def _difference(held: tuple[Any, ...], values: tuple[Any, ...]) -> Replaced:
    if held == values:
        return {}
    # Most changes are of numbers, which stand behind the texts.
    first = _NUMBERS if held[:_NUMBERS] == values[:_NUMBERS] else 0
    return {
        FIELDS[place]: (held[place], values[place])
        for place in range(first, len(FIELDS))
        if held[place] != values[place]
    }


def _over(values: tuple[Any, ...], held: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values, and what is held where they leave it."""
    if UNSET not in values:
        return values
    return tuple([was if value is UNSET else value for value, was in zip(values, held, strict=True)])


def _bound(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values behind the SKU as SQLite binds them fastest: what is not exactly int or str costs it a look-up."""
    _, name, name_ar, oem, brand, category, condition, price, wholesale, online, listed, active, fit = values
    return name, name_ar, oem, brand, category, condition, price, wholesale, online, int(listed), int(active), fit
