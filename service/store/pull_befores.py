"""What items held before a run changed them, kept until it is too old to be taken back (issue 5 point 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from service.domain.times import Millis
from service.store import pulls
from service.store.transaction import Reading, Tx

_encode = msgspec.json.Encoder().encode
_decode_fields = msgspec.json.Decoder(dict[str, tuple[Any, Any]]).decode
_decode_levels = msgspec.json.Decoder(dict[int, tuple[int | None, int]]).decode


@dataclass(slots=True)
class Before:
    """One item: by field and by branch id what was held and what the run left; None is a level that was not there.

    `created` is an item that the run made; nothing of it was held. `left_at` is its time of change as the run left it.
    """

    item_id: int
    created: bool
    left_at: Millis
    fields: dict[str, tuple[Any, Any]]
    levels: dict[int, tuple[int | None, int]]

    def then(self, later: Before) -> Before:
        """One with a later change of the same run: first held, last left."""
        fields, levels = dict(self.fields), dict(self.levels)
        for field, (was, left) in later.fields.items():
            fields[field] = (fields.get(field, (was, left))[0], left)
        for branch, (level, after) in later.levels.items():
            levels[branch] = (levels.get(branch, (level, after))[0], after)
        return Before(self.item_id, self.created, later.left_at, {} if self.created else fields, levels)


def keep_befores(tx: Tx, run_id: int, befores: Sequence[Before]) -> None:
    """Keeps what items held; of one that the run has changed before, what it held first."""
    earlier = find_befores(tx, run_id, [before.item_id for before in befores])
    tx.many(
        "INSERT OR REPLACE INTO pull_befores (run_id, item_id, created, left_at, fields, levels) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (_row(run_id, earlier[b.item_id].then(b) if b.item_id in earlier else b) for b in befores),
    )


def _row(run_id: int, before: Before) -> tuple[Any, ...]:
    fields = "{}" if not before.fields else _encode(before.fields).decode()
    return run_id, before.item_id, before.created, before.left_at, fields, _encode(before.levels).decode()


def _befores(rows: Iterable[Any]) -> list[Before]:
    return [Before(row[0], bool(row[1]), row[2], _decode_fields(row[3]), _decode_levels(row[4])) for row in rows]


def find_befores(db: Reading, run_id: int, item_ids: Sequence[int]) -> dict[int, Before]:
    """By item, what is kept of those asked for."""
    rows = db.all(
        "SELECT item_id, created, left_at, fields, levels FROM json_each(?1) AS asked "
        "CROSS JOIN pull_befores ON run_id = ?2 AND item_id = asked.value",
        (_encode(item_ids).decode(), run_id),
    )
    return {before.item_id: before for before in _befores(rows)}


def first_befores(db: Reading, run_id: int, limit: int) -> list[Before]:
    """The first that are left of a run."""
    rows = db.all(
        "SELECT item_id, created, left_at, fields, levels FROM pull_befores WHERE run_id = ? ORDER BY item_id LIMIT ?",
        (run_id, limit),
    )
    return _befores(rows)


def drop_befores(tx: Tx, run_id: int, item_ids: Sequence[int]) -> None:
    """They are put back."""
    tx.many("DELETE FROM pull_befores WHERE run_id = ? AND item_id = ?", [(run_id, item) for item in item_ids])


def drop_old_befores(tx: Tx, shop_id: int, limit: int) -> int:
    """Drops some of what is kept of a run that is too old or taken back; gives how many.

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
        "DELETE FROM pull_befores WHERE run_id = ?1 AND item_id IN "
        "(SELECT item_id FROM pull_befores WHERE run_id = ?1 ORDER BY item_id LIMIT ?2)",
        (run_id, limit),
    )
