"""The log of the owner's actions, and its newest hash in a file next to the database."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from itertools import starmap
from pathlib import Path

from service.domain.audit import NO_HEAD, AuditEntry, AuditHead, OwnerAction, make_entry
from service.domain.changes import ChangeKind
from service.domain.sentences import os_reason
from service.domain.shops import Shop
from service.store.engine.dialect import NO_LIMIT
from service.store.engine.transaction import ReadTx, Tx

log = logging.getLogger(__name__)

FILE_NAME = "audit-head.json"
_MAX_BYTES = 1_000
_COLUMNS = "id, at, actor, action, shop, subject, details, hash"


def read_head_file(folder: Path) -> AuditHead | None:
    """The stored head; None if there is none or it cannot be read."""
    try:
        with (folder / FILE_NAME).open("rb") as file:
            head = json.loads(file.read(_MAX_BYTES))
        return AuditHead(int(head["id"]), bytes.fromhex(head["hash"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_head_file(folder: Path, head: AuditHead) -> None:
    """Replaces the file in one step. Raises OSError."""
    target = folder / FILE_NAME
    partial = target.with_name(f".{FILE_NAME}.{os.getpid()}.part")
    try:
        with partial.open("w", encoding="ascii") as file:
            json.dump({"id": head.id, "hash": head.hash.hex()}, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def store_head(folder: Path, head: AuditHead, said: str = "") -> str:
    """The same for what is committed already: the next entry tries again after a fault of the disk.
    Returns the fault, "" if there is none; it is logged unless it is the one that was `said`.
    """
    try:
        write_head_file(folder, head)
    except OSError as error:
        fault = str(os_reason(error))
        if fault != said:
            log.warning("%s is not up to date: %s. The next entry of the audit tries again.", FILE_NAME, fault)
        return fault
    return ""


def record_action(tx: Tx, action: OwnerAction, subject: str = "", *, shop: Shop | None = None, **details: str) -> None:
    """Adds an entry by the transaction's origin. `details` hold no secret."""
    tx.take_lock("audit")
    where = "" if shop is None else f"{shop.name}, staging" if shop.staging else shop.name
    entry = make_entry(read_head(tx), tx.origin, action, shop=where, subject=subject, details=details)
    tx.insert(
        f"INSERT INTO audit_entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (entry.id, entry.at, entry.actor, entry.action, entry.shop, entry.subject, entry.details, entry.hash),
    )
    tx.mark_changed(ChangeKind.AUDIT)


def read_head(db: ReadTx) -> AuditHead:
    """The newest entry's number and hash."""
    return db.one_as(AuditHead, "SELECT id, hash FROM audit_entries ORDER BY id DESC LIMIT 1") or NO_HEAD


def is_in_chain(db: ReadTx, head: AuditHead) -> bool:
    """Whether the chain has this entry with this hash."""
    return db.one("SELECT 1 FROM audit_entries WHERE id = ? AND hash = ?", (head.id, head.hash)) is not None


def list_entries(db: ReadTx, *, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
    """Newest first; with `before` those older than that entry."""
    sql = f"SELECT {_COLUMNS} FROM audit_entries WHERE id < ? ORDER BY id DESC LIMIT ?"
    return db.all_as(AuditEntry, sql, (before or NO_LIMIT, limit))


def iterate_entries(db: ReadTx) -> Iterator[AuditEntry]:
    """All of them, oldest first."""
    return starmap(AuditEntry, db.execute(f"SELECT {_COLUMNS} FROM audit_entries ORDER BY id"))
