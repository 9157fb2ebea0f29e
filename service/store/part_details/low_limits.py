"""The own low-stock limit of an item. It is not part of the interface, so no revision counts it."""

from __future__ import annotations

from service.domain.changes import ChangeKind
from service.store.engine.transaction import Tx


def set_low_limit(tx: Tx, item_id: int, milli: int | None) -> None:
    """Sets the limit in thousandths; None is the limit of all items."""
    tx.update("UPDATE items SET low_milli = ? WHERE id = ?", (milli, item_id))
    tx.mark_changed(ChangeKind.ITEMS)
