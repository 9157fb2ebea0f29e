"""The Outbox port over the store; see delivery_ports for which call writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from service.delivery.attempt_result import AttemptFault, AttemptResult, describe_bug
from service.delivery.bug_reports import LogBugReporter
from service.delivery.delivery_ports import AttemptRecord, ClaimResult
from service.domain.sentences import Sentence, message
from service.domain.times import Millis
from service.domain.webhooks.events import ClaimedDelivery, DeliveryState
from service.domain.webhooks.retries import NextStep, Outcome
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.webhooks import outbox, targets
from service.store.webhooks.outbox import AttemptRow

_INTERRUPTED = AttemptResult(
    None, AttemptFault.INTERRUPTED, message("The program ended during the attempt; sent again"), 0
)


class StoreOutbox:
    """Deliveries as rows of the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def recover_claims(self, now: Millis) -> tuple[int, ...]:
        def work(tx: Tx) -> tuple[int, ...]:
            for row in outbox.list_sending(tx):
                _recover_claim(tx, _make_interrupted_row(row, now))
            return outbox.list_overdue_targets(tx, now)

        return await self._store.write(work)

    async def claim(self, now: Millis, capacity: Mapping[int, int], default_capacity: int) -> ClaimResult:
        def look(db: ReadTx) -> outbox.DueDeliveries:
            return outbox.find_due(db, now, capacity, default_capacity)

        def work(tx: Tx) -> tuple[list[ClaimedDelivery], Millis | None]:
            due = look(tx)
            return outbox.claim_deliveries(tx, due), due.next_due

        seen = await self._store.read(look)
        if not seen.seqs:
            return ClaimResult((), seen.next_due)
        rows, next_due = await self._store.write(work)
        return ClaimResult(tuple(rows), next_due)

    async def record_attempts(self, records: Sequence[AttemptRecord]) -> None:
        rows = [_make_attempt_row(record) for record in records]
        await self._store.write(lambda tx: outbox.record_attempts(tx, rows))

    async def apply_step_only(self, record: AttemptRecord, note: Sentence) -> None:
        await self._store.write(
            lambda tx: outbox.apply_step_only(tx, record.delivery_id, record.step, record.ended_at, note)
        )

    async def release_claims(self, delivery_ids: Collection[str]) -> None:
        await self._store.write(lambda tx: outbox.release_claims(tx, delivery_ids))

    async def set_note(self, target_id: int, reason: Sentence | None) -> None:
        if await self._store.read(lambda db: targets.read_note(db, target_id)) != reason:
            await self._store.write(lambda tx: targets.set_note(tx, target_id, reason))

    async def filter_sendable(self, target_ids: Collection[int]) -> frozenset[int]:
        return await self._store.read(lambda db: outbox.filter_sendable(db, target_ids))


def _recover_claim(tx: Tx, row: AttemptRow) -> None:
    """Recovers one claim. One that raises a bug is set aside, so that the sender can start."""
    try:
        with tx.savepoint():
            outbox.record_attempts(tx, [row])
    except Exception as error:
        if tx.to_unavailable(error) is not None:
            raise
        reference = LogBugReporter().report(f"taking back delivery {row.delivery_id}", error)
        outbox.apply_step_only(tx, row.delivery_id, row.step, row.ended_at, describe_bug(reference))


def _make_interrupted_row(row: outbox.SendingRow, now: Millis) -> AttemptRow:
    """The row for an attempt that may or may not have been sent. It is sent again,
    due as before.
    """
    return AttemptRow(
        delivery_id=row.delivery_id,
        target_id=row.target_id,
        at=now,
        ended_at=now,
        outcome=Outcome.OUTAGE,
        status=None,
        fault=_INTERRUPTED.fault,
        sentence=_INTERRUPTED.sentence,
        duration_ms=0,
        answer=b"",
        step=NextStep(DeliveryState.WAITING, row.attempts, row.next_attempt_at),
    )


def _make_attempt_row(record: AttemptRecord) -> AttemptRow:
    result = record.result
    return AttemptRow(
        delivery_id=record.delivery_id,
        target_id=record.target_id,
        at=record.at,
        ended_at=record.ended_at,
        outcome=result.outcome,
        status=result.status,
        fault=result.fault,
        sentence=result.sentence,
        duration_ms=result.duration_ms,
        answer=result.answer,
        step=record.step,
    )
