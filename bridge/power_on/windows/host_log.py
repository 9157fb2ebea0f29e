"""What the service prints: a file of the data folder, and Windows' event log."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from service.store.engine.private_folder import make_private_folder

FILE_BYTES: Final = 1024 * 1024


class HostLog:
    """One file, and the one before it. A log that cannot be written stops nothing."""

    def __init__(self, path: Path, report_event: Callable[[str], object] = lambda _text: None) -> None:
        self._path = path
        self._report_event = report_event

    def say(self, text: str) -> None:
        """Writes one line, with the time in UTC."""
        with contextlib.suppress(OSError), self._open() as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} {text}\n".encode())
        self._report_event(text)

    def open_to_write(self) -> IO[bytes]:
        """The file to write to, or a place that drops everything."""
        with contextlib.suppress(OSError):
            return self._open()
        return Path(os.devnull).open("ab")

    def _open(self) -> IO[bytes]:
        make_private_folder(self._path.parent)
        with contextlib.suppress(OSError):  # not there yet, or in use
            if self._path.stat().st_size > FILE_BYTES:
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
        return self._path.open("ab")
