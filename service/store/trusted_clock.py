"""The time that the store vouches for, and what is kept of a clock that is in doubt."""

from __future__ import annotations

from service.domain.clock_trust import ClockDoubt, ClockRecord, Cutoff, find_cutoff, find_stored_doubt
from service.domain.times import Millis
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import write_setting

_TRUSTED_AT = "clock_trusted_at"
_DOUBT = "clock_doubt"
_SETTLED_AT = "clock_settled_at"
CLOCK_SETTINGS = (_TRUSTED_AT, _DOUBT, _SETTLED_AT)


def read_clock_record(db: ReadTx) -> ClockRecord:
    """The last time that was believed, the doubt if there is one, and how far time has passed."""
    rows = dict(db.all("SELECT name, value FROM settings WHERE name IN (?, ?, ?)", CLOCK_SETTINGS))
    trusted_at, doubt, settled_at = (rows.get(name) for name in CLOCK_SETTINGS)
    return ClockRecord(
        None if trusted_at is None else int(trusted_at),
        None if doubt is None else ClockDoubt(*(int(part) for part in doubt.split())),
        None if settled_at is None else int(settled_at),
    )


def write_trusted_time(tx: Tx, now: Millis) -> None:
    """The wall clock is believed now; a doubt is over."""
    write_setting(tx, _TRUSTED_AT, str(now))
    write_setting(tx, _DOUBT, None)


def write_settled_time(tx: Tx, settled_at: Millis) -> None:
    """Time has surely passed up to this moment."""
    write_setting(tx, _SETTLED_AT, str(settled_at))


def write_doubt(tx: Tx, doubt: ClockDoubt) -> None:
    """The wall clock is not believed until the doubt is over."""
    write_setting(tx, _DOUBT, f"{doubt.expected_at} {doubt.shown_at}")


def read_cutoff(db: ReadTx, age: Millis) -> Cutoff | None:
    """Before when a row or a file is older than `age`; None while nothing may be deleted. Whatever
    deletes by time asks this, in any process: it does not look at the clock.
    """
    return find_cutoff(read_clock_record(db), age)


def read_believed_time(db: ReadTx, now: Millis) -> Millis:
    """`now`, or in a doubt the expected time, for a process that has not watched the clock."""
    doubt = find_stored_doubt(read_clock_record(db), now)
    return now if doubt is None else doubt.estimate(now)
