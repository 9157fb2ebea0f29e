"""The newest entry's hash in a file next to the database: a chain that was cut no longer has it.

Who can write to the folder can change both; the heads in the labels of backups remain.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

from service.domain.audit.audit_entry import AuditHead

log = logging.getLogger(__name__)

FILE_NAME = "audit-head.json"
_MAX_BYTES = 1_000


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


def store_head(folder: Path, head: AuditHead) -> None:
    """The same for what is committed already: a fault of the disk is logged, and the next entry
    tries again.
    """
    try:
        write_head_file(folder, head)
    except OSError as error:
        log.warning("The head of the audit could not be stored: %s", error)
