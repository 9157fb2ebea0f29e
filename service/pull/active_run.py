"""A run from its first row to its end."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

from service.domain.actors import TIME
from service.domain.errors import CounterpartError
from service.domain.pull.hold_back import ConfirmedState, FirstRunTally
from service.domain.pull.pulls import Counts, Difference, MissingRule, Run, RunRow, RunState
from service.domain.sentences import Sentence, message, os_reason
from service.files.format_reader import use_reader
from service.files.isolation.reader_process import ReaderProcess
from service.pull.context import PullContext, PullRequest, millis_since, say_done_before
from service.pull.file_copy import FileCopy
from service.pull.file_summary import (
    DOUBTFUL,
    FileSummary,
    ImpactEstimate,
    add_catalogue_totals,
    missing_note,
    nothing_saved,
    repeated_note,
)
from service.pull.open_file import FileBatches
from service.pull.save_rows import DryRun, find_rejected, retire_items, save_batch
from service.pull.spool import Batch, Spool
from service.store import pulls, shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.pull_survey import read_catalogue_page
from service.store.shops import branch_names

log = logging.getLogger(__name__)

_INACTIVE_AT_ONCE = 500


class Stopped(CounterpartError):
    """The caller stopped the run, or the program closes."""

    def __init__(self, by: str) -> None:
        closed, stopped = message("The program was closed in the middle of this run."), message("The run was stopped.")
        super().__init__(closed if by == TIME else stopped)


def check_stopped(context: PullContext, by: str) -> None:
    """Raises Stopped where the caller stops the run, or the program closes."""
    if context.is_stopped():
        raise Stopped(by)


class ActiveRun:
    """Only under the shop's lock. `last_change`: the number of the last change before the run."""

    def __init__(
        self, context: PullContext, run: Run, request: PullRequest, copied: FileCopy, began: float, last_change: int
    ) -> None:
        self._context = context
        self._access = context.access
        self._run = run
        self._request = request
        self._copy = copied
        self._began = began
        self._last_change = last_change
        self._saved = 0

    def execute(self, place: Path) -> Run:
        """Reads, estimates the impact, saves; returns the recorded run.

        A bug is recorded as a failed run and raised.
        """
        try:
            self._execute(place)
        except CounterpartError as error:
            self._fail(error.sentence)
        except OSError as error:
            self._fail(
                message(
                    "The data folder cannot be written to: {reason}. Make room, then run it again.",
                    reason=os_reason(error),
                )
            )
        except KeyboardInterrupt:
            self._fail(Stopped(self._request.by).sentence)
            raise
        except Exception:
            self._fail(message("The program made a mistake in this run; its log has it."))
            raise
        return self._access.read(lambda db: pulls.get_run(db, self._run.shop_id, self._run.id))

    def _execute(self, place: Path) -> None:
        if self._is_known():
            self._end(RunState.UNCHANGED)
            return
        with closing(Spool(place / "rows")) as spool:
            with ReaderProcess(lambda: check_stopped(self._context, self._request.by)) as reader, use_reader(reader):
                seen = self._read_through(spool)
            self._save_or_hold(spool, seen)

    def _save_or_hold(self, spool: Spool, seen: FileSummary) -> None:
        difference = None if self._request.approved else seen.find_difference()
        if difference is not None:
            difference = self._compute_exact_difference(spool, seen)
        if difference is not None:
            self._hold(seen, difference)
            return
        self._save_all(spool, seen)
        self._retire_missing(seen)
        self._context.on_progress(seen.counts.read, seen.counts.read)
        self._keep_confirmed(seen)
        fault = self._access.read(self._why_nothing_saved)
        self._end(RunState.DONE if fault is None else RunState.FAILED, fault=fault)

    def _find_confirmed(self) -> ConfirmedState | None:
        return self._access.read(lambda db: pulls.find_confirmed(db, self._run.shop_id, self._run.setup))

    def _keep_confirmed(self, seen: FileSummary) -> None:
        """After an approval this file is what later ones are compared with, and so is the first."""
        confirmed = self._find_confirmed()
        if not self._request.approved and confirmed is not None and confirmed.rows:
            return

        def keep(tx: Tx) -> None:
            pulls.confirm(tx, self._run.shop_id, self._run.setup)
            pulls.keep_state(tx, self._run.shop_id, self._run.setup, seen.file.describe())

        self._access.write(keep)

    def _why_nothing_saved(self, db: ReadTx) -> Sentence | None:
        """Why no row of the file was saved; None if one was, or if items became inactive."""
        run = pulls.get_run(db, self._run.shop_id, self._run.id)
        if run.counts.saved or run.counts.inactive:
            return None
        first = next((row for _, row in pulls.read_rows(db, run.id, limit=1, rejected=True)), None)
        return nothing_saved(run.counts.read, first)

    def _save_all(self, spool: Spool, seen: FileSummary) -> None:
        """Saves all rows. The next batch is read while one is written."""
        if seen.names_branches:
            self._find_rejected(spool, seen)
        with closing(spool.batches()) as batches:
            batch = next(batches, None)
            while batch is not None:
                self._report_progress(self._saved, seen.counts.read)
                saving = self._save(batch, seen)
                try:
                    batch = next(batches, None)
                finally:
                    self._saved += saving.result().read

    def _find_rejected(self, spool: Spool, seen: FileSummary) -> None:
        """Before the first write: it could clear the level of a part with a later rejected row."""
        shop = self._access.read(lambda db: shops.get_shop(db, self._run.shop_id))
        with closing(spool.batches()) as batches:
            for batch in batches:
                self._access.read(lambda db, batch=batch: find_rejected(db, shop, seen, batch))  # type: ignore[misc]
                self._report_progress(0, seen.counts.read)

    def _save(self, batch: Batch, seen: FileSummary) -> Future[Counts]:
        now = self._context.clock.now()
        return self._access.start_write(lambda tx: save_batch(tx, self._run, batch, seen, self._last_change, now))

    def _is_first(self) -> bool:
        return self._access.read(lambda db: pulls.last_saved(db, self._run.shop_id, self._run.setup.path)) is None

    def _is_known(self) -> bool:
        """Whether the last run of this source read the same file in the same way."""
        if self._request.ignores_known:
            return False
        last = self._access.read(lambda db: pulls.last_saved(db, self._run.shop_id, self._run.setup.path))
        return last is not None and last.fingerprint == self._copy.fingerprint

    def _read_through(self, spool: Spool) -> FileSummary:
        """Reads all before any is saved: a fault at the end must not leave half of it saved."""
        shop = self._access.read(lambda db: shops.get_shop(db, self._run.shop_id))
        estimate = ImpactEstimate(shop, keeps=self._run.setup.missing is not MissingRule.STAY)
        if self._is_first():
            estimate.first_run = FirstRunTally()
        batches = FileBatches(self._copy.path, self._run.setup)
        estimate.names_branches = batches.names_branches
        estimating: Future[None] | None = None
        for batch in batches:
            # One batch is estimated while the next one is read.
            if estimating is not None:
                estimating.result()
            spool.add(batch)
            estimate.see(batch)
            if not self._request.approved:
                estimating = self._access.start_read(lambda db, batch=batch: estimate.take(db, batch))  # type: ignore[misc]
            else:
                estimate.check_values(batch)
            self._report_progress(estimate.counts.read, None)
        if estimating is not None:
            estimating.result()
        named = self._access.read(lambda db: branch_names(db, shop.id))
        batches.check_answered(named)
        estimate.repeated = batches.repeated
        estimate.doubts += batches.find_contradictions()
        batches.describe(estimate.file)
        estimate.confirmed = self._find_confirmed()
        if not self._request.approved:
            add_catalogue_totals(self._access, shop, estimate, self._run.setup)
        return estimate

    def _compute_exact_difference(self, spool: Spool, seen: FileSummary) -> Difference | None:
        """Computes the exact impact, row by row: rejected rows change nothing."""
        shop = self._access.read(lambda db: shops.get_shop(db, self._run.shop_id))
        look = DryRun(shop)
        look.names_branches = seen.names_branches
        with closing(spool.batches()) as batches:
            for batch in batches:
                self._access.read(lambda db, batch=batch: look.take(db, batch))  # type: ignore[misc]
                self._report_progress(look.counts.read, None)
        add_catalogue_totals(self._access, shop, look, self._run.setup)
        return seen.find_difference(look)

    def _retire_missing(self, seen: FileSummary) -> None:
        again = repeated_note(seen)
        if again is not None:
            self._access.write(lambda tx: self._note(tx, [again]))
        if self._run.setup.missing is MissingRule.STAY:
            note_left = missing_note(seen)
            if note_left is not None:
                self._access.write(lambda tx: self._note(tx, [note_left]))
            return
        if seen.unnamed:
            note = [RunRow(0, None, DOUBTFUL, rejected=False)]
            self._access.write(lambda tx: self._note(tx, note))
            return
        for missing in self._missing(seen):
            self._report_progress(seen.counts.read, seen.counts.read)
            self._access.write(
                lambda tx, ids=missing: retire_items(  # type: ignore[misc]
                    tx, self._run, ids, self._last_change, self._context.clock.now()
                )
            )

    def _note(self, tx: Tx, rows: list[RunRow]) -> None:
        pulls.add_rows(tx, self._run.id, rows)
        pulls.count_rows(tx, self._run.id, Counts(noted=len(rows)), undoable=False)

    def _missing(self, seen: FileSummary) -> Iterator[list[int]]:
        """Items that are active and not in the file, in pages."""
        after = ""
        while page := self._access.read(lambda db, start=after: read_catalogue_page(db, self._run.shop_id, start)):  # type: ignore[misc]
            after = page[-1].folded
            missing = [item.id for item in page if item.active and not seen.has(item.folded)]
            for first in range(0, len(missing), _INACTIVE_AT_ONCE):
                yield missing[first : first + _INACTIVE_AT_ONCE]

    def _hold(self, seen: FileSummary, difference: Difference) -> None:
        counts = Counts(read=seen.counts.read)
        self._access.write(lambda tx: pulls.count_rows(tx, self._run.id, counts, undoable=False))
        self._end(RunState.NEEDS_APPROVAL, held=difference)

    def _report_progress(self, done: int, total: int | None) -> None:
        self._context.on_progress(done, total)
        check_stopped(self._context, self._request.by)

    def _fail(self, fault: Sentence) -> None:
        self._end(RunState.FAILED, fault=say_done_before(fault, self._saved))

    def _end(self, state: RunState, *, fault: Sentence | None = None, held: Difference | None = None) -> None:
        took = millis_since(self._context.clock, self._began)
        # A file that was not read to the end is not known: the next run must read it.
        known = None if state is RunState.FAILED else self._copy.fingerprint
        self._access.write(
            lambda tx: pulls.end_run(
                tx, self._run.id, state, duration_ms=took, fingerprint=known, fault=fault, held=held
            )
        )
