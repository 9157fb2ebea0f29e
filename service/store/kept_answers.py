"""Answers kept for repeated calls, bounded in age and bytes (contract §9.6)."""

from __future__ import annotations

from service.domain.clock_trust import Cutoff
from service.domain.idempotency import KeptAnswer, RepeatableCall
from service.domain.redaction import redact
from service.domain.times import Millis
from service.store.call_log.body_compression import pack_body, unpack_body
from service.store.engine.transaction import ReadTx, Tx

MAX_BYTES = 64 * 1024 * 1024
"""What the answers of one API key may take; beyond it the oldest go first.

120 calls a minute for a day are 172,800 answers of an order action, which take some 45 MB.
"""
_ROW_BYTES = 200
"""What a row takes in addition to its body."""


def find_kept_answer(db: ReadTx, call: RepeatableCall) -> KeptAnswer | None:
    """The answer of a call with the same API key and `Idempotency-Key`, until `drop_old_answers`: a
    clock that is wrong must not do the call twice.
    """
    row = db.one(
        "SELECT fingerprint, at, status, body, waits_for FROM kept_answers WHERE key_id = ? AND digest = ?", call.name
    )
    if row is None:
        return None
    fingerprint, at, status, body, waits_for = row
    return KeptAnswer(fingerprint, at, status, unpack_body(body), waits_for)


def keep_answer(
    tx: Tx, call: RepeatableCall, status: int, body: bytes, now: Millis, *, max_bytes: int = MAX_BYTES
) -> None:
    """Keeps the answer of a call, without what looks like a secret."""
    _write(tx, call, status, None, pack_body(redact(body)) or b"", now, max_bytes)


def keep_wait(tx: Tx, call: RepeatableCall, waits_for: int, now: Millis) -> None:
    """Keeps that a call waits for a queued action, whose outcome will be its answer."""
    _write(tx, call, 0, waits_for, b"", now, MAX_BYTES)


def _write(
    tx: Tx, call: RepeatableCall, status: int, waits_for: int | None, body: bytes, now: Millis, max_bytes: int
) -> None:
    tx.update("DELETE FROM kept_answers WHERE key_id = ? AND digest = ?", call.name)
    until = tx.scalar("SELECT max(bytes_until) FROM kept_answers WHERE key_id = ?", (call.key_id,)) or 0
    until += len(body) + _ROW_BYTES
    tx.insert(
        "INSERT INTO kept_answers (key_id, digest, fingerprint, at, status, waits_for, body, bytes_until) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*call.name, call.fingerprint, now, status, waits_for, body, until),
    )
    tx.update(
        "DELETE FROM kept_answers WHERE key_id = ? AND bytes_until <= ? AND bytes_until < ?",
        (call.key_id, until - max_bytes, until),
    )


def drop_old_answers(tx: Tx, cutoff: Cutoff, limit: int) -> int:
    """Drops up to `limit` answers whose time is over; gives how many it dropped."""
    return tx.update(
        "DELETE FROM kept_answers WHERE id IN (SELECT id FROM kept_answers WHERE at <= ? LIMIT ?)",
        (cutoff.at, limit),
    )
