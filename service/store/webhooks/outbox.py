"""Deliveries as the dispatcher uses them: claimed, released, and their attempts recorded."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from service.domain.changes import ChangeKind
from service.domain.redaction import redact
from service.domain.sentences import Sentence, encode_sentence, message
from service.domain.times import Millis
from service.domain.webhooks.events import ClaimedDelivery, DeliveryState, EventKind
from service.domain.webhooks.retries import MAX_DUE_AHEAD, NextStep, Outcome, TargetHealth, find_catch_up_start
from service.store.engine.dialect import INT_LIST, encode_list, with_index
from service.store.engine.transaction import ReadTx, Tx

TARGET_REMOVED = message("The target was removed")

_SENDABLE = (
    "SELECT targets.id, shop_id FROM targets JOIN shops ON shops.id = targets.shop_id "
    "WHERE targets.is_on = 1 AND targets.removed_at IS NULL AND shops.webhooks = 1"
)
# SQLite would rather use the index of all states, and then read every delivery that waits for the
# other kind of attempt.
_FIRST_ATTEMPTS = f"{with_index('deliveries', 'deliveries_first')}"
_RETRIES = f"{with_index('deliveries', 'deliveries_again')}"
_ORDER = f"CASE WHEN events.kind IN ('{EventKind.ORDER_PLACED}', '{EventKind.ORDER_STATUS}') THEN events.subject END"
"""The reference of the order that an event is about."""


@dataclass(frozen=True, slots=True)
class DueDeliveries:
    """What is due by position, when the next attempt will be, and the shop of each target."""

    seqs: tuple[int, ...]
    next_due: Millis | None
    shops: dict[int, int]


@dataclass(frozen=True, slots=True)
class SendingRow:
    """A delivery that is being sent; `attempts` counts the used ones."""

    delivery_id: str
    target_id: int
    attempts: int
    next_attempt_at: Millis


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One attempt to store, with the step that follows. `sentence` tells the owner its result."""

    delivery_id: str
    target_id: int
    at: Millis
    ended_at: Millis
    outcome: Outcome
    status: int | None
    fault: str | None
    sentence: Sentence
    duration_ms: int
    answer: bytes = field(repr=False)
    step: NextStep


def find_due(db: ReadTx, now: Millis, capacity: Mapping[int, int], default_capacity: int) -> DueDeliveries:
    """What may be sent now, up to `capacity[target]` of a target and `default_capacity` of others.
    A delivery without an attempt is always due: its time is when it was written, whatever the clock
    says now.
    """
    seqs: list[int] = []
    later: list[Millis] = []
    shops: dict[int, int] = {}
    for target_id, shop_id in db.all(_SENDABLE):
        space = capacity.get(target_id, default_capacity)
        if space <= 0:
            continue
        due = _share_capacity(
            _find_first_attempts(db, target_id, space), _find_retries(db, target_id, now, space), space
        )
        if due:
            seqs += due
            shops[target_id] = shop_id
        if (moment := _find_next_due(db, target_id, now)) is not None:
            later.append(moment)
    return DueDeliveries(tuple(seqs), min(later, default=None), shops)


def _find_first_attempts(db: ReadTx, target_id: int, space: int) -> list[int]:
    return db.column(
        f"SELECT seq FROM {_FIRST_ATTEMPTS} WHERE target_id = ? AND state = 'waiting' AND attempts = 0 "
        "ORDER BY seq LIMIT ?",
        (target_id, space),
    )


def _find_retries(db: ReadTx, target_id: int, now: Millis, space: int) -> list[int]:
    """Deliveries whose time has come, or is so far ahead that the clock was set back since."""
    seqs: list[int] = []
    for bound, moment in (("<=", now), (">", now + MAX_DUE_AHEAD)):
        seqs += db.column(
            f"SELECT seq FROM {_RETRIES} WHERE target_id = ? AND state = 'waiting' AND attempts > 0 "
            f"AND next_attempt_at {bound} ? ORDER BY next_attempt_at LIMIT ?",
            (target_id, moment, space - len(seqs)),
        )
    return seqs


