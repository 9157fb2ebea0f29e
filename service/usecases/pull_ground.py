"""What every step of a run stands on, and what is asked of it (issue 5 point 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from service.domain.pulls import PullSetup, Run, RunState
from service.domain.sentences import Sentence, storable
from service.domain.times import Clock
from service.files.mapping import from_json
from service.files.reader import open_upload, source_of
from service.store import pulls
from service.store.transaction import Tx
from service.usecases.pull_access import Access
from service.usecases.pull_spool import Batch, entries

BY_TIME = "time"
"""By whom the nightly run is."""

OnRows = Callable[[int, int | None], None]
"""Told of rows: how many are done, of how many (None while the file is looked through)."""


def _no_rows(_done: int, _total: int | None) -> None:
    return None


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class PullGround:
    """The database, the time, and whoever waits; `stopped` is asked between short pieces of work."""

    access: Access
    clock: Clock
    told: OnRows = _no_rows
    stopped: Callable[[], bool] = _never


@dataclass(frozen=True, slots=True)
class PullOrder:
    """What to run and how.

    `quietly` raises FileAway or Unavailable where there is no file now, in place of keeping a failed run. `held` is
    the run that was held back and is let through now.
    """

    setup: PullSetup
    by: str
    even_if_unchanged: bool = False
    let_through: bool = False
    quietly: bool = False
    held: Run | None = None


def new_run(shop_id: int, order: PullOrder, file: str, clock: Clock) -> Run:
    """A run that begins now, not kept yet."""
    return Run(0, shop_id, clock.now(), RunState.RUNNING, storable(file), order.by, order.setup)


def keep_failed(ground: PullGround, shop_id: int, order: PullOrder, fault: Sentence) -> Run:
    """Keeps a run that never began, with what was in its way."""
    run = new_run(shop_id, order, order.setup.pattern or Path(order.setup.path).name, ground.clock)

    def keep(tx: Tx) -> Run:
        run_id = pulls.add_run(tx, run)
        pulls.end_run(tx, run_id, RunState.FAILED, duration_ms=0, fault=fault)
        return pulls.get_run(tx, shop_id, run_id)

    return ground.access.write(keep)


def read_batches(path: Path, setup: PullSetup) -> Iterator[Batch]:
    """A file's rows as the set-up has them read. Raises FileFault, also on the way."""
    plan = from_json(setup.plan)
    source = source_of(path, plan.choice)
    says_active = plan.mapping.column_of("active") or any(fixed.field == "active" for fixed in plan.mapping.fixed)
    rows = open_upload(path, source, plan.mapping, plan.options)
    return entries(rows, active=setup.missing_inactive and not says_active)


def millis_since(clock: Clock, began: float) -> int:
    """Since a moment of the monotonic clock."""
    return round((clock.monotonic() - began) * 1000)
