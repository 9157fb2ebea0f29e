"""Drops events that are over and old, with deliveries and attempts, a little at a time (CONTRACT.md section 6)."""

from __future__ import annotations

import asyncio

from service.domain.times import DAY, HOUR, Clock, Millis
from service.store.events import drop_events, settled_events
from service.store.known_time import age_counts_from
from service.store.store import Store

KEPT: Millis = 30 * DAY
"""How long events are kept once every delivery of theirs is over; one that still waits is kept however old it is."""

EVERY: Millis = HOUR
STEP = 100
_LOOKED_AHEAD = 1_000
_BREATH_S = 0.02


class EventPruning:
    """Drops in steps that no call notices; what may go is looked for by a reader, beside the writer."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Drops what is old; gives the moment of the next look."""
        now = self._clock.now()
        older_than = await self._store.read(lambda db: age_counts_from(db, now)) - KEPT
        while seqs := await self._store.read(lambda db: settled_events(db, older_than, limit=_LOOKED_AHEAD)):
            for start in range(0, len(seqs), STEP):
                await self._drop(seqs[start : start + STEP], older_than)
        return self._clock.now() + EVERY

    async def _drop(self, seqs: list[int], older_than: Millis) -> None:
        await self._store.write(lambda tx: drop_events(tx, seqs, older_than))
        await asyncio.sleep(_BREATH_S)
