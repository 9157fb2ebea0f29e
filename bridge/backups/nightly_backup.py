"""The nightly backup: at its local time, after start if the PC was off, tried until it is made."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable
from datetime import tzinfo

from bridge.backups.backup_label import DAILY, WEEKLY
from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import BackupService
from service.domain.errors import Unavailable
from service.domain.sentences import Sentence
from service.domain.times import MINUTE, Clock, Millis, latest_due, next_due
from ui.backend.settings_port import BACKUP_RETRY_MINUTES

log = logging.getLogger(__name__)

AFTER_START: Millis = MINUTE
"""A computer that has just started is busy with other things."""

RETRY_AFTER: Millis = BACKUP_RETRY_MINUTES * MINUTE
CHECK_EVERY: Millis = MINUTE
"""The longest time between two checks, as the owner may change the time."""

OnNightlyResult = Callable[[Sentence | None], None]
"""Called after each check with the reason why a due backup is missing, or None."""


class NightlyOutcome:
    """Why the last nightly backup was not made; `on_change` is called on the reporting thread."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._fault: Sentence | None = None

    def fault(self) -> Sentence | None:
        """The reason; None if nothing is missing, or nothing is known yet."""
        return self._fault

    def set_fault(self, fault: Sentence | None) -> None:
        """Sets the reason. The same reason again is no change."""
        if fault != self._fault:
            self._fault = fault
            self._on_change()

    def clear_fault(self) -> None:
        """Clears the reason after a good backup, made by night or by hand."""
        self.set_fault(None)


def _ignore_result(_fault: Sentence | None) -> None:
    """Ignores the result, which is in the log, where there is no window."""


class NightlyBackup:
    """Each step checks, and makes what is due in a worker. `zone` None is the computer's own."""

    def __init__(
        self,
        location: BackupLocation,
        backups: BackupService,
        clock: Clock,
        zone: tzinfo | None = None,
        on_result: OnNightlyResult = _ignore_result,
    ) -> None:
        self._location = location
        self._backups = backups
        self._clock = clock
        self._zone = zone
        self._not_before = clock.now() + AFTER_START
        self._stopping = threading.Event()
        self._last_error = ""
        self._on_result = on_result
        self._done_for: Millis | None = None

    async def step(self) -> Millis | None:
        """Returns the moment of the next check. Commits wake this task: it must cost little."""
        now = self._clock.now()
        if self._not_before - RETRY_AFTER <= now < self._not_before:
            return self._not_before
        running = asyncio.get_running_loop().run_in_executor(None, self._back_up_if_due, now)
        try:
            self._not_before = await asyncio.shield(running)
        except asyncio.CancelledError:
            self._stopping.set()
            with contextlib.suppress(Exception):
                await running
            raise
        return self._not_before

    def _back_up_if_due(self, now: Millis) -> Millis:
        due = None
        try:
            hours, _, minutes = self._location.settings().backup_time.partition(":")
            minute = int(hours) * 60 + int(minutes)
            due = latest_due(now, minute, self._zone)
            if self._is_missing(due, now):
                made = self._backups.back_up_nightly(self._stopping.is_set)
                log.info("The nightly backup was made, %d bytes", made.size)
            self._last_error, self._done_for = "", due
            self._on_result(None)
        except Unavailable as error:
            self._report_failure(error, due)
            return self._clock.now() + RETRY_AFTER
        return min(next_due(now, minute, self._zone), self._clock.now() + CHECK_EVERY)

    def _report_failure(self, error: Unavailable, due: Millis | None) -> None:
        """A stick that is removed after its nightly backup is no fault before the next."""
        if not self._stopping.is_set():
            if error.message != self._last_error:
                log.warning(
                    "The nightly backup has to wait: %s It is tried again every %d minutes.",
                    error.message,
                    BACKUP_RETRY_MINUTES,
                )
            if due is None or due != self._done_for:
                self._on_result(error.sentence)
        self._last_error = error.message

    def _is_missing(self, due: Millis, now: Millis) -> bool:
        """Nights before the installation do not count, nor do backups from the future."""
        began = self._location.origin()
        if began is None or began > due:
            return False
        made = [one.at for one in self._backups.list() if one.kind in (DAILY, WEEKLY) and one.verified]
        return not any(due <= at <= now for at in made)
