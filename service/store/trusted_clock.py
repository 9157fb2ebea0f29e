"""The time from which age counts: nothing is deleted because of a clock that may be wrong."""

from __future__ import annotations

from service.domain.times import DAY, Millis
from service.store.call_log.call_pages import NO_SHOP
from service.store.engine.transaction import ReadTx


def read_trusted_time(db: ReadTx, now: Millis) -> Millis:
    """`now`, but at most a day after the newest call or event that is itself a day old or more.

    A clock that jumps far ahead therefore makes nothing old until it has written calls or events
    for a day.
    """
    known = _find_newest_until(db, now - DAY)
    return now if known is None else min(now, known + DAY)


def _find_newest_until(db: ReadTx, moment: Millis) -> Millis | None:
    found: Millis | None = db.scalar(
        "SELECT max(at) FROM (SELECT (SELECT max(at) FROM calls WHERE shop_id = shop.id AND at <= ?1) AS at "
        f"FROM (SELECT {NO_SHOP} AS id UNION ALL SELECT id FROM shops) AS shop "
        "UNION ALL SELECT max(created_at) FROM events WHERE created_at <= ?1)",
        (moment,),
    )
    return found
