"""The pull's set-ups and runs, one set-up per shop."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from service.domain.actors import TIME
from service.domain.changes import ChangeKind
from service.domain.errors import NotFound
from service.domain.pull.hold_back import ConfirmedState
from service.domain.pull.pulls import (
    UNDO_RUNS,
    Counts,
    Difference,
    PullSetup,
    PullSource,
    Run,
    RunRow,
    RunState,
)
from service.domain.sentences import Sentence, decode_sentence, encode_sentence
from service.domain.times import Millis
from service.store.engine.dialect import NO_LIMIT
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

RUNS_WITH_ROWS = 30
"""Rows are stored for this many runs; counts are stored without a limit."""


LEFT = -1
"""The line number of rows that the undo did not restore."""


_SOURCE = (
    "shop_id, path, plan, pattern, missing, secret_name, trust, query, minute, dealt_with, tries, next_try_at, "
    "watch, seen, computer"
)
_RUN = (
    "id, shop_id, at, state, file, actor, path, plan, pattern, missing, NULL, '', '', rows_read, created, updated, "
    "unchanged, rejected, noted, inactive, duration_ms, fingerprint, fault, held, undoable <> 0 AND state <> 'running'"
)
"""Of the set-up without what is needed to fetch the file."""

_encode = msgspec.json.Encoder().encode
_decode_state = msgspec.json.Decoder(ConfirmedState).decode


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
        "SELECT place, line, sku, text, rejected FROM pull_rows WHERE run_id = ? AND place > ? "
        "AND rejected BETWEEN ? AND ? ORDER BY place LIMIT ?",
        (run_id, after, rejected is True, rejected is not False, limit),
    )
    return [(place, RunRow(line, sku, decode_sentence(text), bool(bad))) for place, line, sku, text, bad in rows]


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


class _Held(msgspec.Struct):
    """A stored Difference; its reason as `encode_sentence` gives it."""

    reason: str
    rows_before: int
    rows_now: int
    dropped: int
    zeroed: int
    prices_changed: int


_decode_held = msgspec.json.Decoder(_Held).decode


def _held(text: str) -> Difference:
    held = _decode_held(text)
    fields = (held.rows_before, held.rows_now, held.dropped, held.zeroed, held.prices_changed)
    return Difference(decode_sentence(held.reason), *fields)


_sources = Select(RowReader(PullSource), f"SELECT {_SOURCE} FROM pull_sources")
_runs = Select(RowReader(Run, held=_held), f"SELECT {_RUN} FROM pull_runs")


def find_source(db: ReadTx, shop_id: int) -> PullSource | None:
    """A shop's set-up, if it has one."""
    return _sources.find(db, "WHERE shop_id = ?", (shop_id,))


def list_sources(db: ReadTx) -> list[PullSource]:
    """Every shop's set-up."""
    return _sources.list(db, "ORDER BY shop_id")


def keep_source(tx: Tx, source: PullSource) -> None:
    """Stores the set-up in place of the earlier one."""
    setup = source.setup
    tx.update("DELETE FROM pull_sources WHERE shop_id = ?", (source.shop_id,))
    tx.update(
        f"INSERT INTO pull_sources ({_SOURCE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            source.shop_id, setup.path, setup.plan, setup.pattern, setup.missing.value, setup.access.secret_name,
            setup.access.trust, setup.access.query, source.minute, source.dealt_with, source.tries,
            source.next_try_at, source.watch, source.seen, source.computer,
        ),
    )  # fmt: skip
    tx.mark_changed(ChangeKind.PULLS)


def drop_source(tx: Tx, shop_id: int) -> None:
    """Deletes the set-up; the runs stay."""
    if tx.update("DELETE FROM pull_sources WHERE shop_id = ?", (shop_id,)):
        tx.mark_changed(ChangeKind.PULLS)


