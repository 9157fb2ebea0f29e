"""Deletes actions of links that ended long ago, once a day (link §3)."""

from __future__ import annotations

from service.domain.times import DAY, Clock, Millis
from service.store.engine.store import Store
from service.store.link.action_queue import drop_finished
from service.store.trusted_clock import read_trusted_time

RETENTION: Millis = 90 * DAY
"""How long an action is kept after it ended. One that waits is never deleted."""

INTERVAL: Millis = DAY


class ActionPruning:
    """Deletes by a clock that was confirmed by calls, as the event pruning does."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Deletes what is old; gives the moment of the next run."""
        now = self._clock.now()
        older_than = await self._store.read(lambda db: read_trusted_time(db, now)) - RETENTION
        await self._store.write(lambda tx: drop_finished(tx, older_than))
        return now + INTERVAL
