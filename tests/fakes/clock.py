"""A clock that moves only when a test sets it."""

from __future__ import annotations

from service.domain.times import Millis

START: Millis = 1_795_183_509_120
"""2026-11-20T14:05:09.120Z."""


class FakeClock:
    """Implements service.domain.times.Clock;
    the wall clock may be set back, the monotonic one never goes back.
    """

    def __init__(self, now: Millis = START) -> None:
        self._now = now
        self._monotonic = 0.0
        self._asleep = 0.0

    def now(self) -> Millis:
        return self._now

    def monotonic(self) -> float:
        return self._monotonic

    def since_boot(self) -> float:
        return self._monotonic + self._asleep

    def sleep(self, span: Millis) -> None:
        """The computer sleeps: only the clock for spans stops."""
        self._now += span
        self._asleep += span / 1000

    def advance(self, span: Millis) -> None:
        """Time passes on every clock."""
        self._now += span
        self._monotonic += span / 1000

    def set(self, now: Millis) -> None:
        """Somebody sets the computer's clock, back or forth."""
        self._now = now
