"""Saves the rows of a run, or tells what saving them would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from msgspec import UNSET

from service.domain.catalogue.items import ItemSource, get_file_name
from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.catalogue.stock import Cause
from service.domain.history import CauseKind, WriteCause
from service.domain.money import format_bhd
from service.domain.pull.hold_back import MOST_EXAMPLES, TIMES, changes_far
from service.domain.pull.pulls import Counts, MissingRule, Run, RunRow
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence, join_sentences, message
from service.domain.shops import Branch, Shop, check_writable
from service.domain.times import Millis
from service.files.seen_keys import SeenKeys
from service.pull.file_summary import FileSummary
from service.pull.spool import Batch
from service.store import item_bulk_edits, pulls, shops, stock_levels
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import WriteRecord, record_write
from service.usecases.upload_items import ItemDraft, Upload

_PRICES = [FIELDS.index(field) for field in ("price_fils", "wholesale_price_fils", "online_price_fils")]
_ACTIVE = FIELDS.index("active")
_NAME, _NAME_AR = FIELDS.index("name"), FIELDS.index("name_ar")
_EMPTY = tuple(None for _ in FIELDS)
_ROWS_AT_ONCE = 2_000


class DryRun(FileSummary):
    """Reads a file's batches one after the other and computes exactly what they would change."""

    def __init__(self, shop: Shop) -> None:
        super().__init__()
        self._shop = shop
        self._created = SeenKeys()

    def take(self, db: ReadTx, batch: Batch) -> list[RunRow]:
        """Compares with the catalogue, once per batch; returns its rejected and noted rows."""
        rows = batch.rows
        upload = Upload(db, self._shop, rows, _unknown_branch(), reads_stored=True)
        held = dict(upload.drafts)
        others = self._count_matched(rows, held)
        self._add_earlier(upload, rows)
        errors = {index: join_sentences(fault.faults) for index, fault in upload.apply_all()}
        keep_rejected(self, rows, errors)
        report = report_rows(batch, errors)
        for folded, draft in upload.drafts.items():
            if draft.is_new:
                self._created.put((folded, ""), 1)
            elif upload.differs(folded):
                self.changed.put((folded, ""), 1)
        self.check_values(batch)
        self._count(upload, report, len(rows) - len(errors))
        self._add_impact(upload, rows, held, others)
        self.see(batch)
        return report

    def _count_matched(self, rows: Sequence[Row | RowFault], held: dict[str, ItemDraft]) -> list[bool]:
        """Counts the active items that this batch is the first to name. Returns for each row
        whether its name or prices differ from those of the item's row before it.
        """
        others: list[bool] = []
        for row in rows:
            readable = row.readable_row if isinstance(row, RowFault) else row
            if readable is None:
                others.append(False)
                continue
            compared = tuple(readable.values[place] for place in (*_PRICES, _NAME, _NAME_AR))
            is_first, is_other = self.compare_with_earlier(readable.folded, (*compared, row is readable))
            others.append(is_other)
            draft = held.get(readable.folded) if is_first else None
            self.tally.known_parts += is_first and readable.folded in held
            if is_first and readable.folded not in held:
                self.tally.new_parts += 1
                self.tally.note("new_parts", message("{sku}", sku=readable.folded))
            self.matched += draft is not None and bool(draft.values[_ACTIVE])
        return others

    def _add_earlier(self, upload: Upload, rows: Sequence[Row | RowFault]) -> None:
        """Adds items that an earlier batch would have created."""
        for row in rows:
            if isinstance(row, Row) and row.folded not in upload.drafts and self._created.line_of((row.folded, "")):
                upload.drafts[row.folded] = ItemDraft(-1, (row.sku, *_EMPTY[1:]), is_new=False, is_changed=False)

    def _count(self, upload: Upload, reported: list[RunRow], saved: int) -> None:
        rejected = sum(row.rejected for row in reported)
        updated = upload.count_changed()
        self.counts += Counts(
            created=upload.created,
            updated=updated,
            unchanged=saved - upload.created - updated,
            rejected=rejected,
            noted=len(reported) - rejected,
        )

    def _add_impact(
        self,
        upload: Upload,
        rows: Sequence[Row | RowFault],
        held: dict[str, ItemDraft],
        others: list[bool],
    ) -> None:
        """Adds a batch's changes; a part in several branches counts its names and prices once."""
        tally = self.tally
        for place, after in upload.quantities.items():
            before = upload.levels[place][0] if place in upload.levels else 0
            tally.units_lost += before - after
            if after != before:
                self._note_move(upload, place[0], before, after)
            if before and not after:
                tally.zeroed += 1
        for row, is_other in zip(rows, others, strict=True):
            if is_other and isinstance(row, Row) and row.folded in held:
                stored = upload.stored[row.folded]
                self._add_price_changes(row, stored)
                self.compare_names(row, (stored[_NAME], stored[_NAME_AR]))

    def _note_move(self, upload: Upload, item_id: int, before: int, after: int) -> None:
        tally = self.tally
        kinds = ("units_gained",) if after > before else ("units_lost", "zeroed") if not after else ("units_lost",)
        if all(len(tally.examples.get(what, ())) >= MOST_EXAMPLES for what in kinds):
            return
        sku = next((draft.values[0] for draft in upload.drafts.values() if draft.id == item_id), "-")
        example = message(
            "{sku} {before} to {after}", sku=str(sku), before=format_quantity(before), after=format_quantity(after)
        )
        for what in kinds:
            tally.note(what, example)

    def _add_price_changes(self, row: Row, held: tuple[Any, ...]) -> None:
        for place in _PRICES:
            after, before = row.values[place], held[place]
            if after is UNSET or before is None:
                continue
            self.tally.prices += 1
            if not changes_far(before, after):
                continue
            example = message(
                "{sku} BHD {before} to {after}",
                sku=row.folded,
                before=format_bhd(before),
                after="-" if after is None else format_bhd(after),
            )
            self.tally.prices_changed += 1
            self.tally.note("prices_changed", example)
            if after and before and (after >= before * TIMES or after * TIMES <= before):
                self.tally.prices_times_five += 1
                self.tally.note("prices_times_five", example)


