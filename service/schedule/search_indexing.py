"""Brings the index of words up to date while the shop is quiet."""

from __future__ import annotations

import threading

from service.domain.times import SECOND, Clock, Millis
from service.schedule.periodic_task import run_in_thread
from service.store.engine.store import Store
from service.store.item_search import collect_documents
from service.store.revisions import read_revisions

INTERVAL: Millis = SECOND
PAUSE: Millis = 10
REST = 9
"""A pause is so many times as long as its step, so that calls have nine tenths of a processor."""

MAX_DELAY: Millis = 5 * SECOND
"""While uploads follow each other, a step is made that often."""

STEP_ITEMS = 250


class SearchIndexing:
    """Files some hundred items in each step and rests after it, so that no call notices. A search
    looks at what is not filed yet, so it finds that too.
    """

    def __init__(self, store: Store, clock: Clock, *, step_items: int = STEP_ITEMS) -> None:
        self._store = store
        self._clock = clock
        self._step_items = step_items
        self._revisions: dict[int, int] = {}
        self._last_step: Millis = 0
        self._stopping = threading.Event()

    async def step(self) -> Millis:
        """Files what is next, or waits while items change; gives the moment of the next step."""
        before, self._revisions = self._revisions, await self._store.read(read_revisions)
        now = self._clock.now()
        if before != self._revisions and 0 <= now - self._last_step < MAX_DELAY:
            return now + INTERVAL
        self._last_step = now
        began = self._clock.monotonic()
        filed = [await self._file(shop_id) for shop_id in self._revisions]
        took = round((self._clock.monotonic() - began) * SECOND)
        return self._clock.now() + (min(max(PAUSE, REST * took), MAX_DELAY) if any(filed) else INTERVAL)

    async def _file(self, shop_id: int) -> bool:
        """Whether there may be more."""
        index = self._store.text_index
        collected = await self._store.read(lambda db: collect_documents(db, index, shop_id, self._step_items))
        if collected is None:
            return False
        identity, reached, documents = collected
        await run_in_thread(lambda: index.write(identity, shop_id, reached, documents), self._stopping)
        return reached < self._revisions[shop_id]
