"""The own low-stock limit of an item. It is not part of the interface, so the item's revision
stays.
"""

from __future__ import annotations

from service.domain.catalogue.item_edit import LOW_LIMIT
from service.domain.changes import ChangeKind
from service.store.engine.transaction import Tx
from service.store.history.detail_changes import record_detail


def set_low_limit(tx: Tx, item_id: int, milli: int | None) -> None:
    """Sets the limit in thousandths; None is the limit of all items."""
    old = tx.scalar("SELECT low_milli FROM items WHERE id = ?", (item_id,))
    record_detail(tx, item_id, LOW_LIMIT, old, milli)
    tx.update("UPDATE items SET low_milli = ? WHERE id = ?", (milli, item_id))
    tx.mark_changed(ChangeKind.ITEMS)