def find_rejected(db: ReadTx, shop: Shop, seen: FileSummary, batch: Batch) -> None:
    """Lets the parts whose rows in a batch will be rejected keep their levels."""
    upload = Upload(db, shop, batch.rows, _unknown_branch())
    keep_rejected(seen, batch.rows, [index for index, _ in upload.apply_all()])


def keep_rejected(seen: FileSummary, rows: Sequence[Row | RowFault], rejected: Iterable[int]) -> None:
    """Parts with a rejected row lose no level."""
    for index in rejected:
        row = rows[index]
        if isinstance(row, Row):
            seen.keep_levels(row.folded)


def report_rows(batch: Batch, errors: dict[int, Sentence]) -> list[RunRow]:
    """The rejected and noted rows of a batch; `errors` are those of the upload by index."""
    faults = {id(batch.entries[index]): error for index, error in errors.items()}
    report: list[RunRow] = []
    for entry in batch.lines:
        fault = entry.fault or faults.get(id(entry))
        if fault is not None:
            report.append(RunRow(entry.line, entry.sku, fault, rejected=True))
        elif entry.notes:
            report.append(RunRow(entry.line, entry.sku, join_sentences(entry.notes), rejected=False))
    return report


class FirstRows:
    """Collects the first rejected and noted rows; the others are only counted."""

    def __init__(self, most: int | None) -> None:
        self.rows: list[RunRow] = []
        self._most = most

    def add(self, rows: list[RunRow]) -> None:
        room = len(rows) if self._most is None else self._most - len(self.rows)
        self.rows += rows[: max(0, room)]


def _unknown_branch() -> Callable[[str], Branch]:
    """A branch that the upload would create, with an id that no branch has."""
    ids: Iterator[int] = iter(range(-1, -1_000_000, -1))
    return lambda name: Branch(next(ids), 0, name, main=False)


