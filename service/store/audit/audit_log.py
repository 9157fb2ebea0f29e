"""The entries of the audit: added in the transaction of the action, never changed or deleted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.domain.audit.audit_entry import NO_HEAD, AuditEntry, AuditHead, OwnerAction, make_entry
from service.domain.changes import ChangeKind
from service.domain.shops import Shop
from service.store.engine.transaction import ReadTx, Tx

_COLUMNS = "id, at, actor, action, shop, subject, details, hash"


def record_action(tx: Tx, action: OwnerAction, subject: str = "", *, shop: Shop | None = None, **details: str) -> None:
    """Adds an entry by the transaction's origin. `details` hold no secret."""
    where = "" if shop is None else f"{shop.name}, staging" if shop.staging else shop.name
    entry = make_entry(read_head(tx), tx.origin, action, shop=where, subject=subject, details=details)
    tx.insert(
        f"INSERT INTO audit_entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (entry.id, entry.at, entry.actor, entry.action, entry.shop, entry.subject, entry.details, entry.hash),
    )
    tx.mark_changed(ChangeKind.AUDIT)


def read_head(db: ReadTx) -> AuditHead:
    """The newest entry's number and hash."""
    row = db.one("SELECT id, hash FROM audit_entries ORDER BY id DESC LIMIT 1")
    return NO_HEAD if row is None else AuditHead(row[0], row[1])


def is_in_chain(db: ReadTx, head: AuditHead) -> bool:
    """Whether the chain has this entry with this hash."""
    return db.one("SELECT 1 FROM audit_entries WHERE id = ? AND hash = ?", (head.id, head.hash)) is not None


def list_entries(db: ReadTx, *, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
    """Newest first; with `before` those older than that entry."""
    rows = db.all(
        f"SELECT {_COLUMNS} FROM audit_entries WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2", (before, limit)
    )
    return [_make_entry(row) for row in rows]


def iterate_entries(db: ReadTx) -> Iterator[AuditEntry]:
    """All of them, oldest first."""
    return map(_make_entry, db.execute(f"SELECT {_COLUMNS} FROM audit_entries ORDER BY id"))


def _make_entry(row: Any) -> AuditEntry:
    return AuditEntry(*row)
