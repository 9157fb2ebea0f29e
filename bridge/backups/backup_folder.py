"""Whether the owner's backup folder is the chosen one, or the empty mount point of an absent stick.

A mount point exists without its stick too, on the system's own disk. So a chosen folder gets a
small marker file of this installation, and counts as present only if it has this file, or a backup
of this installation.
"""

from __future__ import annotations

from pathlib import Path

from bridge.backups.backup_label import is_own
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import Sentence, message

_MARKER_TEXT = "Counterpart keeps its backups in this folder and knows it by this file. Leave it here.\n"


class BackupFolderMissing(Unavailable):
    """The folder that the owner chose is missing; what to do is the same for a stick, a disk and a
    network folder.
    """

    def __init__(self, message: Sentence) -> None:
        super().__init__(message, UnavailableCode.BACKUP_FOLDER_AWAY)


def missing_folder_error(folder: Path) -> BackupFolderMissing:
    """The error for a path that does not exist."""
    return BackupFolderMissing(
        message(
            "The folder for backups, {folder}, is not there. Plug the stick in, or choose another.", folder=str(folder)
        )
    )


def empty_mount_error(folder: Path) -> BackupFolderMissing:
    """The error for a folder of that path that is not the chosen one."""
    return BackupFolderMissing(
        message(
            "The stick or disk for backups is not there: {folder} is the empty folder where it belongs. Plug it in; "
            "if this is a new one, choose the folder again.",
            folder=str(folder),
        )
    )


def marker_path(folder: Path, mark: str) -> Path:
    """The file by which an installation recognises its folder."""
    return folder / f".counterpart-{mark}.txt"


def is_recognised(folder: Path, mark: str) -> bool:
    """Whether the folder has something of this installation. Raises OSError."""
    return marker_path(folder, mark).exists() or any(is_own(file, mark) for file in folder.iterdir())


def write_marker(folder: Path, mark: str) -> None:
    """Marks the folder as this installation's. Raises OSError."""
    marker = marker_path(folder, mark)
    if not marker.exists():
        marker.write_text(_MARKER_TEXT, encoding="utf-8")
