"""Makes the names in a folder durable: a rename may otherwise be undone by a loss of power."""

from __future__ import annotations

import errno
import os
from pathlib import Path

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
