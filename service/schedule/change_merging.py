"""Merges the rows of change numbers, so that they grow with the items, not with the changes."""

from __future__ import annotations

import asyncio
from functools import partial

from service.domain.times import HOUR, Clock, Millis
from service.store.engine.store import Store
from service.store.revisions import list_shops_to_merge, merge_changes

INTERVAL: Millis = HOUR
MAX_ROWS = 1_000
"""Rows of a shop, above those that its items need, from which they are merged."""

_PAUSE_S = 0.02


class ChangeMerging:
    """Merges in steps so short that calls do not notice."""

    def __init__(self, store: Store, clock: Clock, *, max_rows: int = MAX_ROWS) -> None:
        self._store = store
        self._clock = clock
        self._max_rows = max_rows

    async def step(self) -> Millis | None:
        """Merges if there is much to merge; returns the moment of the next check."""
        for shop_id in await self._store.read(lambda db: list_shops_to_merge(db, self._max_rows)):
            await self._merge(shop_id)
        return self._clock.now() + INTERVAL

    async def _merge(self, shop_id: int) -> None:
        after: int | None = 0
        while after is not None:
            after = await self._store.write(partial(merge_changes, shop_id=shop_id, after=after))
            await asyncio.sleep(_PAUSE_S)
