"""Replaces a file that only its user may read, all or nothing."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from service.store.recovery.folder_sync import sync_folder


def replace_private_file(path: Path, data: bytes) -> None:
    """Replaces the file; the new one is on the disk before it is renamed. Raises OSError."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    with contextlib.suppress(FileNotFoundError):
        new.unlink()
    try:
        number = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