def confirm(tx: Tx, shop_id: int, setup: PullSetup) -> None:
    """Records that the owner confirmed how a file is read; another reading forgets the state."""
    tx.update(
        "INSERT INTO pull_confirmed (shop_id, path, reading) VALUES (?1, ?2, ?3) ON CONFLICT (shop_id, path) DO UPDATE "
        "SET state = CASE WHEN pull_confirmed.reading = ?3 THEN pull_confirmed.state ELSE '' END, reading = ?3",
        (shop_id, setup.path, setup.reading),
    )
    tx.mark_changed(ChangeKind.PULLS)


def find_confirmed(db: ReadTx, shop_id: int, setup: PullSetup) -> ConfirmedState | None:
    """What the file was like when the owner confirmed this reading; None if nobody did. Another
    file may be read in the same way, and is compared with none.
    """
    rows = db.all("SELECT path, state FROM pull_confirmed WHERE shop_id = ? AND reading = ?", (shop_id, setup.reading))
    state = next((text for path, text in rows if path == setup.path and text), "")
    return (_decode_state(state) if state else ConfirmedState()) if rows else None


def keep_state(tx: Tx, shop_id: int, setup: PullSetup, state: ConfirmedState) -> None:
    """Records what the file of a confirmed reading is like."""
    tx.update(
        "UPDATE pull_confirmed SET state = ? WHERE shop_id = ? AND path = ? AND reading = ?",
        (_encode(state).decode(), shop_id, setup.path, setup.reading),
    )


def note_night(tx: Tx, shop_id: int, *, dealt_with: Millis, tries: int = 0, next_try_at: Millis | None = None) -> None:
    """Records the progress of the night: over, or to be tried again."""
    tx.update(
        "UPDATE pull_sources SET dealt_with = ?, tries = ?, next_try_at = ? WHERE shop_id = ?",
        (dealt_with, tries, next_try_at, shop_id),
    )


def note_seen(tx: Tx, shop_id: int, seen: str) -> None:
    """Records the state of a watched file that was read."""
    tx.update("UPDATE pull_sources SET seen = ? WHERE shop_id = ?", (seen, shop_id))


def add_run(tx: Tx, run: Run) -> int:
    """Records a run that begins, or one that never began; returns its id."""
    setup = run.setup
    tx.mark_changed(ChangeKind.PULLS)
    return tx.insert(
        "INSERT INTO pull_runs (shop_id, at, state, file, actor, path, plan, pattern, missing, fault) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            run.shop_id, run.at, run.state.value, run.file, run.by, setup.path, setup.plan, setup.pattern,
            setup.missing.value, _stored(run.fault),
        ),
    )  # fmt: skip


def count_rows(tx: Tx, run_id: int, counts: Counts, *, undoable: bool) -> None:
    """Adds to a run's counts."""
    tx.update(
        "UPDATE pull_runs SET rows_read = rows_read + ?, created = created + ?, updated = updated + ?, "
        "unchanged = unchanged + ?, rejected = rejected + ?, noted = noted + ?, inactive = inactive + ?, "
        "undoable = undoable | ? WHERE id = ?",
        (
            counts.read, counts.created, counts.updated, counts.unchanged, counts.rejected, counts.noted,
            counts.inactive, undoable, run_id,
        ),
    )  # fmt: skip


def end_run(
    tx: Tx,
    run_id: int,
    state: RunState,
    *,
    duration_ms: int,
    file: str | None = None,
    fingerprint: str | None = None,
    fault: Sentence | None = None,
    held: Difference | None = None,
) -> None:
    """Records how a run ended; a None leaves the value."""
    tx.update(
        "UPDATE pull_runs SET state = ?, duration_ms = ?, file = coalesce(?, file), "
        "fingerprint = coalesce(?, fingerprint), fault = coalesce(?, fault), held = coalesce(?, held) WHERE id = ?",
        (
            state.value, duration_ms, file, fingerprint, _stored(fault),
            None if held is None else _held_text(held), run_id,
        ),
    )  # fmt: skip
    tx.mark_changed(ChangeKind.PULLS)


