"""Whether the wall clock may be believed: it must agree with the time since the
computer started and with the last time that was believed.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.times import DAY, MINUTE, Clock, Millis

TOLERANCE: Millis = 5 * MINUTE
"""How far the wall clock may differ from what is expected."""

MAX_TIME_OFF: Millis = 60 * DAY
"""A computer that was off for longer than this asks its owner whether the clock is right."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """Both clocks at one moment; `since_boot` counts the computer's sleep."""

    wall: Millis
    since_boot: Millis


@dataclass(frozen=True, slots=True)
class PlausibleTimes:
    """The wall times that are believed when the boot clock shows `since_boot`."""

    earliest: Millis
    latest: Millis
    since_boot: Millis


@dataclass(frozen=True, slots=True)
class ClockDoubt:
    """What the wall clock was expected to show, and what it showed when the doubt began."""

    expected_at: Millis
    shown_at: Millis

    @property
    def is_ahead(self) -> bool:
        """Whether the clock went forward."""
        return self.shown_at > self.expected_at

    def estimate(self, now: Millis) -> Millis:
        """What time it is when the clock in doubt shows `now`: wrong as it is, it goes on."""
        return self.expected_at + max(now - self.shown_at, 0)

    def is_of_another_jump(self, earlier: ClockDoubt) -> bool:
        """Whether the clock was set once more since the earlier doubt."""
        moved = (self.shown_at - self.expected_at) - (earlier.shown_at - earlier.expected_at)
        return abs(moved) > TOLERANCE


@dataclass(frozen=True, slots=True)
class ClockRecord:
    """In the database: the time last believed, the doubt if any, how far time has passed."""

    trusted_at: Millis | None = None
    doubt: ClockDoubt | None = None
    settled_at: Millis | None = None
    """Up to this moment time has surely passed (`settle_time`)."""


@dataclass(frozen=True, slots=True)
class Cutoff:
    """What is from before this moment is old enough to be deleted. Only `find_cutoff` makes one."""

    at: Millis


def read_clocks(clock: Clock) -> ClockReading:
    return ClockReading(clock.now(), int(clock.since_boot() * 1000))


def expect_at_start(record: ClockRecord, reading: ClockReading) -> PlausibleTimes:
    """At a start: time went forward. A clock that was ahead is believed once it went back."""
    if record.doubt is not None:
        doubt = record.doubt
        latest = doubt.shown_at - 2 * TOLERANCE if doubt.is_ahead else doubt.expected_at + MAX_TIME_OFF
        return PlausibleTimes(doubt.expected_at - TOLERANCE, latest, reading.since_boot)
    if record.trusted_at is None:
        return expect_after(reading)
    return PlausibleTimes(record.trusted_at - TOLERANCE, record.trusted_at + MAX_TIME_OFF, reading.since_boot)


def expect_after(reading: ClockReading) -> PlausibleTimes:
    """What is believed after a reading that was believed."""
    return PlausibleTimes(reading.wall - TOLERANCE, reading.wall + TOLERANCE, reading.since_boot)


def find_doubt(plausible: PlausibleTimes, reading: ClockReading) -> ClockDoubt | None:
    """Why the reading is not believed, or None."""
    passed = reading.since_boot - plausible.since_boot
    earliest, latest = plausible.earliest + passed, plausible.latest + passed
    if earliest <= reading.wall <= latest:
        return None
    return ClockDoubt(earliest + TOLERANCE, reading.wall)


def estimate_time(plausible: PlausibleTimes, reading: ClockReading) -> Millis:
    """The wall clock where it is believed, else what it was expected to show."""
    doubt = find_doubt(plausible, reading)
    return reading.wall if doubt is None else doubt.expected_at


def settle_time(settled_at: Millis | None, wall: Millis, passed: Millis) -> Millis:
    """Up to when time has surely passed, after `passed` of a clock that is believed.

    It follows the wall clock twice as fast as time passes, and in each day makes up for most of
    what it is behind. So a clock that is wrong for a moment makes nothing old, also where nobody
    could tell: while the computer was off.
    """
    if settled_at is None:
        return wall
    behind = max(wall - settled_at, 0)
    return min(wall, settled_at + 2 * passed + behind * passed // DAY)


def find_cutoff(record: ClockRecord, age: Millis) -> Cutoff | None:
    """Before when a thing is older than `age`. None while the clock is in doubt, and until it was
    believed once: then nothing is deleted for its age.
    """
    if record.doubt is not None or record.settled_at is None:
        return None
    return Cutoff(record.settled_at - age)


def find_stored_doubt(record: ClockRecord, now: Millis) -> ClockDoubt | None:
    """The doubt in the database, else by the last believed time: for a process that has not
    watched the clock.
    """
    if record.doubt is not None:
        return record.doubt
    reading = ClockReading(now, 0)
    return find_doubt(expect_at_start(record, reading), reading)
