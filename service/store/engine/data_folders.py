"""Folders of the data: who may use them, and that their names are on the disk."""

from __future__ import annotations

import errno
import os
from pathlib import Path

_OF_ITS_USER = 0o700
_AS_THE_FOLDER_ABOVE = 0o777


def make_private_folder(folder: Path) -> None:
    """Makes the folder and those above it; one that exists is not changed. Raises OSError."""
    folder.mkdir(mode=choose_mode(os.name), parents=True, exist_ok=True)


def choose_mode(system: str) -> int:
    """The mode for the system that `os.name` names. On Windows, mode 0700 lets in nobody but the
    account that makes the folder, whatever the data folder allows. The service and its owner have
    two accounts and share the data folder.
    """
    return _AS_THE_FOLDER_ABOVE if system == "nt" else _OF_ITS_USER


_NOT_OFFERED = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""What some network folders answer: they have no such call."""


def sync_folder(folder: Path) -> None:
    """Writes the folder's names to the disk, but on Windows, which needs none. Raises OSError."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in _NOT_OFFERED:
            raise
    finally:
        os.close(number)
