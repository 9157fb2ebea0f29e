"""The audit: what the owner did."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from service.domain.audit import AuditEntry, AuditReport


class Audit(Protocol):
    """The entries of the whole installation, and whether they are whole."""

    def list(self, before: int | None, limit: int) -> Future[tuple[AuditEntry, ...]]:
        """Newest first; with `before` those older than that entry."""
        ...

    def check(self) -> Future[AuditReport]: ...
