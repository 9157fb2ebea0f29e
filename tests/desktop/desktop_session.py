"""A separate desktop: display, session bus with a secret service, window frames and a tray."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self, TypeVar

from PySide6.QtGui import QImage

T = TypeVar("T")
SCREEN = "1280x900x24"
PROGRAMS = (
    "Xvfb", "curl", "dbus-daemon", "gnome-keyring-daemon", "openbox", "trayer", "xclip", "xdotool", "xprop", "xwininfo",
)  # fmt: skip
_MOST_PICTURES = 12
_TAKE_PICTURE = (
    "import sys; from PySide6.QtGui import QGuiApplication; app = QGuiApplication([]); "
    "sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))"
)


def wait_until(what: str, look: Callable[[], T | None], *, seconds: float = 60.0) -> T:
    """The first true answer. Raises AssertionError with what never came."""
    ends = time.monotonic() + seconds
    while True:
        if answer := look():
            return answer
        if time.monotonic() > ends:
            raise AssertionError(f"After {seconds:g} s there was still no sign of {what}.")
        time.sleep(0.03)


class DesktopSession:
    """Its folder is HOME; one of its own where none is given. `environment` is what a program of
    this session is started with. A program that brings its own bus needs no `bus`.
    """

    def __init__(
        self, folder: Path | None = None, *, tray: bool = True, bus: bool = True, screen: str = SCREEN, scale: int = 1
    ) -> None:
        self._tray, self._bus, self._screen, self._scale = tray, bus, screen, scale
        self._started: list[subprocess.Popen[bytes]] = []
        # A socket's path is bounded at some hundred characters,
        # which a test's own folder may be beyond.
        self._runtime = tempfile.TemporaryDirectory(prefix="cp-")
        self.home = folder or Path(self._runtime.name) / "home"
        self.environment = self._environment()

    def __enter__(self) -> Self:
        try:
            # Without -noreset a screen whose last client goes starts again,
            # and drops the client that is just coming.
            kept = ["-noreset", "-ac", "-nolisten", "tcp"]
            screen = ["Xvfb", "-displayfd", "1", *kept, "-screen", "0", self._screen]
            self.environment["DISPLAY"] = f":{self._first_line(screen)}"
            if self._bus:
                self._start_bus()
            self.start(["openbox", "--sm-disable"])
            wait_until(
                "the window frames", lambda: "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
            )
            if self._tray:
                self.start_tray()
            if self._bus:
                wait_until("the secret service", lambda: self._keyring.poll() is None and self._has_secrets())
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start_bus(self) -> None:
        bus = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"]
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._first_line(bus)
        secrets = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
        self._keyring = self.start(secrets, typed=b"pw")

    def start_tray(self) -> None:
        """A place for icons at the lower edge."""
        self.start(["trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request", "--height", "28"])
        wait_until("the tray", lambda: self.run("xdotool", "search", "--class", "trayer"))

    def read_tray(self) -> str:
        """The tray host's own list of what is docked in it."""
        panel = self.run("xdotool", "search", "--name", "^panel$").split()
        return self.run("xwininfo", "-tree", "-id", panel[0]) if panel else ""

    def list_windows(self, name: str) -> list[str]:
        """The windows shown with that in their title."""
        return self.run("xdotool", "search", "--onlyvisible", "--name", name).split()

    def wait_for_window(self, name: str, seconds: float = 60.0) -> None:
        """Until a window with that in its title is shown."""
        wait_until(f"a window called {name}", lambda: self.list_windows(name), seconds=seconds)

    def save_picture(self, file: Path) -> Path:
        """The whole screen as a PNG file."""
        file.parent.mkdir(parents=True, exist_ok=True)
        line = [sys.executable, "-c", _TAKE_PICTURE, str(file)]
        subprocess.run(line, env=self.environment, check=True, timeout=60)
        return file

    def save_still_picture(self, file: Path) -> Path:
        """Once nothing moves any more, or after some looks if something always does."""
        before = b""
        for _ in range(_MOST_PICTURES):
            now = self.save_picture(file).read_bytes()
            if now == before:
                break
            before = now
        return file

    def save_painted_picture(self, file: Path, seconds: float = 60.0) -> Path:
        """Once windows with their content cover most of the screen, which is black without them. A
        window that has just been opened is black too.
        """

        def painted() -> bool:
            picture = QImage(str(self.save_picture(file))).convertToFormat(QImage.Format.Format_RGB888)
            content = bytes(picture.constBits())
            return content.count(0) * 2 < len(content)

        wait_until("the content of the window", painted, seconds=seconds)
        return file

    def stop_keyring(self) -> None:
        """The secret service goes; the bus starts a locked one when it is asked for."""
        self._keyring.terminate()
        self._keyring.wait(20)

    def close(self) -> None:
        """Ends what was started, the last first."""
        for child in reversed(self._started):
            child.terminate()
        for child in reversed(self._started):
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            for stream in (child.stdin, child.stdout):
                if stream is not None:
                    stream.close()
        self._started.clear()
        self._runtime.cleanup()

    def start(self, line: Sequence[str], *, typed: bytes | None = None) -> subprocess.Popen[bytes]:
        """A program that lives as long as the session."""
        child = subprocess.Popen(
            line,
            stdin=subprocess.DEVNULL if typed is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.environment,
            cwd=self.home,
        )
        self._started.append(child)
        if typed is not None and child.stdin is not None:
            child.stdin.write(typed)
            child.stdin.close()
        return child

    def run(self, *line: str) -> str:
        """What a program of the session says, whatever its exit code."""
        done = subprocess.run(line, capture_output=True, text=True, env=self.environment, check=False, timeout=20)
        return done.stdout.strip()

    def _first_line(self, line: Sequence[str]) -> str:
        stream = self.start(line).stdout
        assert stream is not None
        return stream.readline().decode().strip()

    def _has_secrets(self) -> bool:
        line = ("--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus")
        owner = ("org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets")
        return "boolean true" in self.run("dbus-send", *line, *owner)

    def _environment(self) -> dict[str, str]:
        """Nothing of the person who runs the tests, but for the path and the language."""
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL", "PYTHONPATH")}
        places = {
            "HOME": self.home,
            "XDG_CONFIG_HOME": self.home / ".config",
            "XDG_DATA_HOME": self.home / ".local/share",
            "XDG_CACHE_HOME": self.home / ".cache",
            "XDG_STATE_HOME": self.home / ".local/state",
        }
        for place in places.values():
            with contextlib.suppress(FileExistsError):
                place.mkdir(parents=True)
        named = {name: str(place) for name, place in places.items()}
        return (
            kept
            | named
            | {
                "XDG_RUNTIME_DIR": self._runtime.name,
                "XDG_SESSION_TYPE": "x11",
                "NO_AT_BRIDGE": "1",
                "QT_SCALE_FACTOR": str(self._scale),
            }
        )
