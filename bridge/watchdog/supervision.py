"""The child's side of the watchdog: it says whether it runs, and ends when its parent does."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, MutableMapping
from pathlib import Path

from bridge.watchdog.supervisor import VARIABLE


class Supervision:
    """Whether a parent starts this program again, and the marker that it looks at."""

    def __init__(self, marker: Path | None = None) -> None:
        self._marker = marker

    @property
    def is_on(self) -> bool:
        """Whether a parent watches."""
        return self._marker is not None

    def mark_running(self) -> None:
        """From now on an end without `mark_ended` is a crash."""
        if self._marker is not None:
            try:
                self._marker.write_text("", encoding="ascii")
            except OSError:
                # The parent is gone, with its folder.
                self._marker = None

    def mark_ended(self) -> None:
        """The program ends by itself."""
        if self._marker is not None:
            self._marker.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                self._marker.parent.rmdir()

    def stop_with_parent(
        self, read: Callable[[], bytes], stop: Callable[[], object] = lambda: signal.raise_signal(signal.SIGTERM)
    ) -> None:
        """Ends the program when the pipe from the parent closes. `read` waits for that."""
        if self.is_on:
            threading.Thread(target=_wait_and_stop, args=(read, stop), name="watchdog", daemon=True).start()


def _wait_and_stop(read: Callable[[], bytes], stop: Callable[[], object]) -> None:
    try:
        while read():
            pass
    except OSError:
        return
    stop()


def read_pipe() -> bytes:
    """Waits for bytes from the parent; none means that it closed the pipe."""
    return os.read(0, 1)


_current = Supervision()


def begin_supervision(environment: MutableMapping[str, str]) -> Supervision:
    """Takes the parent's word out of the environment: programs that this one starts have other
    parents.
    """
    global _current  # noqa: PLW0603 - one process has one parent
    marker = environment.pop(VARIABLE, "")
    _current = Supervision(Path(marker) if marker else None)
    return _current


def current_supervision() -> Supervision:
    """That of this process."""
    return _current
