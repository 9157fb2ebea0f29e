"""Limits the call log to its age and size bit by bit, and frees the space (contract §7.2)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from service.domain.times import DAY, MINUTE, Clock, Millis
from service.store.call_log.pruning import prune_step
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.trusted_clock import read_cutoff

INTERVAL: Millis = MINUTE
_PAUSE_S = 0.02


@dataclass(frozen=True, slots=True)
class CallLogRetention:
    """The limits of the call log: whole days, and bytes over all shops."""

    days: int
    max_bytes: int


class CallLogPruning:
    """Deletes the oldest entries in steps so short that calls do not notice."""

    def __init__(
        self, store: Store, clock: Clock, retention: Callable[[], CallLogRetention], *, pause_s: float = _PAUSE_S
    ) -> None:
        self._store = store
        self._clock = clock
        self._retention = retention
        self._pause_s = pause_s

    async def step(self) -> Millis | None:
        """Prunes until the log is within its bounds; returns the moment of the next check."""
        keep = self._retention()
        cutoff = await self._store.read(lambda db: read_cutoff(db, keep.days * DAY))
        await self._repeat(lambda tx: prune_step(tx, cutoff, max_bytes=keep.max_bytes))
        await self._repeat(lambda tx: tx.free_pages())
        return self._clock.now() + INTERVAL

    async def _repeat(self, step: Callable[[Tx], int]) -> None:
        """Repeats a step until nothing is left for it, with time for calls between any two."""
        more = await self._store.write(step)
        while more:
            await asyncio.sleep(self._pause_s)
            more = await self._store.write(step)
