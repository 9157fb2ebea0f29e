"""The time that the store vouches for, and what is kept of a clock that is in doubt."""

from __future__ import annotations

from service.domain.clock_trust import ClockDoubt, ClockRecord, find_stored_doubt
from service.domain.times import DAY, Millis
from service.store.call_log.call_pages import NO_SHOP
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


def read_trusted_time(db: ReadTx, now: Millis) -> Millis:
    """`now`, but at most a day after the newest call or event that is itself a day old or more.

    A clock that jumps far ahead therefore makes nothing old until it has written calls or events
    for a day.
    """
    known = _find_newest_until(db, now - DAY)
    return now if known is None else min(now, known + DAY)


def read_believed_time(db: ReadTx, now: Millis) -> Millis:
    """`now`, or while the clock is in doubt what it was expected to show.

    For a process that has not watched the clock; the service asks its `ClockGuard`.
    """
    doubt = find_stored_doubt(read_clock_record(db), now)
    return now if doubt is None else doubt.expected_at


def _find_newest_until(db: ReadTx, moment: Millis) -> Millis | None:
    newest: Millis | None = db.scalar(
        "SELECT max(at) FROM (SELECT (SELECT max(at) FROM calls WHERE shop_id = shop.id AND at <= ?1) AS at "
        f"FROM (SELECT {NO_SHOP} AS id UNION ALL SELECT id FROM shops) AS shop "
        "UNION ALL SELECT max(created_at) FROM events WHERE created_at <= ?1)",
        (moment,),
    )
    return newest
