"""A run under way, from its first row to its end, good or bad (issue 5 point 4)."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from service.domain.errors import CounterpartError
from service.domain.hold_back import difference_of
from service.domain.pulls import Counts, Difference, Run, RunRow, RunState
from service.domain.sentences import Sentence, joined, say, why
from service.store import pull_rows, pulls, shops
from service.store.items import next_item_id
from service.store.pull_survey import survey_page
from service.store.transaction import Tx
from service.usecases.pull_copy import Copied
from service.usecases.pull_ground import BY_TIME, PullGround, PullOrder, millis_since, read_batches
from service.usecases.pull_look import Look
from service.usecases.pull_save import make_inactive, save_batch
from service.usecases.pull_seen import DOUBTFUL, FileSeen, weigh
from service.usecases.pull_spool import Parsed, Spool, parsed
from service.usecases.pull_weigh import Weigher

log = logging.getLogger(__name__)

_INACTIVE_AT_ONCE = 500


class Stopped(CounterpartError):
    """Whoever asked for the run stopped it, or the program is closing."""

    def __init__(self, by: str) -> None:
        closed, stopped = say("The program was closed in the middle of this run."), say("The run was stopped.")
        super().__init__(closed if by == BY_TIME else stopped)


class RunUnderWay:
    """One run; only under the shop's lock."""

    def __init__(self, ground: PullGround, run: Run, order: PullOrder, copied: Copied, began: float) -> None:
        self._ground = ground
        self._access = ground.access
        self._run = run
        self._order = order
        self._copied = copied
        self._began = began
        self._saved = 0

    def carry_out(self, place: Path) -> Run:
        """Reads, weighs, saves; gives the run as kept. A bug is kept as a failed run and raised."""
        try:
            self._carry_out(place)
        except CounterpartError as error:
            self._fail(error.sentence)
        except OSError as error:
            self._fail(
                say("The data folder cannot be written to: {reason}. Make room, then run it again.", reason=why(error))
            )
        except KeyboardInterrupt:
            self._fail(Stopped(self._order.by).sentence)
            raise
        except Exception:
            self._fail(say("The program made a mistake in this run; its log has it."))
            raise
        return self._access.read(lambda db: pulls.get_run(db, self._run.shop_id, self._run.id))

    def _carry_out(self, place: Path) -> None:
        if self._is_known():
            self._end(RunState.UNCHANGED)
            return
        with closing(Spool(place / "rows")) as spool:
            self._read_and_save(spool)

    def _read_and_save(self, spool: Spool) -> None:
        seen = self._look_through(spool)
        difference = None if self._order.let_through else difference_of(seen.tally)
        if difference is not None:
            difference = self._exact_difference(spool)
        if difference is not None:
            self._hold(seen, difference)
            return
        self._save_all(spool, seen.counts.read)
        self._retire_missing(seen)
        self._ground.told(seen.counts.read, seen.counts.read)
        self._end(RunState.DONE)

    def _save_all(self, spool: Spool, total: int) -> None:
        """Rows are taken apart before their write begins, which keeps it short."""
        new_from = self._access.read(next_item_id)
        with closing(spool.batches()) as batches:
            for batch in batches:
                self._go_on(self._saved, total)
                self._saved += self._save(parsed(batch), new_from).read

    def _save(self, ready: Parsed, new_from: int) -> Counts:
        now = self._ground.clock.now()
        return self._access.write(lambda tx: save_batch(tx, self._run, ready, now, new_from=new_from))

    def _is_known(self) -> bool:
        """Whether the last run of this source read the very same file in the same way."""
        if self._order.even_if_unchanged or self._order.let_through:
            return False
        last = self._access.read(lambda db: pulls.last_saved(db, self._run.shop_id, self._run.setup.path))
        return last is not None and last.fingerprint == self._copied.fingerprint

    def _look_through(self, spool: Spool) -> FileSeen:
        """The whole file is read before any of it is saved: a fault at its end must not leave half of it."""
        shop = self._access.read(lambda db: shops.get_shop(db, self._run.shop_id))
        weigher = Weigher(shop, keeps=self._run.setup.missing_inactive)
        for batch in read_batches(self._copied.path, self._run.setup):
            spool.add(batch)
            weigher.see(batch)
            if not self._order.let_through:
                self._access.read(lambda db, batch=batch: weigher.take(db, batch))  # type: ignore[misc]
            self._go_on(weigher.counts.read, None)
        if not self._order.let_through:
            weigh(self._access, shop, weigher, self._run.setup)
        return weigher

    def _exact_difference(self, spool: Spool) -> Difference | None:
        """Rows that will be rejected change nothing: what seems too much is looked at as it would be saved."""
        shop = self._access.read(lambda db: shops.get_shop(db, self._run.shop_id))
        look = Look(shop)
        with closing(spool.batches()) as batches:
            for batch in batches:
                self._access.read(lambda db, batch=batch: look.take(db, batch))  # type: ignore[misc]
                self._go_on(look.counts.read, None)
        weigh(self._access, shop, look, self._run.setup)
        return difference_of(look.tally)

    def _retire_missing(self, seen: FileSeen) -> None:
        if not self._run.setup.missing_inactive:
            return
        if seen.unnamed:
            note = [RunRow(0, None, DOUBTFUL, rejected=False)]
            self._access.write(lambda tx: self._note(tx, note))
            return
        for missing in self._missing(seen):
            self._go_on(seen.counts.read, seen.counts.read)
            self._access.write(
                lambda tx, ids=missing: make_inactive(  # type: ignore[misc]
                    tx, self._run, ids, self._ground.clock.now()
                )
            )

    def _note(self, tx: Tx, rows: list[RunRow]) -> None:
        pull_rows.add_rows(tx, self._run.id, rows)
        pulls.count_rows(tx, self._run.id, Counts(noted=len(rows)), undoable=False)

    def _missing(self, seen: FileSeen) -> Iterator[list[int]]:
        """Items that are active and not in the file, some at a time."""
        after = ""
        while page := self._access.read(lambda db, start=after: survey_page(db, self._run.shop_id, start)):  # type: ignore[misc]
            after = page[-1].folded
            missing = [item.id for item in page if item.active and not seen.has(item.folded)]
            for first in range(0, len(missing), _INACTIVE_AT_ONCE):
                yield missing[first : first + _INACTIVE_AT_ONCE]

    def _hold(self, seen: FileSeen, difference: Difference) -> None:
        counts = Counts(read=seen.counts.read)
        self._access.write(lambda tx: pulls.count_rows(tx, self._run.id, counts, undoable=False))
        self._end(RunState.HELD, held=difference)

    def _go_on(self, done: int, total: int | None) -> None:
        self._ground.told(done, total)
        if self._ground.stopped():
            raise Stopped(self._order.by)

    def _fail(self, fault: Sentence) -> None:
        if self._saved == 1:
            fault = joined((fault, say("1 row was worked through before that.")), " ")
        elif self._saved:
            fault = joined((fault, say("{n:,} rows were worked through before that.", n=self._saved)), " ")
        self._end(RunState.FAILED, fault=fault)

    def _end(self, state: RunState, *, fault: Sentence | None = None, held: Difference | None = None) -> None:
        took = millis_since(self._ground.clock, self._began)
        # What was not read through is not known: the next run must read it.
        known = None if state is RunState.FAILED else self._copied.fingerprint
        self._access.write(
            lambda tx: pulls.end_run(
                tx, self._run.id, state, duration_ms=took, fingerprint=known, fault=fault, held=held
            )
        )
