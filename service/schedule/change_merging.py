"""Merges the rows that say which change has which number, so that they grow with the items, not with the changes."""

from __future__ import annotations

import asyncio
from functools import partial

from service.domain.times import HOUR, Clock, Millis
from service.store.revisions import merge_changes, shops_to_merge
from service.store.store import Store

EVERY: Millis = HOUR
MOST = 1_000
"""Rows of a shop, beyond those that its items need, from which on they are merged."""

_BREATH_S = 0.02


class ChangeMerging:
    """Merges in steps that no call notices."""

    def __init__(self, store: Store, clock: Clock, *, most: int = MOST) -> None:
        self._store = store
        self._clock = clock
        self._most = most

    async def step(self) -> Millis | None:
        """Merges where there is much to merge; gives the moment of the next look."""
        for shop_id in await self._store.read(lambda db: shops_to_merge(db, self._most)):
            await self._merge(shop_id)
        return self._clock.now() + EVERY

    async def _merge(self, shop_id: int) -> None:
        after: int | None = 0
        while after is not None:
            after = await self._store.write(partial(merge_changes, shop_id=shop_id, after=after))
            await asyncio.sleep(_BREATH_S)
