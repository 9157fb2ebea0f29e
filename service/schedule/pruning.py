"""What grows is made smaller: old rows are deleted, changes are merged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from service.domain.clock_trust import Cutoff
from service.domain.idempotency import RETENTION
from service.domain.times import DAY, HOUR, MINUTE, Clock, Millis
from service.domain.webhooks.events import EVENT_RETENTION
from service.store.call_log.pruning import prune_step as prune_calls
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.history.history_pruning import MAX_HISTORY_BYTES, prune_step
from service.store.kept_answers import drop_old_answers
from service.store.link.action_queue import drop_finished
from service.store.revisions import list_shops_to_merge, merge_changes
from service.store.trusted_clock import read_cutoff
from service.store.webhooks.events import delete_events, find_finished_events

ACTION_RETENTION: Millis = 90 * DAY
"""How long an action is kept after it ended. One that waits is never deleted."""

ACTION_INTERVAL: Millis = DAY
ANSWER_INTERVAL: Millis = HOUR
ANSWERS_PER_STEP = 500
_PAUSE_S = 0.02
MERGE_INTERVAL: Millis = HOUR
MAX_ROWS = 1_000
"""Rows of a shop, above those that its items need, from which they are merged."""
HISTORY_INTERVAL: Millis = MINUTE
EVENT_INTERVAL: Millis = HOUR
EVENTS_PER_STEP = 100
_EVENTS_PER_READ = 1_000


class ActionPruning:
    """Deletes what is old."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Deletes what is old; gives the moment of the next run."""
        cutoff = await self._store.read(lambda db: read_cutoff(db, ACTION_RETENTION))
        if cutoff is not None:
            await self._store.write(lambda tx: drop_finished(tx, cutoff))
        return self._clock.now() + ACTION_INTERVAL


class AnswerPruning:
    """Drops in steps that no call notices."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Drops what is old; gives the moment of the next look."""
        cutoff = await self._store.read(lambda db: read_cutoff(db, RETENTION))
        dropped = 0 if cutoff is None else ANSWERS_PER_STEP
        while cutoff is not None and dropped == ANSWERS_PER_STEP:
            dropped = await self._store.write(partial(drop_old_answers, cutoff=cutoff, limit=ANSWERS_PER_STEP))
            if dropped:
                await asyncio.sleep(_PAUSE_S)
        return self._clock.now() + ANSWER_INTERVAL


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
        return self._clock.now() + MERGE_INTERVAL

    async def _merge(self, shop_id: int) -> None:
        after: int | None = 0
        while after is not None:
            after = await self._store.write(partial(merge_changes, shop_id=shop_id, after=after), shops=(shop_id,))
            await asyncio.sleep(_PAUSE_S)


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
        return self._clock.now() + HISTORY_INTERVAL

    def _prune(self, tx: Tx) -> int:
        return prune_step(tx, max_bytes=self._max_bytes)


class EventPruning:
    """Deletes in steps that no call notices. A reader, not the writer, searches for them."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def step(self) -> Millis | None:
        """Deletes what is old; returns the moment of the next check."""
        cutoff = await self._store.read(lambda db: read_cutoff(db, EVENT_RETENTION))
        if cutoff is not None:
            await self._drop_before(cutoff)
        return self._clock.now() + EVENT_INTERVAL

    async def _drop_before(self, cutoff: Cutoff) -> None:
        while seqs := await self._store.read(lambda db: find_finished_events(db, cutoff, limit=_EVENTS_PER_READ)):
            for start in range(0, len(seqs), EVENTS_PER_STEP):
                await self._drop(seqs[start : start + EVENTS_PER_STEP], cutoff)

    async def _drop(self, seqs: list[int], cutoff: Cutoff) -> None:
        await self._store.write(lambda tx: delete_events(tx, seqs, cutoff))
        await asyncio.sleep(_PAUSE_S)


INTERVAL: Millis = MINUTE
"""Between two looks at the call log, which is limited to its age and size (contract §7.2)."""


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
        await self._repeat(lambda tx: prune_calls(tx, cutoff, max_bytes=keep.max_bytes))
        await self._repeat(lambda tx: tx.free_pages())
        return self._clock.now() + INTERVAL

    async def _repeat(self, step: Callable[[Tx], int]) -> None:
        """Repeats a step until nothing is left for it, with time for calls between any two."""
        more = await self._store.write(step)
        while more:
            await asyncio.sleep(self._pause_s)
            more = await self._store.write(step)
