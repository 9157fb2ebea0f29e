"""The nightly backup: at its local time, after start where the PC was off then, and tried again until it is made."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from datetime import tzinfo

from bridge.backups.desk import BackupsDesk
from bridge.backups.label import DAILY, WEEKLY
from bridge.backups.place import Place
from service.domain.errors import Unavailable
from service.domain.nightly import latest_due, next_due
from service.domain.sentences import Sentence
from service.domain.times import DAY, MINUTE, Clock, Millis
from service.schedule.beats import Beat

log = logging.getLogger(__name__)

AFTER_START: Millis = MINUTE
"""A computer that has just started has other things to do."""

AGAIN: Millis = 10 * MINUTE
EVERY: Millis = MINUTE
"""The time may be set anew, so it is never looked at less often."""

Tell = Callable[[Sentence | None], None]
"""Hears after each look why the backup that is due is missing, or None."""


def _nobody(_fault: Sentence | None) -> None:
    """Where no window is there to be told, the log has it."""


class NightlyBackup:
    """One step looks, and makes what is due in a worker's thread. `zone` None is the computer's own."""

    def __init__(
        self, place: Place, desk: BackupsDesk, clock: Clock, zone: tzinfo | None = None, tell: Tell = _nobody
    ) -> None:
        self._place = place
        self._desk = desk
        self._clock = clock
        self._zone = zone
        self._not_before = clock.now() + AFTER_START
        self._stopping = threading.Event()
        self._told = ""
        self._tell = tell
        self._kept_for: Millis | None = None

    async def step(self) -> Millis | None:
        """Gives the moment of the next look. Commits nudge this duty, so too early a look costs nothing."""
        now = self._clock.now()
        if self._not_before - AGAIN <= now < self._not_before:
            return self._not_before
        running = asyncio.get_running_loop().run_in_executor(None, self._look, now)
        try:
            self._not_before = await asyncio.shield(running)
        except asyncio.CancelledError:
            self._stopping.set()
            with contextlib.suppress(Exception):
                await running
            raise
        return self._not_before

    def _look(self, now: Millis) -> Millis:
        due = None
        try:
            hours, _, minutes = self._place.settings().backup_time.partition(":")
            minute = int(hours) * 60 + int(minutes)
            due = latest_due(now, minute, self._zone)
            if self._is_missing(due, now):
                made = self._desk.back_up_nightly(self._stopping.is_set)
                log.info("The nightly backup was made, %d bytes", made.size)
            self._told, self._kept_for = "", due
            self._tell(None)
        except Unavailable as error:
            self._failed(error, due)
            return self._clock.now() + AGAIN
        return min(next_due(now, minute, self._zone), self._clock.now() + EVERY)

    def _failed(self, error: Unavailable, due: Millis | None) -> None:
        """A stick that is taken out once its night is kept is no trouble before the next."""
        if not self._stopping.is_set():
            if error.message != self._told:
                log.warning("The nightly backup has to wait: %s It is tried again every 10 minutes.", error.message)
            if due is None or due != self._kept_for:
                self._tell(error.sentence)
        self._told = error.message

    def _is_missing(self, due: Millis, now: Millis) -> bool:
        """A night before the installation began was not missed; backups from the future count for nothing."""
        began = self._place.origin()
        if began is None or began > due:
            return False
        made = [one.at for one in self._desk.list() if one.kind in (DAILY, WEEKLY) and one.verified]
        return not any(due <= at <= now + DAY for at in made)


def nightly_beat(place: Place, desk: BackupsDesk, clock: Clock, tell: Tell = _nobody) -> Beat:
    """The duty for a service to take up."""
    return Beat("The nightly backup", clock, NightlyBackup(place, desk, clock, tell=tell).step)
