"""Writing down what came of attempts, many in one transaction, and never losing one to a full disk."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Iterable
from typing import Any

from service.delivery.ports import Alarm, Incidents, Outbox, Record
from service.delivery.results import own_fault
from service.domain.claims import Claimed
from service.domain.errors import Unavailable
from service.domain.sentences import Sentence
from service.domain.times import SECOND, Millis

RECORDS_AT_ONCE = 256
RETRY_PAUSE: Millis = SECOND

_log = logging.getLogger(__name__)


class Bookkeeper:
    """Gathers what is to be written while the previous write runs, and writes it as one.

    While the database cannot be written everything is kept here, `stuck` is set, and the write is tried again.
    An attempt at which a bug shows is set aside, so that it keeps no other from being written.
    """

    def __init__(self, outbox: Outbox, alarm: Alarm, incidents: Incidents) -> None:
        self._outbox = outbox
        self._alarm = alarm
        self._incidents = incidents
        self._records: list[Record] = []
        self._returned: list[str] = []
        self._notes: dict[int, Sentence | None] = {}
        self._something = asyncio.Event()
        self._writing = asyncio.Lock()
        self.stuck = False

    def record(self, record: Record) -> None:
        """An attempt to write down."""
        self._records.append(record)
        self._something.set()

    def give_back(self, rows: Iterable[Claimed]) -> None:
        """Deliveries that were claimed and not posted."""
        self._returned.extend(row.delivery_id for row in rows)
        self._something.set()

    def note(self, target_id: int, reason: Sentence | None) -> None:
        """Why a target's deliveries wait."""
        self._notes[target_id] = reason
        self._something.set()

    async def run(self) -> None:
        """Writes until cancelled."""
        while True:
            await self._something.wait()
            self._something.clear()
            await self._write_all()

    async def settle_returns(self) -> None:
        """Writes what is given back, so that the next claim meets it in its place. Raises Unavailable."""
        if self._returned:
            async with self._writing:
                await self._write_returned()

    async def flush(self) -> bool:
        """Writes what is left, once; False when the database would not take it (start-up then takes it back)."""
        try:
            while self._pending():
                await self._write_some()
        except Unavailable as error:
            _log.warning("Attempts could not be written down at the end: %s", error.message)
            return False
        return True

    async def _write_all(self) -> None:
        while self._pending():
            try:
                await self._write_some()
            except Unavailable as error:
                if not self.stuck:
                    _log.warning("Attempts wait to be written down: %s", error.message)
                self.stuck = True
                await self._alarm.pause(RETRY_PAUSE)
            else:
                self.stuck = False

    async def _write_some(self) -> None:
        """Each list loses what was written only after it was; what came meanwhile stands behind it."""
        async with self._writing:
            if self._records:
                await _to_its_end(self._write_records())
            await self._write_returned()
            for target_id, reason in list(self._notes.items()):
                await self._outbox.note(target_id, reason)
                if self._notes.get(target_id) == reason:
                    del self._notes[target_id]

    async def _write_records(self) -> None:
        batch = self._records[:RECORDS_AT_ONCE]
        try:
            await self._outbox.record(batch)
        except Unavailable:
            raise
        except Exception:  # noqa: BLE001 - it shows again for the one whose fault it is
            await self._write_each(batch)
        else:
            del self._records[: len(batch)]

    async def _write_each(self, batch: list[Record]) -> None:
        for record in batch:
            try:
                await self._outbox.record([record])
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001 - one attempt's fault is its own
                await self._set_aside(record, error)
            del self._records[0]

    async def _set_aside(self, record: Record, fault: Exception) -> None:
        """Keeps the step alone. Where not even that can be, the delivery is left as being sent: nothing claims it."""
        reference = self._incidents.report(f"writing down an attempt of delivery {record.delivery_id}", fault)
        try:
            await self._outbox.set_aside(record, own_fault(reference))
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            self._incidents.report(f"setting delivery {record.delivery_id} aside", error)

    async def _write_returned(self) -> None:
        if returned := self._returned[:]:
            await self._outbox.give_back(returned)
            del self._returned[: len(returned)]

    def _pending(self) -> bool:
        return bool(self._records or self._returned or self._notes)


async def _to_its_end(write: Coroutine[Any, Any, None]) -> None:
    """Whoever is cancelled meanwhile, a write that was begun is waited for: what it kept must not be kept twice."""
    writing = asyncio.ensure_future(write)
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        with contextlib.suppress(Unavailable):
            await writing
        raise