def _find_next_due(db: ReadTx, target_id: int, now: Millis) -> Millis | None:
    moment: Millis | None = db.scalar(
        f"SELECT min(next_attempt_at) FROM {_RETRIES} WHERE target_id = ? AND state = 'waiting' AND attempts > 0 "
        "AND next_attempt_at > ? AND next_attempt_at <= ?",
        (target_id, now, now + MAX_DUE_AHEAD),
    )
    return moment


def _share_capacity(first: list[int], again: list[int], space: int) -> list[int]:
    """Half each for first and later attempts, where both want more."""
    for_again = min(len(again), max((space + 1) // 2, space - len(first)))
    return first[: space - for_again] + again[:for_again]


def claim_deliveries(tx: Tx, due: DueDeliveries) -> list[ClaimedDelivery]:
    """Marks deliveries as being sent and returns them in the given order."""
    seqs_json = encode_list(due.seqs)
    tx.update(f"UPDATE deliveries SET state = 'sending' WHERE seq IN (SELECT value FROM {INT_LIST})", (seqs_json,))
    claimed = tx.all_as(
        ClaimedDelivery,
        "SELECT deliveries.id, targets.id, targets.url, targets.secret_name, targets.next_secret_name, events.kind, "
        f"events.body, deliveries.attempts, {_ORDER}, targets.failures FROM {INT_LIST} AS asked "
        "CROSS JOIN deliveries ON deliveries.seq = asked.value CROSS JOIN events ON events.seq = deliveries.event_seq "
        "CROSS JOIN targets ON targets.id = deliveries.target_id ORDER BY asked.key",
        (seqs_json,),
    )
    if claimed:
        tx.mark_changed(ChangeKind.DELIVERIES)
    return claimed


def filter_sendable(db: ReadTx, target_ids: Collection[int]) -> frozenset[int]:
    """Those targets that are on and not removed, and whose shop's `webhooks` mode is on."""
    return frozenset(db.column(_SENDABLE)) & frozenset(target_ids)


def list_overdue_targets(db: ReadTx, now: Millis) -> tuple[int, ...]:
    """Targets that have something due and may be sent to, longest overdue first."""
    oldest: list[tuple[Millis, int]] = []
    for target_id in db.column(_SENDABLE):
        oldest_due = _find_oldest_due(db, target_id, now)
        if oldest_due is not None:
            oldest.append((oldest_due, target_id))
    return tuple(target_id for _, target_id in sorted(oldest))


def _find_oldest_due(db: ReadTx, target_id: int, now: Millis) -> Millis | None:
    """Since when a target's most overdue delivery is due, as far as the indexes show."""
    first = db.scalar(
        f"SELECT next_attempt_at FROM {_FIRST_ATTEMPTS} WHERE target_id = ? AND state = 'waiting' AND attempts = 0 "
        "ORDER BY seq LIMIT 1",
        (target_id,),
    )
    again = db.scalar(
        f"SELECT next_attempt_at FROM {_RETRIES} WHERE target_id = ? AND state = 'waiting' AND attempts > 0 "
        "AND (next_attempt_at <= ? OR next_attempt_at > ?) ORDER BY next_attempt_at LIMIT 1",
        (target_id, now, now + MAX_DUE_AHEAD),
    )
    return min((moment for moment in (first, again) if moment is not None), default=None)


def list_sending(db: ReadTx) -> list[SendingRow]:
    """Oldest first: after a start, the deliveries of an earlier process."""
    # SQLite would rather read every delivery in order than sort the few.
    return db.all_as(
        SendingRow,
        f"SELECT id, target_id, attempts, next_attempt_at FROM {with_index('deliveries', 'deliveries_sending')} "
        "WHERE state = 'sending' ORDER BY seq",
    )


def release_claims(tx: Tx, delivery_ids: Collection[str]) -> None:
    """Sets `sending` back to `waiting`; deliveries of a target that was removed meanwhile end."""
    for delivery_id in delivery_ids:
        released_of = tx.scalar(
            "UPDATE deliveries SET state = 'waiting' WHERE id = ? AND state = 'sending' RETURNING target_id",
            (delivery_id,),
        )
        if released_of is not None:
            tx.mark_changed(ChangeKind.DELIVERIES)
            _skip_if_removed(tx, released_of)


def record_attempts(tx: Tx, rows: Sequence[AttemptRow]) -> None:
    """Stores attempts in their order, the deliveries' steps, the targets' health, catching up."""
    caught_up: set[int] = set()
    for row in rows:
        if row.step.state is DeliveryState.FAILED:
            caught_up.discard(row.target_id)
        if _insert_attempt(tx, row):
            _update_health(tx, row, caught_up)


def _insert_attempt(tx: Tx, row: AttemptRow) -> bool:
    """Returns False where the delivery no longer exists; then nothing is stored."""
    updated = tx.one("UPDATE deliveries SET tries = tries + 1 WHERE id = ? RETURNING seq, tries", (row.delivery_id,))
    if updated is None:
        return False
    seq, number = updated
    tx.insert(
        "INSERT INTO attempts (delivery_seq, number, at, status, fault, duration_ms, answer) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (seq, number, row.at, row.status, row.fault, row.duration_ms, redact(row.answer)),
    )
    _apply_step(tx, seq, row.step, row.ended_at, row.sentence)
    return True


def apply_step_only(tx: Tx, delivery_id: str, step: NextStep, ended_at: Millis, note: Sentence) -> None:
    """Stores a delivery's step alone, for an attempt that cannot be stored."""
    delivery = tx.one("SELECT seq, target_id FROM deliveries WHERE id = ?", (delivery_id,))
    if delivery is not None:
        seq, target_id = delivery
        _apply_step(tx, seq, step, ended_at, note)
        _skip_if_removed(tx, target_id)


def _apply_step(tx: Tx, seq: int, step: NextStep, ended_at: Millis, note: Sentence) -> None:
    over = None if step.next_attempt_at is not None else ended_at
    tx.update(
        "UPDATE deliveries SET state = ?, attempts = ?, next_attempt_at = ?, finished_at = ?, note = ? "
        "WHERE seq = ? AND state = 'sending'",
        (step.state, step.attempts, step.next_attempt_at, over, encode_sentence(note), seq),
    )
    tx.mark_changed(ChangeKind.DELIVERIES)


def _update_health(tx: Tx, row: AttemptRow, caught_up: set[int]) -> None:
    """`caught_up` are targets without a failure since: looking again is slow, and finds none."""
    failures, trouble_since, catches_up, removed_at = tx.one(
        "SELECT failures, trouble_since, catch_up, removed_at FROM targets WHERE id = ?", (row.target_id,)
    )
    before = TargetHealth(failures, trouble_since)
    after = before.apply_outcome(row.outcome, row.ended_at)
    if after != before:
        tx.update(
            "UPDATE targets SET failures = ?, trouble_since = ? WHERE id = ?",
            (after.failures, after.trouble_since, row.target_id),
        )
        tx.mark_changed(ChangeKind.TARGETS)
    if removed_at is not None:
        _skip_if_removed(tx, row.target_id)
        return
    since = find_catch_up_start(catches_up=bool(catches_up), outcome=row.outcome, now=row.ended_at)
    if since is not None and row.target_id not in caught_up:
        caught_up.add(row.target_id)
        tx.update(
            "UPDATE deliveries SET state = 'waiting', attempts = 0, next_attempt_at = ?, finished_at = NULL "
            "WHERE target_id = ? AND state = 'failed' AND created_at >= ?",
            (row.ended_at, row.target_id, since),
        )


def skip_waiting(tx: Tx, target_id: int, now: Millis, note: Sentence) -> int:
    """Skips what waits for a target; returns how many."""
    ended = tx.update(
        "UPDATE deliveries SET state = 'skipped', next_attempt_at = NULL, finished_at = ?, note = ? "
        "WHERE target_id = ? AND state = 'waiting'",
        (now, encode_sentence(note), target_id),
    )
    if ended:
        tx.mark_changed(ChangeKind.DELIVERIES)
    return ended


def _skip_if_removed(tx: Tx, target_id: int) -> None:
    removed_at: Millis | None = tx.scalar("SELECT removed_at FROM targets WHERE id = ?", (target_id,))
    if removed_at is not None:
        skip_waiting(tx, target_id, removed_at, TARGET_REMOVED)
