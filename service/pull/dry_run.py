"""A dry run: what a file would change, batch by batch, without writing anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import UNSET

from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.pull.hold_back import changes_far
from service.domain.pull.pulls import Counts, RunRow
from service.domain.sentences import Sentence, join_sentences
from service.domain.shops import Branch, Shop
from service.files.seen_keys import SeenKeys
from service.pull.file_summary import FileSummary
from service.pull.spool import Batch, Entry, parse_batch
from service.store.engine.transaction import ReadTx
from service.usecases.upload_items import ItemDraft, Upload

_PRICES = [FIELDS.index(field) for field in ("price_fils", "wholesale_price_fils", "online_price_fils")]
_ACTIVE = FIELDS.index("active")
_NAME, _NAME_AR = FIELDS.index("name"), FIELDS.index("name_ar")
_EMPTY = tuple(None for _ in FIELDS)


class DryRun(FileSummary):
    """Reads a file's batches one after the other and computes exactly what they would change."""

    def __init__(self, shop: Shop) -> None:
        super().__init__()
        self._shop = shop
        self._created = SeenKeys()

    def take(self, db: ReadTx, batch: Batch) -> list[RunRow]:
        """Compares the next batch with the catalogue; returns its rejected and noted rows. Called
        once per batch.
        """
        _, rows, upload_rows = parse_batch(batch)
        upload = Upload(db, self._shop, upload_rows, _unknown_branch(), reads_stored=True)
        held = dict(upload.drafts)
        others = self._count_matched(upload_rows, held)
        self._add_earlier(upload, upload_rows)
        errors = {index: join_sentences(fault.faults) for index, fault in upload.apply_all()}
        report = report_rows(batch, rows, errors)
        for folded, draft in upload.drafts.items():
            if draft.is_new:
                self._created.put((folded, ""), 1)
        self.check_values(batch, upload_rows)
        self._count(upload, report, len(rows) - len(errors))
        self._add_impact(upload, upload_rows, held, others)
        self.see(batch)
        return report

    def _count_matched(self, rows: list[Row | RowFault], held: dict[str, ItemDraft]) -> list[bool]:
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
            self.matched += draft is not None and bool(draft.values[_ACTIVE])
        return others

    def _add_earlier(self, upload: Upload, rows: list[Row | RowFault]) -> None:
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
        rows: list[Row | RowFault],
        held: dict[str, ItemDraft],
        others: list[bool],
    ) -> None:
        """Adds a batch's changes; a part in several branches counts its names and prices once."""
        tally = self.tally
        for place, after in upload.quantities.items():
            before = upload.levels[place][0] if place in upload.levels else 0
            tally.units_lost += before - after
            if before and not after:
                tally.zeroed += 1
        for row, is_other in zip(rows, others, strict=True):
            if is_other and isinstance(row, Row) and row.folded in held:
                stored = upload.stored[row.folded]
                self._add_price_changes(row, stored)
                self.compare_names(row, (stored[_NAME], stored[_NAME_AR]))

    def _add_price_changes(self, row: Row, held: tuple[Any, ...]) -> None:
        for place in _PRICES:
            after, before = row.values[place], held[place]
            if after is UNSET or before is None:
                continue
            self.tally.prices += 1
            self.tally.prices_changed += changes_far(before, after)


def report_rows(batch: Batch, rows: list[Entry], errors: dict[int, Sentence]) -> list[RunRow]:
    """The rejected and noted rows of a batch; `errors` are those of the upload by index."""
    faults = {id(rows[index]): error for index, error in errors.items()}
    report: list[RunRow] = []
    for entry in batch:
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
