"""A stock movement inside the service: sale, job, return or count (contract §3.5)."""

from __future__ import annotations

from service.domain.catalogue.stock import MOVEMENTS, Cause, Level, apply_movement
from service.domain.errors import Refused
from service.domain.history.write_causes import WRITTEN_BY_HAND
from service.domain.sentences import message
from service.domain.shops import Shop, check_writable
from service.domain.times import Millis
from service.store import items, shops, stock_levels
from service.store.engine.transaction import Tx
from service.store.history.item_writes import record_write
from service.usecases.update_held_units import StockMovement, record_movement


def move_stock(  # noqa: PLR0913 - a movement has that many facts
    tx: Tx,
    shop: Shop,
    sku: str,
    cause: Cause,
    milli: int,
    *,
    branch: str | None,
    by: str,
    now: Millis,
    note: str | None = None,
) -> Level:
    """Moves `milli` thousandths of an item at a branch (main for None); returns the level after it.

    Raises Refused (read-only, held, not enough) or NotFound.
    """
    with record_write(tx, shop.id, WRITTEN_BY_HAND, by=by, now=now):
        return move_in_write(tx, shop, sku, cause, milli, branch=branch, by=by, now=now, note=note)


def move_in_write(  # noqa: PLR0913 - a movement has that many facts
    tx: Tx,
    shop: Shop,
    sku: str,
    cause: Cause,
    milli: int,
    *,
    branch: str | None,
    by: str,
    now: Millis,
    note: str | None = None,
) -> Level:
    """The same as a part of a larger write, which the caller records."""
    check_writable(shop)
    if cause not in MOVEMENTS:
        raise Refused("unknown_cause", message("{cause} is no movement; use sale, job, return or count.", cause=cause))
    if milli < 0:
        raise Refused(
            "negative_quantity",
            message("A quantity says how many units move and is never below 0; the cause says where."),
        )
    if milli == 0 and cause is not Cause.COUNT:
        raise Refused("nothing_moved", message("A quantity of 0 moves nothing; give how many units move."))
    item = items.get_item(tx, shop.id, sku)
    at = shops.find_branch(tx, shop.id, branch)
    before = stock_levels.get_level(tx, item.id, at.id)
    level = before or Level(0, 0)
    after = apply_movement(level, cause, milli, item.sku, at.name)
    if before is None or after != before:
        record_movement(tx, shop, StockMovement(item.id, item.sku, at, level, after, cause, note), by=by, now=now)
    return after
