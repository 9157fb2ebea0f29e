"""The Outbox port over the store: which call is a write, which only looks (service.delivery.ports)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from service.delivery.incidents import LogIncidents
from service.delivery.ports import Claim, Record
from service.delivery.results import AttemptResult, Fault, own_fault
from service.domain.claims import Claimed
from service.domain.events import DeliveryState
from service.domain.retries import NextStep, Outcome
from service.domain.sentences import Sentence, say
from service.domain.times import Millis
from service.store import outbox, targets
from service.store.faults import as_unavailable
from service.store.outbox import AttemptRow
from service.store.store import Store
from service.store.transaction import Reading, Tx

_CUT_OFF = AttemptResult(None, Fault.INTERRUPTED, say("The program ended during the attempt; sent again"), 0)


class StoreOutbox:
    """Deliveries as rows of the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def take_back(self, now: Millis) -> tuple[int, ...]:
        def work(tx: Tx) -> tuple[int, ...]:
            for row in outbox.list_sending(tx):
                _take_back(tx, _interrupted(row, now))
            return outbox.overdue_targets(tx, now)

        return await self._store.write(work)

    async def claim(self, now: Millis, room: Mapping[int, int], room_else: int) -> Claim:
        def look(db: Reading) -> outbox.Due:
            return outbox.find_due(db, now, room, room_else)

        def work(tx: Tx) -> tuple[list[Claimed], Millis | None]:
            due = look(tx)
            return (outbox.claim(tx, due) if due.seqs else []), due.next_due

        seen = await self._store.read(look)
        if not seen.seqs:
            return Claim((), seen.next_due)
        rows, next_due = await self._store.write(work)
        return Claim(tuple(rows), next_due)

    async def record(self, records: Sequence[Record]) -> None:
        rows = [_attempt_row(record) for record in records]
        await self._store.write(lambda tx: outbox.record(tx, rows))

    async def set_aside(self, record: Record, note: Sentence) -> None:
        await self._store.write(lambda tx: outbox.set_aside(tx, record.delivery_id, record.step, record.ended_at, note))

    async def give_back(self, delivery_ids: Collection[str]) -> None:
        await self._store.write(lambda tx: outbox.give_back(tx, delivery_ids))

    async def note(self, target_id: int, reason: Sentence | None) -> None:
        if await self._store.read(lambda db: targets.read_note(db, target_id)) != reason:
            await self._store.write(lambda tx: targets.set_note(tx, target_id, reason))

    async def sendable(self, target_ids: Collection[int]) -> frozenset[int]:
        return await self._store.read(lambda db: outbox.sendable(db, target_ids))


def _take_back(tx: Tx, row: AttemptRow) -> None:
    """One that cannot be kept is set aside: it must not keep the sender from starting."""
    try:
        with tx.savepoint():
            outbox.record(tx, [row])
    except Exception as error:
        if as_unavailable(error) is not None:
            raise
        reference = LogIncidents().report(f"taking back delivery {row.delivery_id}", error)
        outbox.set_aside(tx, row.delivery_id, row.step, row.ended_at, own_fault(reference))


def _interrupted(row: outbox.SendingRow, now: Millis) -> AttemptRow:
    """Nobody knows whether this one went out, so it goes out again, due as it was."""
    return AttemptRow(
        delivery_id=row.delivery_id,
        target_id=row.target_id,
        at=now,
        ended_at=now,
        outcome=Outcome.OUTAGE,
        status=None,
        fault=_CUT_OFF.fault,
        sentence=_CUT_OFF.sentence,
        duration_ms=0,
        answer=b"",
        step=NextStep(DeliveryState.WAITING, row.attempts, row.next_attempt_at),
    )


def _attempt_row(record: Record) -> AttemptRow:
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
