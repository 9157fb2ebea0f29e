"""Undoes a run: puts back what it changed, except for what somebody else changed since.

Field by field and branch by branch, a value is put back if it still is as the run left it. What a
later upload, pull, sale, count or edit changed stays, and so does stock that open orders hold; the
report names each such item. An item that the run created is removed if nothing happened to it since
and no order names it.
"""

from __future__ import annotations

from typing import Any

from service.domain.actors import parse_author
from service.domain.audit.audit_entry import OwnerAction
from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.stock import Cause
from service.domain.changes import ChangeKind
from service.domain.errors import Refused
from service.domain.pull.pulls import Run, RunRow
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence, encode_sentence, join_sentences, message
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.pull.access import lock_shop
from service.pull.context import PullContext
from service.store import item_bulk_edits, pull_rows, pulls, shops, stock_levels, undo_log
from service.store.audit.audit_log import record_action
from service.store.engine.transaction import Tx
from service.store.undo_log import PreviousValues
from service.usecases.hold_short import hold_arrived


def undo_pull(context: PullContext, shop_id: int, run_id: int, by: str) -> Run:
    """Undoes a run in short writes, in the caller's thread; returns the recorded run.

    Raises NotFound, Refused (`read_only`, `not_undoable`, `pull_running`). An interrupted undo
    continues when it is called again.
    """
    access = context.access
    with lock_shop(access.folder, shop_id):
        run = access.read(lambda db: pulls.get_run(db, shop_id, run_id))
        if not run.can_undo:
            raise Refused(
                "not_undoable", message("Run {run_id} cannot be taken back. {why}", run_id=run_id, why=_why_not(run))
            )
        done, total = 0, run.counts.created + run.counts.updated + run.counts.inactive
        while step := access.write(lambda tx: _undo_step(tx, shop_id, run, by, context.clock.now())):
            done += step
            context.on_progress(min(done, total), total)
        access.write(lambda tx: _conclude(tx, run, shop_id, by))
        return access.read(lambda db: pulls.get_run(db, shop_id, run_id))


def _why_not(run: Run) -> Sentence:
    if run.state == "undone":
        return message("It is taken back already.")
    return message("It changed nothing, or seven later runs did.") if run.counts.saved else message("It saved nothing.")


def _undo_step(tx: Tx, shop_id: int, run: Run, by: str, now: Millis) -> int:
    """Restores some items and deletes their previous values; returns how many."""
    shop = shops.get_shop(tx, shop_id)
    check_writable(shop)
    batch = undo_log.find_last_batch(tx, run.id)
    if batch is None:
        return 0
    _Undo(tx, shop, run, batch.befores, by, now).put_back()
    undo_log.drop_batch(tx, batch)
    return len(batch.befores)


def _conclude(tx: Tx, run: Run, shop_id: int, by: str) -> None:
    left = pull_rows.count_left(tx, run.id)
    note = message("{n:,} items were changed since, and what was changed of them stays.", n=left) if left else None
    pulls.mark_undone(tx, run.id, note)
    shop = shops.get_shop(tx, shop_id)
    record_action(tx, OwnerAction.RUN_UNDONE, str(run.id), shop=shop, left=str(left), by=parse_author(by).name)


class _Undo:
    """Restores some items of a run together."""

    def __init__(self, tx: Tx, shop: Shop, run: Run, befores: list[PreviousValues], by: str, now: Millis) -> None:
        self._tx = tx
        self._shop = shop
        self._run = run
        self._previous_values = befores
        self._by = by
        self._now = now
        ids = [before.item_id for before in befores]
        self._held = item_bulk_edits.read_items_by_id(tx, ids)
        self._levels = stock_levels.find_levels(tx, ids)
        self._ordered = item_bulk_edits.find_ordered_items(tx, [before.item_id for before in befores if before.created])
        self._branches = {branch.id: branch.name for branch in shops.list_branches(tx, shop.id)}
        self._moved: list[stock_levels.StockChange] = []
        self._left: list[RunRow] = []

    def put_back(self) -> None:
        gone = [before.item_id for before in self._previous_values if before.created and self._may_go(before)]
        item_bulk_edits.remove_items(self._tx, self._shop.id, gone)
        for before in self._previous_values:
            if not before.created and before.item_id in self._held:
                self._restore(before)
        hold_arrived(self._tx, self._shop.id, {move[0] for move in self._moved}, self._now)
        note = encode_sentence(message("Pull {run_id} taken back", run_id=self._run.id))
        stock_levels.write_ledger(self._tx, self._moved, at=self._now, cause=Cause.PULL, by=self._by, note=note)
        pull_rows.add_rows(self._tx, self._run.id, self._left)

    def _may_go(self, before: PreviousValues) -> bool:
        """Whether an item that the run created is unchanged since; adds a report
        row if it is not.
        """
        held = self._held.get(before.item_id)
        if held is None:
            return False
        if held[0] == before.left_at and before.item_id not in self._ordered:
            return True
        ordered = before.item_id in self._ordered
        self._leave(
            before,
            message("The new item stays: an order names it.")
            if ordered
            else message("The new item stays: it was changed since."),
        )
        return False

    def _restore(self, before: PreviousValues) -> None:
        values, others = self._fields_to_restore(before)
        moved = [self._move(before.item_id, branch, *level) for branch, level in before.levels.items()]
        others += [fault for fault in moved if fault]
        if values or None in moved:
            at = self._now if others or before.was_at is None else before.was_at
            item_bulk_edits.set_fields(self._tx, self._shop.id, before.item_id, values, at)
        if others:
            self._leave(before, message("Changed since, and stays: {what}.", what=join_sentences(others, ", ")))

    def _fields_to_restore(self, before: PreviousValues) -> tuple[dict[str, Any], list[Sentence]]:
        """The values to set, and the names of fields that are no longer as the run left them."""
        held = dict(zip(FIELDS, self._held[before.item_id][1], strict=True))
        values = {name: was for name, (was, left) in before.fields.items() if held[name] == left}
        return values, [message("{field}", field=name) for name in before.fields if name not in values]

    def _move(self, item_id: int, branch_id: int, was: int | None, left: int) -> Sentence | None:
        """Restores a level; returns the reason if it cannot."""
        name = message("quantity at {branch}", branch=self._branches[branch_id])
        quantity, reserved = self._levels.get((item_id, branch_id), (0, 0))
        target = was or 0
        if quantity != left:
            return name
        if target < reserved:
            return message("{name} (open orders hold {reserved})", name=name, reserved=format_quantity(reserved))
        stock_levels.set_quantities(self._tx, [(item_id, branch_id, target)])
        self._moved.append((item_id, branch_id, target - left, target))
        return None

    def _leave(self, before: PreviousValues, text: Sentence) -> None:
        sku = self._held[before.item_id][1][FIELDS.index("sku")]
        self._left.append(RunRow(pull_rows.LEFT, sku, text, rejected=False))
        self._tx.mark_changed(ChangeKind.PULLS)
