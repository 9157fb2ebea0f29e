"""What is known of the wall clock, as settings of the installation."""

from __future__ import annotations

from service.domain.clock_trust import ClockDoubt, ClockRecord
from service.domain.times import Millis
from service.store.engine.transaction import ReadTx, Tx
from service.store.settings import write_setting

_TRUSTED_AT = "clock_trusted_at"
_DOUBT = "clock_doubt"


def read_clock_record(db: ReadTx) -> ClockRecord:
    """The last time that was believed, and the doubt if there is one."""
    rows = dict(db.all("SELECT name, value FROM settings WHERE name IN (?, ?)", (_TRUSTED_AT, _DOUBT)))
    trusted_at, doubt = rows.get(_TRUSTED_AT), rows.get(_DOUBT)
    return ClockRecord(
        None if trusted_at is None else int(trusted_at),
        None if doubt is None else ClockDoubt(*(int(part) for part in doubt.split())),
    )


def write_trusted_time(tx: Tx, now: Millis) -> None:
    """The wall clock is believed now; a doubt is over."""
    write_setting(tx, _TRUSTED_AT, str(now))
    write_setting(tx, _DOUBT, None)


def write_doubt(tx: Tx, doubt: ClockDoubt) -> None:
    """The wall clock is not believed until the doubt is over."""
    write_setting(tx, _DOUBT, f"{doubt.expected_at} {doubt.shown_at}")
