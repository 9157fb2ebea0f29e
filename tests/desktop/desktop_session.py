"""A separate desktop: display, session bus with a secret service, window frames and a tray."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.desktop.wait_until import wait_until

SCREEN = "1280x900x24"
PROGRAMS = (
    "Xvfb",
    "curl",
    "dbus-daemon",
    "gnome-keyring-daemon",
    "openbox",
    "trayer",
    "xclip",
    "xdotool",
    "xprop",
    "xwininfo",
)


class DesktopSession:
    """Its folder is HOME. `environment` is what a program of this session is started with."""

    def __init__(self, folder: Path, *, tray: bool = True, screen: str = SCREEN, scale: int = 1) -> None:
        self.home, self._tray, self._screen, self._scale = folder, tray, screen, scale
        self._started: list[subprocess.Popen[bytes]] = []
        # A socket's path is bounded at some hundred characters,
        # which a test's own folder may be beyond.
        self._runtime = tempfile.TemporaryDirectory(prefix="cp-")
        self.environment = self._environment()

    def __enter__(self) -> Self:
        secrets = ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"]
        try:
            # Without -noreset a screen whose last client goes starts again,
            # and drops the client that is just coming.
            screen = ["Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", self._screen]
            self.environment["DISPLAY"] = f":{self._first_line(screen)}"
            bus = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"]
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._first_line(bus)
            self._keyring = keyring = self.start(secrets, typed=b"pw")
            self.start(["openbox", "--sm-disable"])
            wait_until(
                "the window frames", lambda: "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
            )
            if self._tray:
                self.start_tray()
            wait_until("the secret service", lambda: keyring.poll() is None and self._has_secrets())
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start_tray(self) -> None:
        """A place for icons at the lower edge."""
        self.start(["trayer", "--edge", "bottom", "--align", "right", "--widthtype", "request", "--height", "28"])
        wait_until("the tray", lambda: self.run("xdotool", "search", "--class", "trayer"))

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
