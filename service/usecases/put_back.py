"""Values are put back as they were before an upload or a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.domain.actors import parse_author
from service.domain.audit import OwnerAction
from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.history import QUANTITY, CauseKind, LeftItem, UploadUndo, ValueChange, WriteCause
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence, encode_sentence, join_sentences, message
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import item_bulk_edits, shops, stock_levels
from service.store.audit_log import record_action
from service.store.call_log.calls import find_call
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.item_writes import record_write
from service.store.history.previous_values import PreviousValues, mark_undone, read_previous_values
from service.store.history.write_lists import WriteRange, find_call_write
from service.usecases.move_stock import hold_arrived

_SKU = FIELDS.index("sku")


@dataclass(frozen=True, slots=True)
class _Restore:
    """What one item gets back: fields, and stock changes."""

    before: PreviousValues
    values: dict[str, Any]
    moves: tuple[stock_levels.StockChange, ...]


class PutBack:
    """Plans from what is stored now what goes back (`restores`, `removed`) and what stays (`left`);
    `apply` writes it in the same transaction.
    """

    def __init__(self, db: ReadTx, shop: Shop, previous_values: Sequence[PreviousValues]) -> None:
        self._shop = shop
        ids = [before.item_id for before in previous_values]
        self._held = item_bulk_edits.read_items_by_id(db, ids)
        self._levels = stock_levels.find_levels(db, ids)
        created = [before.item_id for before in previous_values if before.created]
        self._ordered = item_bulk_edits.find_ordered_items(db, created)
        self._detailed = item_bulk_edits.find_detailed_items(db, created)
        self._branches = {branch.id: branch.name for branch in shops.list_branches(db, shop.id)}
        self.left: list[LeftItem] = []
        held = [before for before in previous_values if before.item_id in self._held]
        self.removed = [before.item_id for before in held if before.created and self._may_go(before)]
        plans = [self._plan(before) for before in held if not before.created]
        self._restores = [plan for plan in plans if plan.values or plan.moves or plan.before.new_levels]

    @property
    def restored(self) -> int:
        """Items that get values back."""
        return len(self._restores)

    @property
    def removed_skus(self) -> list[str]:
        """Items that go, as the write created them."""
        return [self._get_sku(item_id) for item_id in self.removed]

    def list_changes(self) -> list[tuple[str, tuple[ValueChange, ...]]]:
        """By SKU, what goes back: the values now, and those after it."""
        return [
            (self._get_sku(plan.before.item_id), (*self._list_fields(plan), *self._list_moves(plan)))
            for plan in self._restores
        ]

    def apply(self, tx: Tx, cause: Cause, note: Sentence, *, by: str, now: Millis) -> None:
        """Writes the plan; the ledger has `cause` and `note`."""
        item_bulk_edits.remove_items(tx, self._shop.id, self.removed)
        moves = [move for plan in self._restores for move in plan.moves]
        for plan in self._restores:
            item_bulk_edits.set_fields(tx, self._shop.id, plan.before.item_id, plan.values, now)
        if moves:
            stock_levels.set_quantities(tx, [(item_id, branch, target) for item_id, branch, _, target in moves])
        hold_arrived(tx, self._shop.id, {move[0] for move in moves}, now)
        stock_levels.write_ledger(tx, self._shop.id, moves, at=now, cause=cause, by=by, note=encode_sentence(note))
        new = [(plan.before.item_id, branch) for plan in self._restores for branch in plan.before.new_levels]
        if new:
            stock_levels.remove_levels(tx, new)

    def _may_go(self, before: PreviousValues) -> bool:
        if self._held[before.item_id][0] == before.left_at and before.item_id not in self._ordered | self._detailed:
            return True
        why = (
            message("The new item stays: an order names it.")
            if before.item_id in self._ordered
            else message("The new item stays: it was changed since.")
        )
        self.left.append(LeftItem(self._get_sku(before.item_id), why))
        return False

    def _plan(self, before: PreviousValues) -> _Restore:
        held = dict(zip(FIELDS, self._held[before.item_id][1], strict=True))
        values = {name: was for name, (was, left) in before.fields.items() if held[name] == left}
        others = [message("{field}", field=name) for name in before.fields if name not in values]
        moves: list[stock_levels.StockChange] = []
        for branch_id, (was, left) in before.levels.items():
            fault = self._find_fault(before.item_id, branch_id, was, left)
            if fault is not None:
                others.append(fault)
            else:
                moves.append((before.item_id, branch_id, was - left, was))
        if others:
            why = message("Changed since, and stays: {what}.", what=join_sentences(others, ", "))
            self.left.append(LeftItem(self._get_sku(before.item_id), why))
        return _Restore(before, values, tuple(moves))

    def _find_fault(self, item_id: int, branch_id: int, target: int, left: int) -> Sentence | None:
        """The reason why a level stays, if it does."""
        name = message("quantity at {branch}", branch=self._branches[branch_id])
        quantity, reserved = self._levels.get((item_id, branch_id), (0, 0))
        if quantity != left:
            return name
        if target < reserved:
            return message("{name} (open orders hold {reserved})", name=name, reserved=format_quantity(reserved))
        return None

    def _get_sku(self, item_id: int) -> str:
        return str(self._held[item_id][1][_SKU])

    @staticmethod
    def _list_fields(plan: _Restore) -> list[ValueChange]:
        return [ValueChange(name, plan.before.fields[name][1], was) for name, was in plan.values.items()]

    def _list_moves(self, plan: _Restore) -> list[ValueChange]:
        return [
            ValueChange(QUANTITY, target - change, target, self._branches[branch])
            for _, branch, change, target in plan.moves
        ]


def plan_upload_undo(db: ReadTx, shop: Shop, call_id: int) -> UploadUndo:
    """What the undo would do now. Raises NotFound and Refused."""
    return _describe(call_id, _plan(db, shop, _find_upload(db, shop, call_id)))


def undo_upload(tx: Tx, shop: Shop, call_id: int, *, by: str, now: Millis) -> UploadUndo:
    """Undoes an upload in one write; returns what it did. Raises NotFound, Refused."""
    check_writable(shop)
    span = _find_upload(tx, shop, call_id)
    plan = _plan(tx, shop, span)
    undo = _describe(call_id, plan)
    if not undo.does_something:
        raise Refused.saying(
            "all_changed_since", "Everything that call {id} wrote was changed since, and stays.", id=call_id
        )
    cause = WriteCause(CauseKind.UPLOAD_UNDO, span.write.id)
    with record_write(tx, shop.id, cause, by=by, now=now, even_if_empty=True) as record:
        plan.apply(tx, Cause.UPLOAD, message("Upload {call_id} undone", call_id=call_id), by=by, now=now)
    if record.id is not None:
        mark_undone(tx, span.write.id, record.id)
    counts = {"restored": str(len(undo.changes)), "removed": str(len(undo.removed)), "left": str(len(undo.left))}
    record_action(tx, OwnerAction.UPLOAD_UNDONE, str(call_id), shop=shop, **counts, by=parse_author(by).name)
    return undo


def _find_upload(db: ReadTx, shop: Shop, call_id: int) -> WriteRange:
    calls = find_call(db, shop.id, str(call_id), sees_unknown=False)
    if not calls:
        raise NotFound.saying("There is no call {id} in this shop's log.", id=call_id)
    span = find_call_write(db, shop.id, call_id, calls[0].at)
    if span is None:
        raise Refused.saying(
            "nothing_to_undo", "Call {id} changed no item, or what it changed is no longer stored.", id=call_id
        )
    if span.write.undone_by is not None:
        raise Refused.saying("already_undone", "Call {id} is undone already.", id=call_id)
    return span


def _plan(db: ReadTx, shop: Shop, span: WriteRange) -> PutBack:
    return PutBack(db, shop, read_previous_values(db, span))


def _describe(call_id: int, plan: PutBack) -> UploadUndo:
    return UploadUndo(call_id, tuple(plan.list_changes()), tuple(plan.removed_skus), tuple(plan.left))
