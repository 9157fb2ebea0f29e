"""Undoes a run: puts back what it changed, except for what somebody else changed since, which the
report names (`usecases.history.put_back`).
"""

from __future__ import annotations

from service.domain.actors import parse_author
from service.domain.audit import OwnerAction
from service.domain.catalogue.stock import Cause
from service.domain.changes import ChangeKind
from service.domain.errors import Refused, Unavailable
from service.domain.history import CauseKind, WriteCause
from service.domain.pull.pulls import Run, RunRow
from service.domain.sentences import Sentence, message
from service.domain.shops import check_writable
from service.domain.times import Millis
from service.pull.context import PullContext, lock_shop, say_done_before
from service.store import pulls, shops
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from service.store.history.item_writes import record_write
from service.store.history.previous_values import mark_undone, read_previous_values
from service.store.history.write_lists import find_last_run_write, has_run_writes
from service.usecases.put_back import PutBack


def undo_pull(context: PullContext, shop_id: int, run_id: int, by: str) -> Run:
    """Undoes a run in short writes, in the caller's thread; returns the recorded run.

    Raises NotFound, Refused (`read_only`, `not_undoable`, `pull_running`). An interrupted undo
    continues when it is called again.
    """
    access = context.access
    with lock_shop(access, shop_id):
        run = access.read(lambda db: pulls.get_run(db, shop_id, run_id))
        if not run.can_undo:
            raise Refused.saying(
                "not_undoable", "Run {run_id} cannot be taken back. {why}", run_id=run_id, why=_why_not(run)
            )
        if not access.read(lambda db: has_run_writes(db, shop_id, run_id)):
            raise Refused.saying("not_undoable", "What run {run_id} replaced is no longer stored.", run_id=run_id)
        done, total = 0, run.counts.created + run.counts.updated + run.counts.inactive
        try:
            while step := access.write(lambda tx: _undo_step(tx, shop_id, run, by, context.clock.now())):
                done += step
                context.on_progress(min(done, total), total)
            access.write(lambda tx: _conclude(tx, run, shop_id, by))
        except Unavailable as error:
            raise Unavailable(say_done_before(error.sentence, done), error.code) from error
        return access.read(lambda db: pulls.get_run(db, shop_id, run_id))


def _why_not(run: Run) -> Sentence:
    if run.state == "undone":
        return message("It is taken back already.")
    return message("It changed nothing, or seven later runs did.") if run.counts.saved else message("It saved nothing.")


def _undo_step(tx: Tx, shop_id: int, run: Run, by: str, now: Millis) -> int:
    """Restores the items of the last write not undone; returns how many, 0 at the end."""
    shop = shops.get_shop(tx, shop_id)
    check_writable(shop)
    span = find_last_run_write(tx, shop_id, run.id)
    if span is None:
        return 0
    plan = PutBack(tx, shop, read_previous_values(tx, span))
    mark_undone(tx, span.write.id, _put_back(tx, plan, run, by, now))
    return span.write.changed + span.write.created


def _put_back(tx: Tx, plan: PutBack, run: Run, by: str, now: Millis) -> int:
    """Writes the plan, and what stays into the run's rows; returns the id of the write."""
    cause = WriteCause(CauseKind.RUN_UNDO, run.id)
    with record_write(tx, run.shop_id, cause, by=by, now=now, even_if_empty=True) as record:
        plan.apply(tx, Cause.PULL, message("Pull {run_id} taken back", run_id=run.id), by=by, now=now)
    if plan.left:
        rows = [RunRow(pulls.LEFT, item.sku, item.why, rejected=False) for item in plan.left]
        pulls.add_rows(tx, run.id, rows)
        tx.mark_changed(ChangeKind.PULLS)
    return record.id or 0


def _conclude(tx: Tx, run: Run, shop_id: int, by: str) -> None:
    left = pulls.count_left(tx, run.id)
    note = message(
        "{n:,} parts were changed since, and what was changed of them stays.",
        one="1 part was changed since, and what was changed of it stays.",
        n=left,
    )
    pulls.mark_undone(tx, run.id, note if left else None)
    shop = shops.get_shop(tx, shop_id)
    record_action(tx, OwnerAction.RUN_UNDONE, str(run.id), shop=shop, left=str(left), by=parse_author(by).name)
