"""Runs each shop's file at its chosen local time: once a night, also when the PC was off then.

A try is counted before it begins, so that a file that crashes the program is not tried for ever.
Whatever reads the file or the disk runs in a worker's thread, never in the event loop.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import tzinfo
from typing import TypeVar

from service.domain.actors import TIME
from service.domain.errors import CounterpartError, Refused, Unavailable
from service.domain.pull.pulls import PullSource
from service.domain.sentences import Sentence, join_sentences, message
from service.domain.shops import Mode, Shop
from service.domain.times import MINUTE, Clock, Millis, latest_due, next_due
from service.files.file_errors import FileUnavailable
from service.files.folder import CALM_MS, is_stable
from service.pull.context import PullContext, PullRequest, StoreAccess, record_failed_run
from service.pull.file_copy import FileState, read_state
from service.pull.interrupted_runs import close_interrupted_runs
from service.pull.places.place_port import NoPlaces, Places
from service.schedule.periodic_task import run_in_thread
from service.store import pulls, shops
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx

log = logging.getLogger(__name__)

T = TypeVar("T")
RETRY_DELAY: Millis = 10 * MINUTE
MAX_TRIES = 4
"""The first try, and three more."""

MISSED_AFTER: Millis = 2 * MAX_TRIES * RETRY_DELAY
"""All tries of the computer that has the file are over then."""

INTERVAL: Millis = MINUTE
"""The time zone may change, so due times are checked this often."""


class NightlyPull:
    """Runs what is due, one shop after the other. `zone` None is the computer's own."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        zone: tzinfo | None = None,
        places: Places | None = None,
        computer: str | None = None,
    ) -> None:
        """Reads what is at paths of `computer`; an empty name means addresses, None everything."""
        self._store = store
        self._clock = clock
        self._zone = zone
        self._stopping = threading.Event()
        self._context = PullContext(
            StoreAccess(store), clock, is_stopped=self._stopping.is_set, places=places or NoPlaces()
        )
        self._first_states: dict[int, FileState] = {}
        self._computer = computer
        self._closed_in_term: int | None = 0
        """Terms count from 1, so the first step closes."""

    async def step(self) -> Millis | None:
        """Runs what is due; gives the next moment. A new leader closes interrupted runs first."""
        term = self._store.term
        if self._closed_in_term != term and await self._run_in_thread(self._close_interrupted):
            self._closed_in_term = term
        looks = [self._clock.now() + INTERVAL]
        for source, shop in await self._store.read(_read_due_sources):
            if self._computer in (None, source.computer):
                looks.append(await self._handle_due_source(source, shop))
            elif not self._computer:
                await self._report_missed(source, shop)
        return min(looks)

    async def _report_missed(self, source: PullSource, shop: Shop) -> None:
        """A night that the computer with the file let pass, for the leader to record."""
        due = latest_due(self._clock.now(), source.minute, self._zone)
        is_late = source.dealt_with < due <= self._clock.now() - MISSED_AFTER
        if not is_late or not shop.has(Mode.SCHEDULED_PULL):
            return
        if not await self._store.read(lambda db: pulls.running(db, source.shop_id)):
            fault = message("The file is on {computer}, where no service read it.", computer=source.computer)
            await self._record_failure(source, fault)
            await self._finish_night(source, due)

    def _close_interrupted(self) -> bool:
        return close_interrupted_runs(self._context.access)

    async def _handle_due_source(self, source: PullSource, shop: Shop) -> Millis:
        """Runs what is due for one shop; returns the time of the next check."""
        now = self._clock.now()
        due = latest_due(now, source.minute, self._zone)
        following = next_due(now, source.minute, self._zone)
        if source.dealt_with > now or (due > source.dealt_with and not shop.has(Mode.SCHEDULED_PULL)):
            # The clock was set back, or the pull was switched off for this night.
            await self._finish_night(source, due)
            return following
        if due <= source.dealt_with:
            self._first_states.pop(source.shop_id, None)
            return following
        later = source.next_try_at
        if later is not None and now < later <= now + RETRY_DELAY:
            return later
        tries = source.tries if later is not None and later > due else 0
        return await self._try_once(source, due, tries, following)

    async def _try_once(self, source: PullSource, due: Millis, tries: int, following: Millis) -> Millis:
        """Makes one of the night's tries, which may be the last; `tries` were made before."""
        if tries < MAX_TRIES:
            try:
                if not await self._is_fully_written(source):
                    return self._clock.now() + CALM_MS
                await self._count_try(source, tries + 1)
                await self._run(source)
            except CounterpartError as error:
                if _is_temporary(error) and tries + 1 < MAX_TRIES:
                    log.info("The nightly pull of shop %d has to wait: %s", source.shop_id, error.message)
                    return await self._count_try(source, tries + 1)
                tried = message(
                    "It was tried {tries} times, {minutes} minutes apart.",
                    tries=MAX_TRIES,
                    minutes=RETRY_DELAY // MINUTE,
                )
                await self._record_failure(
                    source, join_sentences((error.sentence, tried), " ") if _is_temporary(error) else error.sentence
                )
        await self._finish_night(source, due)
        return following

    async def _is_fully_written(self, source: PullSource) -> bool:
        """Whether the file is the same for 10 s. Raises FileUnavailable, FileError."""
        before = self._first_states.get(source.shop_id)
        state = await self._run_in_thread(lambda: read_state(self._context.places, source.setup, self._clock))
        if before is None or before.name != state.name or before.stamp.is_after(state.stamp):
            self._first_states[source.shop_id] = state
            return False
        if state.stamp.at - before.stamp.at < CALM_MS:
            return False
        del self._first_states[source.shop_id]
        if is_stable((before.stamp, state.stamp), state.stamp.at):
            return True
        raise FileUnavailable(
            message(
                "{file} is empty or still being written. Let the export be complete before the pull's time.",
                file=state.short_name,
            )
        )

    async def _run(self, source: PullSource) -> None:
        from service.pull.run_pull import run_pull  # noqa: PLC0415 - reading files takes 4 MB

        request = PullRequest(source.setup, TIME, raise_unavailable=True)
        run = await self._run_in_thread(lambda: run_pull(self._context_of(source), source.shop_id, request))
        log.info("The nightly pull of shop %d: %s, %d rows", source.shop_id, run.state, run.counts.read)

    def _context_of(self, source: PullSource) -> PullContext:
        return replace(self._context, access=StoreAccess(self._store.for_shop(source.shop_id)))

    async def _record_failure(self, source: PullSource, fault: Sentence) -> None:
        """Records a failed night as a run, which the Overview shows."""
        request = PullRequest(source.setup, TIME)
        await self._run_in_thread(lambda: record_failed_run(self._context_of(source), source.shop_id, request, fault))

    async def _count_try(self, source: PullSource, tries: int) -> Millis:
        """Counts the night's tries; gives the moment of the next, if this one fails."""
        again = self._clock.now() + RETRY_DELAY
        await self._store.write(
            lambda tx: pulls.note_night(
                tx, source.shop_id, dealt_with=source.dealt_with, tries=tries, next_try_at=again
            ),
            shops=(source.shop_id,),
        )
        return again

    async def _finish_night(self, source: PullSource, due: Millis) -> None:
        self._first_states.pop(source.shop_id, None)
        await self._store.write(
            lambda tx: pulls.note_night(tx, source.shop_id, dealt_with=due), shops=(source.shop_id,)
        )

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        return await run_in_thread(work, self._stopping)


def _is_temporary(error: CounterpartError) -> bool:
    """Whether the cause may be gone in ten minutes."""
    return isinstance(error, FileUnavailable | Unavailable) or (
        isinstance(error, Refused) and error.code == "pull_running"
    )


def _read_due_sources(db: ReadTx) -> list[tuple[PullSource, Shop]]:
    return [(source, shops.get_shop(db, source.shop_id)) for source in pulls.list_sources(db)]
