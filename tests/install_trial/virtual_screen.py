"""A separate screen for the trial: Xvfb with a window manager and a tray, and pictures of it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from installer.surroundings import run
from installer.toolchain.errors import SetupError
from tests.install_trial.trial_checks import LIMIT_S, wait_until

if TYPE_CHECKING:
    from types import TracebackType

PROGRAMS: Final = ("Xvfb", "openbox", "trayer", "xdotool", "import", "xclip")
_MAX_CAPTURES: Final = 12


class VirtualScreen:
    """Has its programs end with it."""

    def __init__(self) -> None:
        """SetupError where a program that is needed is missing."""
        missing = [name for name in PROGRAMS if shutil.which(name) is None]
        if missing:
            raise SetupError(
                f"Trying the window needs {', '.join(missing)}: "
                "apt-get install xvfb openbox trayer xdotool imagemagick xclip"
            )
        self._programs: list[subprocess.Popen[bytes]] = []
        self.display = ""

    def __enter__(self) -> Self:
        reading, writing = os.pipe()
        # Without -noreset a screen whose last client goes starts again,
        # and drops the client that is just coming.
        kept = ("-noreset", "-ac", "-nolisten", "tcp")
        self._start(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x860x24", *kept], writing)
        os.close(writing)
        with os.fdopen(reading) as told:
            self.display = f":{told.readline().strip()}"
        self._start(["openbox"])
        self._start(["trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request", "--height", "28"])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for program in reversed(self._programs):
            program.terminate()
            program.wait(10)

    def wait_for_window(self, name: str, limit_s: float = 60.0) -> None:
        """Until a window with that in its title is shown."""
        wait_until(f"a window called {name} is shown", lambda: bool(self.windows(name)), limit_s)

    def windows(self, name: str) -> list[str]:
        """The windows shown with that in their title."""
        line = ["xdotool", "search", "--onlyvisible", "--name", name]
        return subprocess.run(line, env=self.environment(), capture_output=True, text=True, check=False).stdout.split()

    def run_xdotool(self, *words: str) -> None:
        """One thing with mouse or keyboard, as xdotool calls it."""
        run(["xdotool", *words], extra={"DISPLAY": self.display})

    def click(self, x: int, y: int) -> None:
        self.run_xdotool("mousemove", str(x), str(y), "click", "1")

    def wait_until_painted(self) -> None:
        """Until windows with their content cover most of the screen, which is black without them.
        A window that has just been opened is black too.
        """
        wait_until("the window shows its content", lambda: _is_mostly_painted(self._capture()), LIMIT_S)

    def wait_until_still(self) -> bytes:
        """What is on the screen once nothing moves any more,
        or after some looks if something always does.
        """
        last = b""
        for _ in range(_MAX_CAPTURES):
            now = self._capture()
            if now == last:
                break
            last = now
        return last

    def _capture(self) -> bytes:
        line = ["import", "-window", "root", "-depth", "8", "rgb:-"]
        return subprocess.run(line, env=self.environment(), capture_output=True, check=True).stdout

    def save_picture(self, file: Path, window: str = "") -> Path:
        """The whole screen as a PNG file,
        or the window with that in its title and what is over it.
        """
        file.parent.mkdir(parents=True, exist_ok=True)
        which = self.windows(window)[-1] if window else "root"
        run(["import", "-screen", "-window", which, file], extra={"DISPLAY": self.display})
        return file

    def environment(self) -> dict[str, str]:
        """That of a program which shows itself here."""
        return {**os.environ, "DISPLAY": self.display}

    def _start(self, line: list[str], *passed: int) -> None:
        self._programs.append(
            subprocess.Popen(
                line,
                env=self.environment(),
                pass_fds=passed,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )


def _is_mostly_painted(picture: bytes) -> bool:
    return picture.count(0) * 2 < len(picture)
