"""Whether the owner's folder for backups is the one that was chosen,
or the empty place where its stick belongs.

A mount folder is there without its stick too, on the system's own disk. So a folder that was chosen
carries a small file of this installation's, and counts as there only while that, or a backup of
this installation's, lies in it.
"""

from __future__ import annotations

from pathlib import Path

from bridge.backups.backup_label import is_own
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import Sentence, message

_MARKER_TEXT = "Counterpart keeps its backups in this folder and knows it by this file. Leave it here.\n"


class BackupFolderMissing(Unavailable):
    """The folder that the owner chose is not there;
    what to do is the same for a stick, a disk and a network folder.
    """

    def __init__(self, message: Sentence) -> None:
        super().__init__(message, UnavailableCode.BACKUP_FOLDER_AWAY)


def missing_folder_error(folder: Path) -> BackupFolderMissing:
    """Nothing is there by that name."""
    return BackupFolderMissing(
        message(
            "The folder for backups, {folder}, is not there. Plug the stick in, or choose another.", folder=str(folder)
        )
    )


def empty_mount_error(folder: Path) -> BackupFolderMissing:
    """A folder of that name is there, but not the one that was chosen."""
    return BackupFolderMissing(
        message(
            "The stick or disk for backups is not there: {folder} is the empty folder where it belongs. Plug it in; "
            "if this is a new one, choose the folder again.",
            folder=str(folder),
        )
    )


def marker_path(folder: Path, mark: str) -> Path:
    """The file by which an installation knows its folder again."""
    return folder / f".counterpart-{mark}.txt"


def is_recognised(folder: Path, mark: str) -> bool:
    """Whether something of this installation lies in it. Raises OSError."""
    return marker_path(folder, mark).exists() or any(is_own(file, mark) for file in folder.iterdir())


def write_marker(folder: Path, mark: str) -> None:
    """Makes it known from now on. Raises OSError."""
    marker = marker_path(folder, mark)
    if not marker.exists():
        marker.write_text(_MARKER_TEXT, encoding="utf-8")
