"""A folder in memory for the files of a test run, where the system has one."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - it is only used through TemporaryDirectory
NEEDED_BYTES: Final = 4 * 1024**3
MEMORY_INFO: Final = Path("/proc/meminfo")


def has_room(folder: Path, memory_info: str) -> bool:
    """Whether a run fits into this memory folder and may start programs from it. The system must
    keep as much memory again for the tests themselves.
    """
    if sys.platform != "linux":
        return False
    try:
        state = os.statvfs(folder)
    except OSError:
        return False
    if state.f_flag & os.ST_NOEXEC or state.f_bavail * state.f_frsize < NEEDED_BYTES:
        return False
    return available_bytes(memory_info) >= 2 * NEEDED_BYTES


def available_bytes(memory_info: str) -> int:
    """What Linux says it can give to programs, in bytes; 0 if it does not say."""
    for line in memory_info.splitlines():
        name, _, value = line.partition(":")
        amount = value.split()
        if name == "MemAvailable" and amount and amount[0].isdigit():
            return int(amount[0]) * 1024
    return 0


@contextlib.contextmanager
def fast_temporary_folder() -> Iterator[Path | None]:
    """A folder in memory that is removed at the end, or None where files stay on the disk. The
    program waits for the disk after each write, which is a quarter of the time of a test run.
    """
    memory_info = MEMORY_INFO.read_text() if MEMORY_INFO.exists() else ""
    if not has_room(SHARED_MEMORY, memory_info):
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="counterpart-", dir=SHARED_MEMORY, ignore_cleanup_errors=True) as folder:
        # As in the system's own folder, another user's process may open what a test gives it.
        Path(folder).chmod(0o711)
        yield Path(folder)
