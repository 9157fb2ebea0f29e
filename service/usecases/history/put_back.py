"""Puts back what a run or an upload replaced, except for what somebody else changed since.

Field by field and branch by branch, a value is put back if it still is as the write left it. What a
later upload, pull, sale, count or edit changed stays, and so does stock that open orders hold. An
item that the write created is removed if nothing happened to it since, no order names it, and it
has no picture and no low limit by the owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from service.domain.catalogue.row_types import FIELDS
from service.domain.catalogue.stock import Cause
from service.domain.history.item_history import QUANTITY, ValueChange
from service.domain.history.upload_undo import LeftItem
from service.domain.quantity import format_quantity
from service.domain.sentences import Sentence, encode_sentence, join_sentences, message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import item_bulk_edits, shops, stock_levels
from service.store.engine.transaction import ReadTx, Tx
from service.store.history.previous_values import PreviousValues
from service.usecases.hold_short import hold_arrived

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
        self._restores = [plan for plan in plans if plan.values or plan.moves]

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
        stock_levels.write_ledger(tx, moves, at=now, cause=cause, by=by, note=encode_sentence(note))

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
            fault = self._find_fault(before.item_id, branch_id, was or 0, left)
            if fault is not None:
                others.append(fault)
            else:
                moves.append((before.item_id, branch_id, (was or 0) - left, was or 0))
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
