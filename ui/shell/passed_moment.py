"""Knows when a time that a pane displays as the next one has passed."""

from __future__ import annotations

from service.domain.times import MINUTE, Millis


class PassedMoment:
    """The service sets a new time without a commit, as where a file is tried again after ten
    minutes, so the pane asks once after each has passed.
    """

    def __init__(self) -> None:
        self._shown: Millis | None = None
        self._asked: Millis | None = None

    def show(self, moment: Millis | None) -> None:
        """The time that is displayed now."""
        self._shown = moment

    def is_due(self, now: Millis) -> bool:
        """True once for each time that passed a minute ago."""
        shown = self._shown
        if shown is None or shown == self._asked or now < shown + MINUTE:
            return False
        self._asked = shown
        return True
