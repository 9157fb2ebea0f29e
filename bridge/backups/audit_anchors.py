"""Heads of the audit that were stored outside of the database: a chain that was cut lacks one."""

from __future__ import annotations

from pathlib import Path

from bridge.backups.backup_label import Label, installation_mark, is_own
from bridge.backups.backup_location import BackupLocation, list_backup_files
from bridge.backups.inspect_backup import read_backup_label
from service.domain.audit import AuditHead
from service.domain.errors import Unavailable
from service.store.audit_log import read_head_file


def list_known_heads(folder: Path) -> tuple[AuditHead, ...]:
    """The head next to the database, and those in the labels of this installation's backups.

    Read them before the database, so that an entry that is added meanwhile is no gap.
    """
    stored = read_head_file(folder)
    heads = [] if stored is None else [stored]
    try:
        location = BackupLocation(folder)
        mark = installation_mark(location.origin())
        files = [file for file in list_backup_files(location.backup_folder()) if is_own(file, mark)]
    except Unavailable:
        return tuple(heads)
    labels = [label for file in files if (label := read_backup_label(file)) is not None]
    return (*heads, *[head for label in labels if (head := _read_head(label)) is not None])


def _read_head(label: Label) -> AuditHead | None:
    try:
        return AuditHead(label.audit_id, bytes.fromhex(label.audit_hash)) if label.audit_id else None
    except ValueError:
        return None
