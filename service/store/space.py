"""Gives freed pages back to the disk, a few at a time."""

from __future__ import annotations

from service.store.transaction import Tx

SPARE_PAGES = 256
STEP_PAGES = 128


def shrink_step(tx: Tx) -> bool:
    """Frees up to STEP_PAGES pages; False once no more than SPARE_PAGES are free."""
    free = tx.scalar("PRAGMA freelist_count")
    if free <= SPARE_PAGES:
        return False
    tx.all(f"PRAGMA incremental_vacuum({min(STEP_PAGES, free - SPARE_PAGES)})")
    return True
