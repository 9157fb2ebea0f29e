"""Logs bugs of the sender in the program's log, under a reference that the owner sees."""

from __future__ import annotations

import logging

from service.domain.errors import make_error_reference

log = logging.getLogger(__name__)


class LogBugReporter:
    """The BugReporter port over the program's log."""

    def report(self, activity: str, error: BaseException) -> str:
        """Logs the traceback; returns the reference that finds it."""
        reference = make_error_reference()
        log.error("Reference %s: %s", reference, activity, exc_info=error)
        return reference
