"""Keeps the call log within its age and size, a little at a time, and gives the space back (CONTRACT.md section 7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from service.domain.times import DAY, MINUTE, Clock, Millis
from service.store import calls
from service.store.known_time import age_counts_from
from service.store.space import shrink_step
from service.store.store import Store
from service.store.transaction import Tx

EVERY: Millis = MINUTE
_BREATH_S = 0.02


@dataclass(frozen=True, slots=True)
class Retention:
    """How much of the call log is kept: whole days, and bytes over all shops."""

    days: int
    most_bytes: int


class Pruning:
    """Drops the oldest entries in steps that no call notices."""

    def __init__(
        self, store: Store, clock: Clock, retention: Callable[[], Retention], *, breath_s: float = _BREATH_S
    ) -> None:
        self._store = store
        self._clock = clock
        self._retention = retention
        self._breath_s = breath_s

    async def step(self) -> Millis | None:
        """Prunes until the log is within its bounds; gives the moment of the next look."""
        keep = self._retention()
        now = self._clock.now()
        older_than = await self._store.read(lambda db: age_counts_from(db, now)) - keep.days * DAY
        await self._repeat(lambda tx: calls.prune_step(tx, older_than=older_than, most_bytes=keep.most_bytes))
        await self._repeat(shrink_step)
        return self._clock.now() + EVERY

    async def _repeat(self, step: Callable[[Tx], int]) -> None:
        """Runs a step until nothing is left for it, with room for calls between any two."""
        more = await self._store.write(step)
        while more:
            await asyncio.sleep(self._breath_s)
            more = await self._store.write(step)
