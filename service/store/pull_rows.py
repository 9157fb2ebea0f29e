"""The rejected and noted rows of a run."""

from __future__ import annotations

from collections.abc import Sequence

from service.domain.pull.pulls import RunRow
from service.domain.sentences import decode_sentence, encode_sentence
from service.store.engine.transaction import ReadTx, Tx

RUNS_WITH_ROWS = 30
"""Rows are stored for this many runs; counts are stored without a limit."""


LEFT = -1
"""The line number of rows that the undo did not restore."""


def add_rows(tx: Tx, run_id: int, rows: Sequence[RunRow]) -> None:
    """Adds rows after those that the run already has."""
    if not rows:
        return
    last = tx.scalar("SELECT coalesce(max(place), -1) FROM pull_rows WHERE run_id = ?", (run_id,))
    tx.many(
        "INSERT INTO pull_rows (run_id, place, line, sku, text, rejected) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (run_id, last + 1 + place, row.line, row.sku, encode_sentence(row.text), row.rejected)
            for place, row in enumerate(rows)
        ],
    )


def read_rows(
    db: ReadTx, run_id: int, *, after: int = -1, limit: int = 1000, rejected: bool | None = None
) -> list[tuple[int, RunRow]]:
    """Rows with their place, in the file's order, after a place; `rejected` chooses one kind."""
    rows = db.all(
        "SELECT place, line, sku, text, rejected FROM pull_rows WHERE run_id = ?1 AND place > ?2 "
        "AND (?4 IS NULL OR rejected = ?4) ORDER BY place LIMIT ?3",
        (run_id, after, limit, rejected),
    )
    return [(row[0], RunRow(row[1], row[2], decode_sentence(row[3]), bool(row[4]))) for row in rows]


def count_left(db: ReadTx, run_id: int) -> int:
    """How many items the undo could not restore fully."""
    return int(db.scalar("SELECT count(DISTINCT sku) FROM pull_rows WHERE run_id = ? AND line = ?", (run_id, LEFT)))


def drop_old_rows(tx: Tx, shop_id: int, limit: int) -> int:
    """Drops rows of a shop's runs before the last 30, at most `limit`; returns how many."""
    oldest = tx.scalar(
        "SELECT id FROM pull_runs WHERE shop_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?", (shop_id, RUNS_WITH_ROWS)
    )
    run_id = tx.scalar(
        "SELECT id FROM pull_runs WHERE shop_id = ? AND id <= ? "
        "AND EXISTS (SELECT 1 FROM pull_rows WHERE run_id = pull_runs.id) LIMIT 1",
        (shop_id, oldest),
    )
    return tx.update(
        "DELETE FROM pull_rows WHERE run_id = ?1 AND place IN "
        "(SELECT place FROM pull_rows WHERE run_id = ?1 ORDER BY place LIMIT ?2)",
        (run_id, limit),
    )
