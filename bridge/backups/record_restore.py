"""A restore in the audit: it continues the chain and says what is missing of it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from service.domain.audit import AuditHead, Origin, OwnerAction
from service.domain.times import Millis, format_rfc3339
from service.store.audit_log import is_in_chain, read_head, read_head_file, record_action
from service.store.engine.checkpoints import empty_log
from service.store.engine.connection import connect
from service.store.engine.transaction import Tx


def record_restore(restored: Path, folder: Path, backup: Path, made_at: Millis, origin: Origin) -> AuditHead:
    """Adds the restore to the database that will be used; gives the new head of its chain. Raises
    sqlite3.Error.
    """
    with closing(connect(restored, writes=True)) as db:
        db.execute("BEGIN IMMEDIATE")
        tx = Tx(db, origin=origin)
        stored = read_head_file(folder)
        made = format_rfc3339(made_at)
        if stored is None or is_in_chain(tx, stored):
            record_action(tx, OwnerAction.RESTORED, backup.name, made_at=made)
        else:
            lost, last = str(stored.id), stored.hash.hex()
            record_action(tx, OwnerAction.RESTORED, backup.name, made_at=made, missing_id=lost, missing_hash=last)
        db.execute("COMMIT")
        head = read_head(tx)
        empty_log(db)
    return head
