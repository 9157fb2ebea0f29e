"""The parent process of the service and the tray: starts them again after a crash or a hang.

It imports little, as it stays in memory. The child's standard input is a pipe from here: when it
closes, because the parent is to stop or was killed, the child ends by itself. A marker file says
whether the child ended by itself: it makes the file when it runs and removes it at a clean end.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import IO, Protocol

from bridge.watchdog.restart_limit import MAX_RESTARTS, RestartLimit

VARIABLE = "COUNTERPART_SUPERVISED"
"""In the child's environment: the path of its marker."""

SWITCH_VARIABLE = "COUNTERPART_WATCHDOG"
"""`off` starts every program without a watchdog."""

GAVE_UP_VARIABLE = "COUNTERPART_GAVE_UP"
"""In the environment of a window that only says that the watchdog gave up."""

START_AGAIN_CODE = 75
"""Its exit code where the user wants the program started again."""

OFF_OPTION = "--no-watchdog"
STOP_LIMIT_S = 30.0
_WITH_VALUE = ("--data-dir", "--shop")
_WITHOUT_VALUE = ("--staging", "--json", "--hidden", "--read-only")
_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


class Child(Protocol):
    """A running program."""

    @property
    def stdin(self) -> IO[bytes] | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


def is_to_be_supervised(words: Sequence[str], environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a command line runs the service or the window, and nobody supervises it yet.

    Not on Windows: there `counterpart update` counts, ends and starts each process of the program.
    """
    if platform == "win32":
        return False
    if OFF_OPTION in words or VARIABLE in environment or environment.get(SWITCH_VARIABLE) == "off":
        return False
    if "--help" in words or "--version" in words:
        return False
    left = list(words)
    while left and left[0].startswith("-"):
        option, equals, _ = left.pop(0).partition("=")
        if option in _WITH_VALUE:
            del left[: 0 if equals else 1]
        elif option not in _WITHOUT_VALUE:
            return False
    return not left or left[0] == "serve"


class Supervisor:
    """Runs one program until it ends by itself, is stopped, or has crashed too often and
    `ask_again`, which tells the user, gives False.
    """

    def __init__(
        self,
        start: Callable[[], Child],
        marker: Path,
        *,
        now: Callable[[], float] = time.monotonic,
        say: Callable[[str], object] | None = None,
        ask_again: Callable[[Event], bool] = lambda _stop: False,
        stop_limit_s: float = STOP_LIMIT_S,
    ) -> None:
        """A child that is to stop is killed after `stop_limit_s`."""
        self._start = start
        self._stop_limit_s = stop_limit_s
        self._marker = marker
        self._now = now
        self._say = say or _say_on_screen
        self._ask_again = ask_again
        self._stop = Event()
        self._child: Child | None = None

    def run(self, pause: Callable[[Event, float], object] = Event.wait) -> int:
        """Gives the exit code of the last child. Raises OSError if it cannot be started."""
        limit = RestartLimit()
        while True:
            self._child = self._start()
            if self._stop.is_set():  # asked for while the child was being started
                self.stop()
            code = self._wait(self._child)
            crashed = self._marker.exists()
            self._marker.unlink(missing_ok=True)
            if not crashed or self._stop.is_set():
                return code if code >= 0 else 128 - code
            wait_s = limit.next_pause(self._now())
            if wait_s is None:
                self._say(
                    f"The program ended {MAX_RESTARTS + 1} times in a few minutes ({_describe(code)}) and is not "
                    "started again. `counterpart doctor` says what is wrong."
                )
                if not self._ask_again(self._stop):
                    return 1
                limit, wait_s = RestartLimit(), 0.0
            self._say(f"The program ended ({_describe(code)}) and starts again in {wait_s:.0f} s.")
            pause(self._stop, wait_s)
            if self._stop.is_set():
                return 0

    def stop(self) -> None:
        """Lets the child end, and starts it no more."""
        self._stop.set()
        if self._child is not None and self._child.stdin is not None:
            self._child.stdin.close()

    def _wait(self, child: Child) -> int:
        while True:
            # Not asked again after the wait: a stop that comes during it leaves the whole limit.
            is_stopping = self._stop.is_set()
            try:
                return child.wait(self._stop_limit_s if is_stopping else 1.0)
            except subprocess.TimeoutExpired:
                if is_stopping and child.stdin is not None and child.stdin.closed:
                    child.kill()


def _say_on_screen(text: str) -> None:
    """Writes a line, unless there is no console."""
    if sys.stderr is not None:
        sys.stderr.write(f"counterpart: {text}\n")


def _describe(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"code {code}"


def supervise(command: Sequence[str]) -> int:
    """Runs a command line under a watchdog; gives its exit code."""
    marker = make_marker_path()

    def start() -> subprocess.Popen[bytes]:
        environment = {**os.environ, VARIABLE: str(marker)}
        return subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)

    def ask_again(stop: Event) -> bool:
        environment = {**os.environ, SWITCH_VARIABLE: "off", GAVE_UP_VARIABLE: "1"}
        window = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=environment)
        while not stop.is_set():
            with contextlib.suppress(subprocess.TimeoutExpired):
                return window.wait(1.0) == START_AGAIN_CODE
        window.kill()
        return False

    has_window = "serve" not in command
    supervisor = Supervisor(start, marker, ask_again=ask_again if has_window else lambda _stop: False)
    for name in _SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: supervisor.stop())
    try:
        return supervisor.run()
    finally:
        remove_marker(marker)


def remove_marker(marker: Path) -> None:
    """Removes the marker and its folder."""
    marker.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        # A child that ended by itself has removed it.
        marker.parent.rmdir()


def make_marker_path() -> Path:
    """A path in a new folder that only this user can write to."""
    base = next((place for name in ("TMPDIR", "TEMP", "TMP") if (place := os.environ.get(name))), "/tmp")  # noqa: S108
    folder = Path(base) / f"counterpart-{os.getpid()}-{os.urandom(8).hex()}"
    folder.mkdir(mode=0o700)
    return folder / "running"
