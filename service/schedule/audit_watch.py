"""Stores the head of the audit outside of the database, and records a gap in the audit itself."""

from __future__ import annotations

import asyncio
import logging

from service.domain.audit import AuditHead, OwnerAction
from service.domain.times import HOUR, Clock, Millis
from service.store.audit_log import is_in_chain, read_head, read_head_file, record_action, store_head
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx

log = logging.getLogger(__name__)

INTERVAL: Millis = HOUR


class AuditWatch:
    """Woken by every new entry."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._folder = store.path.parent
        self._clock = clock
        self._fault = ""

    async def step(self) -> Millis | None:
        """Brings the file up to date; gives the moment of the next check. Raises Unavailable."""
        # The file first: another process stores its head after its commit.
        stored = await asyncio.to_thread(read_head_file, self._folder)
        head, is_known = await self._store.read(lambda db: _look_up(db, stored))
        if stored is not None and not is_known:
            log.error("The audit has lost entries: number %d is not in it as it was", stored.id)
            head = await self._store.write(lambda tx: record_gap(tx, stored))
        if head.id and head != stored:
            self._fault = await asyncio.to_thread(store_head, self._folder, head, self._fault)
        return self._clock.now() + INTERVAL


def record_gap(tx: Tx, missing: AuditHead) -> AuditHead:
    """Adds the entry that tells of missing ones, unless it was added since; gives the new head."""
    if not is_in_chain(tx, missing):
        record_action(
            tx, OwnerAction.GAP_FOUND, str(missing.id), missing_id=str(missing.id), missing_hash=missing.hash.hex()
        )
    return read_head(tx)


def _look_up(db: ReadTx, stored: AuditHead | None) -> tuple[AuditHead, bool]:
    return read_head(db), stored is not None and is_in_chain(db, stored)