def resume_run(tx: Tx, run_id: int, by: str) -> None:
    """Starts a run that waited for approval."""
    tx.update(
        "UPDATE pull_runs SET state = 'running', actor = ?, rows_read = 0, rejected = 0, noted = 0 WHERE id = ?",
        (by, run_id),
    )
    tx.mark_changed(ChangeKind.PULLS)


def mark_undone(tx: Tx, run_id: int, reason: Sentence | None) -> None:
    """Records that its values were put back."""
    tx.update("UPDATE pull_runs SET state = 'undone', undoable = 0, fault = ? WHERE id = ?", (_stored(reason), run_id))
    tx.mark_changed(ChangeKind.PULLS)


def _stored(sentence: Sentence | None) -> str | None:
    return None if sentence is None else encode_sentence(sentence)


def _held_text(held: Difference) -> str:
    fields = (held.rows_before, held.rows_now, held.dropped, held.zeroed, held.prices_changed)
    return _encode(_Held(encode_sentence(held.reason), *fields)).decode()


def get_run(db: ReadTx, shop_id: int, run_id: int) -> Run:
    """Raises NotFound, also where it is another shop's."""
    run = _runs.find(db, "WHERE id = ? AND shop_id = ?", (run_id, shop_id))
    if run is None:
        raise NotFound(f"There is no run {run_id}; `counterpart pull history` shows them.")
    return run


def list_runs(db: ReadTx, shop_id: int, *, before: int | None = None, limit: int = 100) -> list[Run]:
    """Newest first."""
    return _runs.list(db, "WHERE shop_id = ? AND id < ? ORDER BY id DESC LIMIT ?", (shop_id, before or 2**62, limit))


def last_run(db: ReadTx, shop_id: int) -> Run | None:
    return next(iter(list_runs(db, shop_id, limit=1)), None)


def count_same_nights(db: ReadTx, shop_id: int, run_id: int | None = None) -> int:
    """For how many nights in a row the file was the same, up to a run or until now."""
    return int(
        db.scalar(
            "SELECT count(*) FROM pull_runs WHERE shop_id = ?1 AND state = 'unchanged' AND actor = ?3 AND "
            "id <= ?2 AND id > (SELECT coalesce(max(id), 0) FROM pull_runs "
            "WHERE shop_id = ?1 AND state <> 'unchanged' AND id <= ?2)",
            (shop_id, run_id or 2**62, TIME),
        )
    )


def last_saved(db: ReadTx, shop_id: int, path: str) -> Run | None:
    """The newest run of a source that read its file to the end, even if it was undone since."""
    return _runs.find(
        db,
        "WHERE shop_id = ? AND path = ? AND state IN ('done', 'undone') "
        "AND fingerprint IS NOT NULL ORDER BY id DESC LIMIT 1",
        (shop_id, path),
    )


def last_named(db: ReadTx, shop_id: int, file: str) -> Run | None:
    """The newest run that saved a file of this name, wherever it was."""
    return _runs.find(db, "WHERE shop_id = ? AND file = ? AND state = 'done' ORDER BY id DESC LIMIT 1", (shop_id, file))


def running(db: ReadTx, shop_id: int | None = None) -> list[Run]:
    """Runs that are in progress, or were when the program stopped."""
    runs = _runs.list(db, "WHERE state = 'running' ORDER BY id")
    return [run for run in runs if shop_id in (None, run.shop_id)]


def end_old_undos(tx: Tx, shop_id: int) -> None:
    """Ends the undo of runs after which seven newer ones can be undone."""
    tx.update(
        "UPDATE pull_runs SET undoable = 0 WHERE id IN "
        f"(SELECT id FROM pull_runs WHERE shop_id = ? AND undoable = 1 ORDER BY id DESC LIMIT {NO_LIMIT} OFFSET ?)",
        (shop_id, UNDO_RUNS),
    )
