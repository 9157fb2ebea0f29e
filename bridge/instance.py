"""One program for each data folder: whoever starts second is told so (CONTRACT.md section 8)."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from service.domain.errors import CounterpartError, Unavailable

_LOCK_FILE = "counterpart.lock"
_OWNER_FILE = "counterpart.pid"


class AlreadyRunning(CounterpartError):
    """Another process has this data folder."""

    def __init__(self, folder: Path, process: str) -> None:
        who = f" (process {process})" if process else ""
        super().__init__(
            f"Counterpart is already running{who} with the data in {folder}. Use that one, or end it first."
        )


class WindowShown(CounterpartError):
    """The program that runs already has brought its window to the front."""

    def __init__(self) -> None:
        super().__init__("Counterpart is already running; its window has been brought to the front.")


def is_running(folder: Path) -> bool:
    """Whether a program has this data folder now; takes no hold, so as to get in nobody's way."""
    try:
        process = int((folder / _OWNER_FILE).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False
    return psutil.pid_exists(process)


class Instance:
    """The hold on a data folder: let go by the system itself when the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Takes the hold. Raises AlreadyRunning or Unavailable."""
        self._owner = folder / _OWNER_FILE
        self._lock = FileLock(folder / _LOCK_FILE)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
            self._owner.write_text(f"{os.getpid()}\n", encoding="ascii")
        except Timeout as error:
            raise AlreadyRunning(folder, self._process()) from error
        except OSError as error:
            raise Unavailable(f"The data folder {folder} cannot be used: {error.strerror}.") from error

    def release(self) -> None:
        """Lets go of the folder."""
        self._owner.unlink(missing_ok=True)
        self._lock.release()

    def _process(self) -> str:
        try:
            return self._owner.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""
