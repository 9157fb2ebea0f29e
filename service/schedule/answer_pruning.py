"""Drops answers that were kept for an `Idempotency-Key` and are a day old (contract §9.6)."""

from __future__ import annotations

import asyncio

from service.domain.times import HOUR, Clock, Millis
from service.store.engine.store import Store
from service.store.kept_answers import drop_old_answers
from service.store.trusted_clock import read_trusted_time

INTERVAL: Millis = HOUR
ANSWERS_PER_STEP = 500
_PAUSE_S = 0.02


class AnswerPruning:
    """Drops in steps that no call notices, by a clock that calls have confirmed. A call that is
    sent again after the clock was wrong must not be done twice.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Drops what is old; gives the moment of the next look."""
        now = self._clock.now()
        trusted = await self._store.read(lambda db: read_trusted_time(db, now))
        dropped = ANSWERS_PER_STEP
        while dropped == ANSWERS_PER_STEP:
            dropped = await self._store.write(lambda tx: drop_old_answers(tx, trusted, limit=ANSWERS_PER_STEP))
            if dropped:
                await asyncio.sleep(_PAUSE_S)
        return now + INTERVAL
