"""Looks for what the owner is alerted about, after each change of orders and once a minute."""

from __future__ import annotations

from service.domain.times import MINUTE, Clock, Millis
from service.store.engine.store import Store
from service.usecases.alerts.raise_alerts import find_news, queue_news

WATCH_EVERY: Millis = MINUTE
ASLEEP_AFTER: Millis = 5 * MINUTE
"""After a longer pause between two steps the computer was asleep."""


class AlertWatch:
    """A task of the service's loop. It writes only if something is new."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._awake_since = self._looked_at = clock.now()

    async def step(self) -> Millis | None:
        """Queues what is new; returns when to look again."""
        now = self._clock.now()
        if not 0 <= now - self._looked_at <= ASLEEP_AFTER:
            self._awake_since = now
        self._looked_at, since = now, self._awake_since
        news = await self._store.read(lambda db: find_news(db, now, since))
        if news.has_changes:
            await self._store.write(lambda tx: queue_news(tx, now, since))
        return min(now + WATCH_EVERY, news.next_at or now + WATCH_EVERY)
