"""While the wall clock is in doubt no order expires. Afterwards each has 30 minutes again."""

from __future__ import annotations

from service.domain.actors import TIME
from service.domain.audit import OwnerAction
from service.domain.clock_trust import ClockDoubt, find_stored_doubt
from service.domain.marketplace.orders import RESTART_TIME, restart_time
from service.domain.times import Millis, format_rfc3339
from service.store import orders
from service.store.audit_log import record_action
from service.store.engine.transaction import ReadTx, Tx
from service.store.trusted_clock import read_clock_record, write_doubt, write_settled_time, write_trusted_time


def find_clock_doubt(db: ReadTx, now: Millis) -> ClockDoubt | None:
    """Why the wall clock is not believed, or None."""
    return find_stored_doubt(read_clock_record(db), now)


def begin_clock_doubt(tx: Tx, doubt: ClockDoubt) -> None:
    """From now on no placed order has a time to accept."""
    write_doubt(tx, doubt)
    orders.clear_accept_times(tx)


def settle_clock(tx: Tx, *, by: str, now: Millis, settled_at: Millis | None = None) -> int:
    """Each placed order without a time to accept has 30 minutes from now; returns how many."""
    write_trusted_time(tx, now)
    if settled_at is not None:
        write_settled_time(tx, settled_at)
    if by != TIME:
        record_action(tx, OwnerAction.CLOCK_CONFIRMED, format_rfc3339(now))
    waiting = orders.list_orders_without_time(tx)
    for order in waiting:
        restarted = restart_time(order, now)
        orders.update_order(tx, restarted)
        orders.add_history(
            tx, restarted, action=RESTART_TIME, from_status=order.status, reason=None, actor=by, refunded=False
        )
    return len(waiting)
