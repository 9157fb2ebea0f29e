"""Gives freed pages back to the disk, a few at a time."""

from __future__ import annotations

from service.store.engine.transaction import Tx

MIN_FREE_PAGES = 256
PAGES_PER_STEP = 128


def free_pages(tx: Tx) -> bool:
    """Frees up to STEP_PAGES pages; False when at most SPARE_PAGES are left."""
    free = tx.scalar("PRAGMA freelist_count")
    if free <= MIN_FREE_PAGES:
        return False
    tx.all(f"PRAGMA incremental_vacuum({min(PAGES_PER_STEP, free - MIN_FREE_PAGES)})")
    return True
