"""One program per data folder: others get an error (contract §8.4), or wait while it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from service.domain.errors import CounterpartError, Unavailable
from service.domain.sentences import Sentence, message, os_reason

_LOCK_FILE = "counterpart.lock"
_OWNER_FILE = "counterpart.pid"
_LOCK_WAIT_S = 0.3
_PAUSE_S = 0.2
END_LIMIT_S = 30.0
_ENDING = "ending"

IS_ENDING = message("Counterpart is ending; waiting for it.")


class AlreadyRunning(CounterpartError):
    """Another process uses this data folder. `is_ending`: it will soon use it no more."""

    def __init__(self, folder: Path, process: str, *, is_ending: bool = False) -> None:
        self.is_ending = is_ending
        who = f" (process {process})" if process else ""
        super().__init__(
            f"Counterpart is already running{who} with the data in {folder}. Use that one, or end it first."
        )


class OlderVersionRuns(CounterpartError):
    """The data is of an older version, whose program uses it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"An older version of Counterpart is running with the data in {folder}. Nothing was changed. "
            "End it, then try again."
        )


class WindowShown(CounterpartError):
    """The running program has brought its window to the front."""

    def __init__(self) -> None:
        super().__init__("Counterpart is already running; its window has been brought to the front.")


def is_running(folder: Path) -> bool:
    """Whether a program uses the folder, by its lock: a stored process number may be reused."""
    path = folder / _LOCK_FILE
    if not path.exists():
        return _is_folder_locked(folder)
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except (Timeout, OSError):
        # Another user's folder cannot be read; "running" is the safer answer.
        return True
    lock.release()
    return False


def check_upgrade_allowed(folder: Path) -> None:
    """Data of an older version is not upgraded while in use: raises OlderVersionRuns."""
    if is_running(folder):
        raise OlderVersionRuns(folder)


def running_process_id(folder: Path) -> int | None:
    """The process number of the program that uses it, if stored; ask `is_running` first."""
    try:
        return int((folder / _OWNER_FILE).read_text(encoding="ascii").split()[0])
    except (OSError, ValueError, IndexError):
        return None


def _lock_descriptor(folder: Path) -> int | None:
    """A locked one; None where folders have no locks. Raises BlockingIOError if another has it."""
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415 - not on Windows

    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise
    except OSError:
        # Some network folders have no such locks: the lock file is all there is.
        os.close(descriptor)
        return None
    return descriptor


def _is_folder_locked(folder: Path) -> bool:
    try:
        descriptor = _lock_descriptor(folder)
    except BlockingIOError:
        return True
    except OSError:
        return False
    if descriptor is not None:
        os.close(descriptor)
    return False


class InstanceLock:
    """The lock on a data folder. The system releases it when the process ends in any way."""

    def __init__(self, folder: Path) -> None:
        """Takes the lock. Raises AlreadyRunning or Unavailable."""
        self._owner = folder / _OWNER_FILE
        self._lock = FileLock(folder / _LOCK_FILE)
        self._folder: int | None = None
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Not at once: `is_running` of another process takes the lock for a moment.
            self._lock.acquire(timeout=_LOCK_WAIT_S, poll_interval=_LOCK_WAIT_S / 10)
            self._folder = self._lock_folder(folder)
            self._owner.write_text(f"{os.getpid()}\n", encoding="ascii")
        except Timeout as error:
            raise self._describe_owner(folder) from error
        except OSError as error:
            raise Unavailable.saying(
                "The data folder {folder} cannot be used: {reason}.", folder=str(folder), reason=os_reason(error)
            ) from error

    def mark_ending(self) -> None:
        """From now on a start waits for the end of this program."""
        with contextlib.suppress(OSError):
            self._owner.write_text(f"{os.getpid()} {_ENDING}\n", encoding="ascii")

    def release(self) -> None:
        self._owner.unlink(missing_ok=True)
        self._lock.release()
        if self._folder is not None:
            os.close(self._folder)
            self._folder = None

    def _lock_folder(self, folder: Path) -> int | None:
        """Locks the folder itself too: someone may delete the lock file, but not a folder with
        data. Windows lets nobody delete a file that is open. Raises AlreadyRunning.
        """
        try:
            return _lock_descriptor(folder)
        except BlockingIOError as error:
            self._lock.release()
            raise self._describe_owner(folder) from error

    def _describe_owner(self, folder: Path) -> AlreadyRunning:
        try:
            process, *words = self._owner.read_text(encoding="ascii").split()
        except (OSError, ValueError):
            return AlreadyRunning(folder, "")
        return AlreadyRunning(folder, process, is_ending=_ENDING in words or _is_dying(process))


def _is_dying(process: str) -> bool:
    """Whether it was killed and the system still clears it away: it has no memory any more."""
    import psutil  # noqa: PLC0415 - a start that meets nobody needs it not

    try:
        return not psutil.Process(int(process)).cmdline()
    except (psutil.NoSuchProcess, ValueError):
        return True
    except psutil.AccessDenied:
        return False


def lock_after_end(folder: Path, say: Callable[[Sentence], object], pause: Callable[[float], object]) -> InstanceLock:
    """Waits up to 30 s for an ending program, said once. Raises AlreadyRunning, Unavailable."""
    for look in range(round(END_LIMIT_S / (_LOCK_WAIT_S + _PAUSE_S))):
        try:
            return InstanceLock(folder)
        except AlreadyRunning as running:
            if not running.is_ending:
                raise
        if not look:
            say(IS_ENDING)
        pause(_PAUSE_S)
    return InstanceLock(folder)
