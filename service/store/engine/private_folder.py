"""Makes a folder inside the data folder, for those who may use the data folder."""

from __future__ import annotations

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
