"""The audit for the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from bridge.backups.audit_anchors import list_known_heads
from bridge.gateway.store_gateway import StoreGateway
from service.domain.audit import AuditEntry, AuditReport, check_chain
from service.store.audit_log import iterate_entries, list_entries
from service.store.engine.store import Store


class AuditBackend:
    """Carries out ui.backend.people_port.Audit."""

    def __init__(self, store_gateway: StoreGateway, folder: Path) -> None:
        self._store_gateway = store_gateway
        self._folder = folder

    def list(self, before: int | None, limit: int) -> Future[tuple[AuditEntry, ...]]:
        return self._store_gateway.read(lambda db: tuple(list_entries(db, before=before, limit=limit)))

    def check(self) -> Future[AuditReport]:
        """Checks every entry, in a worker: the heads of the backups are read from files."""

        def check(store: Store, _is_cancelled: Callable[[], bool]) -> AuditReport:
            known = list_known_heads(self._folder)
            return store.submit_read(lambda db: check_chain(iterate_entries(db), known)).result()

        return self._store_gateway.run_long(check)
