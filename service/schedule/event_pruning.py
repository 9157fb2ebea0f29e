"""Deletes events that are finished and old, with deliveries and attempts, a little at a time
(contract §6.2).
"""

from __future__ import annotations

import asyncio

from service.domain.times import DAY, HOUR, Clock, Millis
from service.store.engine.store import Store
from service.store.trusted_clock import read_trusted_time
from service.store.webhooks.events import delete_events, find_finished_events

RETENTION: Millis = 90 * DAY
"""How long events stay for the feed, and after their last delivery ends. One that still waits
stays.
"""

INTERVAL: Millis = HOUR
EVENTS_PER_STEP = 100
_EVENTS_PER_READ = 1_000
_PAUSE_S = 0.02


class EventPruning:
    """Deletes in steps so short that calls do not notice. A reader, not the writer, searches for
    them.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Deletes what is old; returns the moment of the next check."""
        now = self._clock.now()
        older_than = await self._store.read(lambda db: read_trusted_time(db, now)) - RETENTION
        while seqs := await self._store.read(lambda db: find_finished_events(db, older_than, limit=_EVENTS_PER_READ)):
            for start in range(0, len(seqs), EVENTS_PER_STEP):
                await self._drop(seqs[start : start + EVENTS_PER_STEP], older_than)
        return self._clock.now() + INTERVAL

    async def _drop(self, seqs: list[int], older_than: Millis) -> None:
        await self._store.write(lambda tx: delete_events(tx, seqs, older_than))
        await asyncio.sleep(_PAUSE_S)
