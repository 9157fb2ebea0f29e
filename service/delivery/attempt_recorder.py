"""Records the results of attempts, many in one transaction; a full disk loses none."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterable
from typing import Any

from service.delivery.attempt_result import describe_bug
from service.delivery.delivery_ports import AttemptRecord, BugReporter, Outbox, Timer
from service.domain.errors import Unavailable
from service.domain.sentences import Sentence
from service.domain.times import SECOND, Millis
from service.domain.webhooks.events import ClaimedDelivery

RECORDS_PER_WRITE = 256
RETRY_PAUSE: Millis = SECOND

_log = logging.getLogger(__name__)


class AttemptRecorder:
    """Collects records during one write and writes them together with the next one.

    While the database cannot be written, everything stays here, and the write is tried again. An
    attempt whose record raises a bug is set aside, so that it does not stop the others.
    """

    def __init__(self, outbox: Outbox, timer: Timer, bug_reporter: BugReporter) -> None:
        self._outbox = outbox
        self._timer = timer
        self._bug_reporter = bug_reporter
        self._records: list[AttemptRecord] = []
        self._released: list[str] = []
        self._notes: dict[int, Sentence | None] = {}
        self._work_available = asyncio.Event()
        self._writing = asyncio.Lock()
        self.is_blocked = False

    def add(self, record: AttemptRecord) -> None:
        self._records.append(record)
        self._work_available.set()

    def release_claims(self, rows: Iterable[ClaimedDelivery]) -> None:
        """Adds deliveries that were claimed and not posted."""
        self._released.extend(row.delivery_id for row in rows)
        self._work_available.set()

    def set_note(self, target_id: int, reason: Sentence | None) -> None:
        """Sets why a target's deliveries wait."""
        self._notes[target_id] = reason
        self._work_available.set()

    async def run(self) -> None:
        """Writes until cancelled."""
        while True:
            await self._work_available.wait()
            self._work_available.clear()
            await self._write_all()

    async def write_releases(self) -> None:
        """Writes the released claims, in their order for the next claim. Raises Unavailable."""
        if self._released:
            async with self._writing:
                await self._write_released()

    async def flush(self) -> bool:
        """Writes what is left, once. False if that fails; the next start then recovers it."""
        try:
            while self._has_pending():
                await self._write_batch()
        except Unavailable as error:
            _log.warning("Attempts could not be written down at the end: %s", error.message)
            return False
        return True

    async def _write_all(self) -> None:
        while self._has_pending():
            try:
                await self._write_batch()
            except Unavailable as error:
                if not self.is_blocked:
                    _log.warning("Attempts wait to be written down: %s", error.message)
                self.is_blocked = True
                await self._timer.sleep(RETRY_PAUSE)
            else:
                self.is_blocked = False

    async def _write_batch(self) -> None:
        """Writes a batch. Its entries leave the lists only then; new ones are behind them."""
        async with self._writing:
            if self._records:
                await _await_to_end(self._write_records())
            await self._write_released()
            for target_id, reason in list(self._notes.items()):
                await self._outbox.set_note(target_id, reason)
                if self._notes.get(target_id) == reason:
                    del self._notes[target_id]

    async def _write_records(self) -> None:
        batch = self._records[:RECORDS_PER_WRITE]
        try:
            await self._outbox.record_attempts(batch)
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - it shows again for the one whose fault it is
            await self._write_each(batch)
        else:
            del self._records[: len(batch)]

    async def _write_each(self, batch: list[AttemptRecord]) -> None:
        for record in batch:
            try:
                await self._outbox.record_attempts([record])
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001 - one attempt's fault is its own
                await self._record_step_only(record, error)
            del self._records[0]

    async def _record_step_only(self, record: AttemptRecord, fault: Exception) -> None:
        """Records the step alone. If that fails too, the delivery stays `sending`, unclaimed."""
        reference = self._bug_reporter.report(f"writing down an attempt of delivery {record.delivery_id}", fault)
        try:
            await self._outbox.apply_step_only(record, describe_bug(reference))
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            self._bug_reporter.report(f"setting delivery {record.delivery_id} aside", error)

    async def _write_released(self) -> None:
        if returned := self._released[:]:
            await self._outbox.release_claims(returned)
            del self._released[: len(returned)]

    def _has_pending(self) -> bool:
        return bool(self._records or self._released or self._notes)


async def _await_to_end(write: Coroutine[Any, Any, None]) -> None:
    """Waits for a write that has begun, also when cancelled: no record is written twice."""
    writing = asyncio.ensure_future(write)
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        with contextlib.suppress(Unavailable):
            await writing
        raise
