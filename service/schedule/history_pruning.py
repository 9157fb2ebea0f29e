"""Limits the history of items to its size, a little at a time."""

from __future__ import annotations

import asyncio

from service.domain.times import MINUTE, Clock, Millis
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.history.history_pruning import MAX_HISTORY_BYTES, prune_step

INTERVAL: Millis = MINUTE
_PAUSE_S = 0.02


class HistoryPruning:
    """Measures new writes and deletes the oldest ones, in steps that calls do not notice."""

    def __init__(
        self, store: Store, clock: Clock, *, max_bytes: int = MAX_HISTORY_BYTES, pause_s: float = _PAUSE_S
    ) -> None:
        self._store = store
        self._clock = clock
        self._max_bytes = max_bytes
        self._pause_s = pause_s

    async def step(self) -> Millis | None:
        """Prunes until the history is within its bound; returns the moment of the next check."""
        more = await self._store.write(self._prune)
        while more:
            await asyncio.sleep(self._pause_s)
            more = await self._store.write(self._prune)
        return self._clock.now() + INTERVAL

    def _prune(self, tx: Tx) -> int:
        return prune_step(tx, max_bytes=self._max_bytes)
