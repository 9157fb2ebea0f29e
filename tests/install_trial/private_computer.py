"""A loopback of the trial's own, where no other program listens, and a disk that can be full."""

from __future__ import annotations

import ctypes
import shutil
import sys
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from installer.surroundings import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CLONE_NEWNET: Final = 0x40000000
_CLONE_NEWNS: Final = 0x20000
_ROOM: Final = 4 * 1024**3


def enter_private_network() -> bool:
    """From here on this process and what it starts reach each other and nothing else;
    whether that was allowed.
    """
    if sys.platform != "linux" or shutil.which("ip") is None:
        return False
    if ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWNET):
        return False
    run(["ip", "link", "set", "lo", "up"])
    return True


def enter_private_mounts() -> bool:
    """From here on what this process mounts is seen by what it starts and by nobody else; whether
    that was allowed.
    """
    if sys.platform != "linux" or ctypes.CDLL(None, use_errno=True).unshare(_CLONE_NEWNS):
        return False
    run(["mount", "--make-rprivate", "/"])
    return True


class SmallDisk:
    """The disk below one folder. It ends with the process that mounted it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with tempfile.TemporaryDirectory(prefix="counterpart-disk-") as aside:
            shutil.copytree(folder, aside, symlinks=True, dirs_exist_ok=True)
            run(["mount", "-t", "tmpfs", "-o", f"size={_ROOM},mode=0755", "tmpfs", folder])
            shutil.copytree(aside, folder, symlinks=True, dirs_exist_ok=True)

    @contextmanager
    def is_full(self, left: int) -> Iterator[None]:
        """It takes that many bytes more and nothing after them."""
        self._limit(shutil.disk_usage(self._folder).used + left)
        try:
            yield
        finally:
            self._limit(_ROOM)

    def close(self) -> None:
        """Take it away; what still has a file open there keeps that file."""
        run(["umount", "-l", self._folder])

    def _limit(self, size: int) -> None:
        run(["mount", "-o", f"remount,size={size}", self._folder])
