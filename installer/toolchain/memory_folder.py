"""A folder in memory for the files of a test run, where the system has one."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - it is only used through TemporaryDirectory
NEEDED_BYTES: Final = 4 * 1024**3
MEMORY_INFO: Final = Path("/proc/meminfo")
PREFIX: Final = "counterpart-run-"
YOUNG_S: Final = 60
"""A folder this young may belong to a run that has not locked it yet."""


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
    remove_leftovers(SHARED_MEMORY, time.time())
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=SHARED_MEMORY, ignore_cleanup_errors=True) as folder:
        # As in the system's own folder, another user's process may open what a test gives it.
        Path(folder).chmod(0o711)
        with locked(Path(folder)):
            yield Path(folder)


def remove_leftovers(parent: Path, now: float) -> None:
    """Remove what killed runs left here: memory that nothing else frees. A running
    one holds the lock of its folder.
    """
    for folder in parent.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            state = folder.lstat()
            if state.st_uid == os.getuid() and state.st_mtime < now - YOUNG_S:
                with locked(folder):
                    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which ends with the process. An OSError if another holds it."""
    import fcntl  # noqa: PLC0415 - Windows has no such module, and no folder in memory

    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(opened)
