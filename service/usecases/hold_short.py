"""Holds units that arrive for the orders that wait for them, in the same transaction."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from service.domain.catalogue.stock import Level
from service.domain.short_holds import ShortLine, share_out
from service.domain.times import Millis
from service.store import short_lines, stock_levels
from service.store.engine.transaction import Tx
from service.store.revisions import mark_item_changed


def hold_arrived(tx: Tx, shop_id: int, item_ids: Collection[int], now: Millis) -> None:
    """Holds the free units of these items for open orders that are short of them, oldest order
    first.
    """
    waiting = short_lines.find_short(tx, item_ids)
    for (item_id, branch_id), lines in groupby(waiting, lambda line: (line.item_id, line.branch_id)):
        _hold(tx, shop_id, item_id, branch_id, list(lines), now)


def _hold(tx: Tx, shop_id: int, item_id: int, branch_id: int, lines: list[ShortLine], now: Millis) -> None:
    level = stock_levels.get_level(tx, item_id, branch_id)
    if level is None or not level.free:
        return
    holds = share_out(level.free, lines)
    short_lines.add_holds(tx, holds)
    reserved = level.reserved + sum(hold.milli for hold in holds)
    stock_levels.set_level(tx, item_id, branch_id, Level(level.quantity, reserved))
    mark_item_changed(tx, shop_id, item_id, now)
