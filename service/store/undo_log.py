"""The undo log of version 0.1.0: what items had before a run changed them. Runs of later versions
are undone from the history.

What one write of a run replaced is stored together and put back together: the last write first.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from service.domain.times import Millis
from service.store import pulls
from service.store.call_log.body_compression import unpack_body
from service.store.engine.transaction import ReadTx, Tx

_MOST_BYTES = 1024 * 1024 * 1024


class PreviousValues(Struct, frozen=True, array_like=True, gc=False):
    """One item: by field and by branch id the values before and after the write; None is a level
    that did not exist.

    `created` is an item that the write made, which had no values before. `left_at` is its time of
    change after the write, `was_at` the time before, where an earlier write of the same run made
    the item.
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
    previous_values: list[PreviousValues]


_decode = msgspec.msgpack.Decoder(list[PreviousValues]).decode


def find_last_batch(db: ReadTx, run_id: int) -> UndoBatch | None:
    """The values that the last write of a run replaced and that are not put back yet."""
    row = db.one("SELECT id, befores FROM pull_befores WHERE run_id = ? ORDER BY id DESC LIMIT 1", (run_id,))
    return None if row is None else UndoBatch(row[0], _decode(unpack_body(row[1], _MOST_BYTES)))


def drop_batch(tx: Tx, batch: UndoBatch) -> None:
    """Deletes a batch that was put back."""
    tx.update("DELETE FROM pull_befores WHERE id = ?", (batch.id,))


def drop_old_batches(tx: Tx, shop_id: int, limit: int) -> int:
    """Deletes some batches of a run that is too old or was undone; returns how many.

    A run is marked before any of its batches is deleted, so that none is ever undone in part.
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
