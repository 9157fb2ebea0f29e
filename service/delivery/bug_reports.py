"""Bugs met while sending go to the program's log, under a reference that the owner is shown."""

from __future__ import annotations

import logging
import secrets

log = logging.getLogger(__name__)


class LogBugReporter:
    """The Incidents port over the program's log."""

    def report(self, activity: str, error: BaseException) -> str:
        """Logs the traceback; gives the reference that finds it."""
        reference = secrets.token_hex(4).upper()
        log.error("Reference %s: %s", reference, activity, exc_info=error)
        return reference
