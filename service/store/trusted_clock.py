"""The time that counts where a clock that may be wrong would delete rows or end keys."""

from __future__ import annotations

from service.domain.clock_trust import find_stored_doubt
from service.domain.times import DAY, Millis
from service.store.call_log.call_pages import NO_SHOP
from service.store.clock_record import read_clock_record
from service.store.engine.transaction import ReadTx


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
