"""Mirrored orders that the marketplace does not list, and those whose window has passed there
(link §2).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from service.domain.sentences import message
from service.domain.times import SECOND, Millis
from service.store.engine.transaction import ReadTx, Tx
from service.store.link import mirror

AFTER_DEADLINE: Millis = SECOND
"""The marketplace needs a moment to cancel an order whose window has passed."""


def note_missing(tx: Tx, shop_id: int, order_ids: Collection[int], now: Millis) -> None:
    """Notes orders that none of the complete lists had. Once is chance: an order can move while
    lists are read.
    """
    for order_id in order_ids:
        before = mirror.get_mirror(tx, order_id)
        if before is None:
            continue
        if before.missing_since is None:
            after = replace(before, missing_since=now)
        else:
            lost = message("The marketplace no longer lists this order. It stays as it is here: ask the marketplace.")
            after = replace(before, difference=lost)
        mirror.update_mirror(tx, before, after)
    mirror.clear_found(tx, shop_id, order_ids)


def placed_until(db: ReadTx, shop_id: int, now: Millis) -> Millis | None:
    """When the next placed mirrored order has to be read again, because its window ends."""
    deadline = mirror.next_deadline(db, shop_id, now - AFTER_DEADLINE)
    return None if deadline is None else deadline + AFTER_DEADLINE