def save_batch(tx: Tx, run: Run, batch: Batch, seen: FileSummary, last_change: int, now: Millis) -> Counts:
    """Saves a batch like an upload, clears the levels that its parts have no row for, and adds it
    to the run's counts. Raises Refused `read_only`.

    A part that moves between branches is in stock at one of them at any time. Parts that changed
    after the change `last_change` keep their levels: the file is older.
    """
    shop = _writable(tx, run.shop_id)
    upload = Upload(tx, shop, batch.rows, lambda name: shops.add_branch(tx, shop.id, name))
    errors = {index: join_sentences(fault.faults) for index, fault in upload.apply_all()}
    keep_rejected(seen, batch.rows, errors)
    folded = {draft.id: folded for folded, draft in upload.drafts.items() if not draft.is_new}
    lacking = seen.find_missing_levels(tx, shop.id, folded, upload.levels)
    unchanged = set(item_bulk_edits.find_unchanged(tx, list({place[0] for place in lacking}), last_change))
    upload.clear_levels(place for place in lacking if place[0] in unchanged)
    with _record_part(tx, run, now):
        updated = upload.save(tx, run.by, now, Cause.PULL, ItemSource(file=get_file_name(run.file)))
    report = report_rows(batch, errors)
    pulls.add_rows(tx, run.id, report)
    rejected = sum(row.rejected for row in report)
    saved = len(batch.rows) - len(errors)
    counts = Counts(
        read=sum(entry.counts for entry in batch.lines),
        created=upload.created,
        updated=updated,
        unchanged=saved - upload.created - updated,
        rejected=rejected,
        noted=len(report) - rejected,
    )
    pulls.count_rows(tx, run.id, counts, undoable=bool(upload.created or updated))
    return counts


def make_inactive(tx: Tx, run: Run, item_ids: Sequence[int], now: Millis) -> Counts:
    """Makes missing items inactive; those that are inactive now are not changed."""
    shop = _writable(tx, run.shop_id)
    with _record_part(tx, run, now):
        changed = item_bulk_edits.deactivate_items(tx, shop.id, item_ids, now)
    counts = Counts(inactive=len(changed))
    pulls.count_rows(tx, run.id, counts, undoable=bool(changed))
    return counts


def retire_items(tx: Tx, run: Run, item_ids: Sequence[int], last_change: int, now: Millis) -> Counts:
    """Makes missing items inactive, or sets their stock to what open orders hold, as the set-up
    says. Those that changed after the change `last_change` stay: the file is older.
    """
    some = item_bulk_edits.find_unchanged(tx, item_ids, last_change)
    if run.setup.missing is MissingRule.INACTIVE:
        return make_inactive(tx, run, some, now)
    return clear_stock(tx, run, some, now)


def clear_stock(tx: Tx, run: Run, item_ids: Sequence[int], now: Millis) -> Counts:
    """Sets the levels of items to 0 or to what open orders hold."""
    shop = _writable(tx, run.shop_id)
    cleared: set[int] = set()
    moves: list[stock_levels.StockChange] = []
    for (item_id, branch_id), (quantity, reserved) in stock_levels.find_levels(tx, item_ids).items():
        if quantity > reserved:
            cleared.add(item_id)
            moves.append((item_id, branch_id, reserved - quantity, reserved))
    with _record_part(tx, run, now):
        stock_levels.set_quantities(tx, [(item_id, branch_id, left) for item_id, branch_id, _, left in moves])
        stock_levels.write_ledger(tx, shop.id, moves, at=now, cause=Cause.PULL, by=run.by)
        for item_id in sorted(cleared):
            item_bulk_edits.set_fields(tx, shop.id, item_id, {}, now)
    counts = Counts(updated=len(cleared))
    pulls.count_rows(tx, run.id, counts, undoable=bool(cleared))
    return counts


def _record_part(tx: Tx, run: Run, now: Millis) -> AbstractContextManager[WriteRecord]:
    return record_write(tx, run.shop_id, WriteCause(CauseKind.RUN, run.id), by=run.by, now=now)


def _writable(tx: Tx, shop_id: int) -> Shop:
    """The shop as it is now: the owner may make it read-only during a run."""
    shop = shops.get_shop(tx, shop_id)
    check_writable(shop)
    return shop


def drop_old(tx: Tx, shop_id: int) -> int:
    """Ends the undo of old runs and deletes some of their rows; 0 when there are no more."""
    pulls.end_old_undos(tx, shop_id)
    return pulls.drop_old_rows(tx, shop_id, _ROWS_AT_ONCE)
