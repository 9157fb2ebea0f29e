"""The undo log: what items held before a run changed them, stored while the run can be taken back.

What one write of a run replaced lies together, and is put back together: the last write first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from service.domain.times import Millis
from service.store import pulls
from service.store.call_log.body_compression import pack_body, unpack_body
from service.store.engine.transaction import ReadTx, Tx

_MOST_BYTES = 1024 * 1024 * 1024


class PreviousValues(Struct, frozen=True, array_like=True, gc=False):
    """One item: by field and by branch id what was held and what the write left;
    None is a level that was not there.

    `created` is an item that the write made; nothing of it was held. `left_at` is its time of
    change as the write left it, `was_at` the time before, where an earlier write of the same run
    made the item.
    """

    item_id: int
    created: bool
    left_at: Millis
    fields: dict[str, tuple[Any, Any]] = {}
    levels: dict[int, tuple[int | None, int]] = {}
    was_at: Millis | None = None


class UndoBatch(NamedTuple):
    """What one write replaced."""

    id: int
    befores: list[PreviousValues]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[PreviousValues]).decode


def add_undo_batch(tx: Tx, run_id: int, befores: Sequence[PreviousValues]) -> None:
    """Keeps what a write replaced."""
    if befores:
        tx.insert("INSERT INTO pull_befores (run_id, befores) VALUES (?, ?)", (run_id, pack_body(_encode(befores))))


def find_last_batch(db: ReadTx, run_id: int) -> UndoBatch | None:
    """What the last write of a run replaced that is not put back yet."""
    row = db.one("SELECT id, befores FROM pull_befores WHERE run_id = ? ORDER BY id DESC LIMIT 1", (run_id,))
    return None if row is None else UndoBatch(row[0], _decode(unpack_body(row[1], _MOST_BYTES)))


def drop_batch(tx: Tx, kept: UndoBatch) -> None:
    """It is put back."""
    tx.update("DELETE FROM pull_befores WHERE id = ?", (kept.id,))


def drop_old_batches(tx: Tx, shop_id: int, limit: int) -> int:
    """Drops some batches of a run that is too old or taken back; returns how many.

    A run is marked before anything of it goes, so that none is ever taken back by halves.
    """
    tx.many(
        "UPDATE pull_runs SET undoable = 0 WHERE id = ?", [(run_id,) for run_id in pulls.runs_past_undo(tx, shop_id)]
    )
    run_id = tx.scalar(
        "SELECT id FROM pull_runs WHERE shop_id = ? AND undoable = 0 "
        "AND EXISTS (SELECT 1 FROM pull_befores WHERE run_id = pull_runs.id) LIMIT 1",
        (shop_id,),
    )
    return tx.update(
        "DELETE FROM pull_befores WHERE id IN (SELECT id FROM pull_befores WHERE run_id = ? ORDER BY id LIMIT ?)",
        (run_id, limit),
    )
