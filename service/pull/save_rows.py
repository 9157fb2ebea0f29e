"""The short writes of a run: a batch of rows, a batch of items that become inactive."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from service.domain.catalogue.item_sources import ItemSource, get_file_name
from service.domain.catalogue.stock import Cause
from service.domain.history.write_causes import CauseKind, WriteCause
from service.domain.pull.pulls import Counts, MissingRule, Run
from service.domain.sentences import join_sentences
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.pull.dry_run import report_rows
from service.pull.spool import ParsedBatch
from service.store import item_bulk_edits, pull_rows, pulls, shops, stock_levels
from service.store.engine.transaction import Tx
from service.store.history.item_writes import WriteRecord, record_write
from service.usecases.upload_items import Upload

_ROWS_AT_ONCE = 2_000


def save_batch(tx: Tx, run: Run, ready: ParsedBatch, now: Millis) -> Counts:
    """Saves a batch like an upload, and adds it to the run's counts. Raises Refused `read_only`."""
    shop = _writable(tx, run.shop_id)
    batch, rows, upload_rows = ready
    upload = Upload(tx, shop, upload_rows, lambda name: shops.add_branch(tx, shop.id, name))
    errors = {index: join_sentences(fault.faults) for index, fault in upload.apply_all()}
    with _record_part(tx, run, now):
        updated = upload.save(tx, run.by, now, Cause.PULL, ItemSource(file=get_file_name(run.file)))
    report = report_rows(batch, rows, errors)
    pull_rows.add_rows(tx, run.id, report)
    rejected = sum(row.rejected for row in report)
    saved = len(rows) - len(errors)
    counts = Counts(
        read=sum(entry.counts for entry in batch),
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
    is_inactive = run.setup.missing is MissingRule.INACTIVE
    return make_inactive(tx, run, some, now) if is_inactive else clear_stock(tx, run, some, now)


def clear_stock(tx: Tx, run: Run, item_ids: Sequence[int], now: Millis) -> Counts:
    """Sets the levels of items to 0, or to what open orders hold; others are not changed."""
    shop = _writable(tx, run.shop_id)
    cleared: set[int] = set()
    moves: list[stock_levels.StockChange] = []
    for (item_id, branch_id), (quantity, reserved) in stock_levels.find_levels(tx, item_ids).items():
        if quantity > reserved:
            cleared.add(item_id)
            moves.append((item_id, branch_id, reserved - quantity, reserved))
    with _record_part(tx, run, now):
        stock_levels.set_quantities(tx, [(item_id, branch_id, left) for item_id, branch_id, _, left in moves])
        stock_levels.write_ledger(tx, moves, at=now, cause=Cause.PULL, by=run.by)
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
    return pull_rows.drop_old_rows(tx, shop_id, _ROWS_AT_ONCE)
