"""Reads a watched nightly file within a minute of its last change, by the rules of a run. A try is
counted before it begins, so that a file that crashes the program is not tried for ever.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from service.domain.actors import TIME
from service.domain.errors import CounterpartError
from service.domain.pull.place_address import WEB, is_remote, parse_place
from service.domain.pull.pulls import PullSource, Run, WatchProgress, parse_progress
from service.domain.shops import Mode
from service.domain.times import MINUTE, SECOND, Clock, Millis
from service.files.folder import is_stable
from service.pull.context import PullContext, PullRequest, StoreAccess
from service.pull.file_copy import FileState, read_state
from service.pull.places.place_port import Places
from service.schedule.periodic_task import run_in_thread
from service.store import pulls, shops
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx

log = logging.getLogger(__name__)

T = TypeVar("T")

LOOK_EVERY: Millis = 15 * SECOND
LOOK_FAR_EVERY: Millis = 2 * MINUTE
"""For servers that are logged in to each time, while their file stays the same."""

REST_AFTER_FAULT: Millis = 10 * MINUTE
"""A server that refuses is not asked more often: it may lock the user out."""


class WatchedFiles:
    """Looks at each watched file every 15 seconds, at a server with a login every 2 minutes, and
    runs what changed and is complete.
    """

    def __init__(self, store: Store, clock: Clock, places: Places, computer: str | None = None) -> None:
        """Looks at paths of `computer`; an empty name means addresses, None everything."""
        self._computer = computer
        self._store = store
        self._clock = clock
        self._stopping = threading.Event()
        self._context = PullContext(StoreAccess(store), clock, is_stopped=self._stopping.is_set, places=places)
        self._first_states: dict[int, FileState] = {}
        self._rests_until: dict[int, Millis] = {}
        """By shop, until when its file is not looked at."""

    async def step(self) -> Millis | None:
        """Looks at every watched file; gives the moment of the next look, None without any."""
        watched = await self._store.read(_read_watched)
        for source in watched:
            if self._computer in (None, source.computer) and not self._rests(source.shop_id):
                await self._look(source)
        return self._clock.now() + LOOK_EVERY if watched else None

    def _rests(self, shop_id: int) -> bool:
        """Whether a file is not looked at yet, also where a clock was set back since."""
        now = self._clock.now()
        return now < self._rests_until.get(shop_id, 0) <= now + REST_AFTER_FAULT

    async def _look(self, source: PullSource) -> None:
        try:
            state = await self._in_thread(lambda: read_state(self._context.places, source.setup, self._clock))
            progress = parse_progress(source.seen)
            is_new = state.has_mark and progress.may_read(state.mark)
            if is_new and self._is_complete(source.shop_id, state):
                await self._run(source, progress, state.mark)
            elif not is_new and _logs_in(source.setup.path):
                self._rests_until[source.shop_id] = self._clock.now() + LOOK_FAR_EVERY
        except CounterpartError as error:
            self._first_states.pop(source.shop_id, None)
            if is_remote(source.setup.path):
                self._rests_until[source.shop_id] = self._clock.now() + REST_AFTER_FAULT
            log.info("The watched file of shop %d cannot be read now: %s", source.shop_id, error.message)

    def _is_complete(self, shop_id: int, state: FileState) -> bool:
        """Whether the file stayed the same for 10 s, as far as it was looked at."""
        before = self._first_states.get(shop_id)
        if before is None or before.mark != state.mark or before.stamp.is_after(state.stamp):
            self._first_states[shop_id] = state
            return False
        return is_stable((before.stamp, state.stamp), state.stamp.at)

    async def _run(self, source: PullSource, progress: WatchProgress, mark: str) -> None:
        """Runs the file; a fault that may pass by itself does not count as a try."""
        await self._note(source, progress.begin(mark))
        from service.pull.run_pull import run_pull  # noqa: PLC0415 - reading files takes 4 MB

        request = PullRequest(source.setup, TIME, raise_unavailable=True)
        context = replace(self._context, access=StoreAccess(self._store.for_shop(source.shop_id)))
        try:
            run: Run = await self._in_thread(lambda: run_pull(context, source.shop_id, request))
        except CounterpartError:
            await self._note(source, progress)
            raise
        await self._note(source, progress.end(mark))
        self._first_states.pop(source.shop_id, None)
        log.info("The watched file of shop %d: %s, %d rows", source.shop_id, run.state, run.counts.read)

    async def _note(self, source: PullSource, progress: WatchProgress) -> None:
        await self._store.write(lambda tx: pulls.note_seen(tx, source.shop_id, progress.text), shops=(source.shop_id,))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await run_in_thread(work, self._stopping)


def _logs_in(path: str) -> bool:
    """Whether each look at the file is a login at a server; the web has none."""
    return is_remote(path) and parse_place(path).scheme not in WEB


def _read_watched(db: ReadTx) -> list[PullSource]:
    return [
        source
        for source in pulls.list_sources(db)
        if source.watch and shops.get_shop(db, source.shop_id).has(Mode.SCHEDULED_PULL)
    ]
