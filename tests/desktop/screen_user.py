"""A simulated user: finds things on the screen by their words, clicks and types like a person."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from tests.desktop.desktop_session import DesktopSession
from tests.desktop.wait_until import wait_until
from tests.desktop.widget_reader import VisibleWidget

ROOT = Path(__file__).parents[2]
DIRECTION_MARKS = dict.fromkeys((0x200E, 0x200F, 0x2066, 0x2067, 0x2068, 0x2069))
CompletedCommand = subprocess.CompletedProcess[str]
_ANSWER_S = 60.0
_SOON_S = 8.0
_WHEEL_DOWN = 5


class Program:
    """The program in this session, its output stored in files next to its data."""

    def __init__(self, session: DesktopSession, folder: Path, *arguments: str) -> None:
        ours, theirs = socket.socketpair()
        ours.settimeout(_ANSWER_S)
        self._channel = ours
        self._answers = ours.makefile("r", encoding="utf-8")
        line = [
            sys.executable,
            "-m",
            "tests.desktop.instrumented_program",
            str(theirs.fileno()),
            "--data-dir",
            str(folder),
        ]
        self.said = session.home / "said.txt"
        with self.said.open("wb") as said:
            self.child = subprocess.Popen(
                [*line, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env=session.environment,
                cwd=ROOT,
                pass_fds=[theirs.fileno()],
            )
        theirs.close()

    def ask(self, request: str) -> object:
        """One request to the GUI thread."""
        self._channel.sendall(request.encode() + b"\n")
        line = self._answers.readline()
        assert line, f"The program has ended:\n{self.said.read_text(encoding='utf-8', errors='replace')[-4000:]}"
        answer: object = json.loads(line)
        return answer

    def close(self) -> None:
        """Ends it, if it has not ended by itself."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(30)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
        self._answers.close()
        self._channel.close()


class ScreenUser:
    """Looks and clicks. Words are compared without the marks that keep numbers in order."""

    def __init__(self, session: DesktopSession, program: Program) -> None:
        self._session, self._program = session, program

    def find(self, words: str, *kinds: str, exact: bool = True, enabled: bool = True) -> VisibleWidget | None:
        """The first thing of one of these kinds that says so."""
        for seen in self.read_widgets():
            said = [word.translate(DIRECTION_MARKS) for word in seen["words"]]
            fits = words in said if exact else any(words in word for word in said)
            if fits and (seen["enabled"] or not enabled) and (not kinds or set(kinds) & set(seen["kinds"])):
                return seen
        return None

    def read_widgets(self) -> list[VisibleWidget]:
        """All that is on the screen."""
        return cast("list[VisibleWidget]", self._program.ask("widgets"))

    def wait_for(self, words: str, *kinds: str, exact: bool = True, seconds: float = 60.0) -> VisibleWidget:
        """Looks until it is there."""
        return wait_until(f"“{words}”", lambda: self.find(words, *kinds, exact=exact), seconds=seconds)

    def click(self, words: str, *kinds: str, exact: bool = True) -> VisibleWidget:
        """Clicks what says so, once it is there, may be clicked, is not below a notification and
        moves no more.
        """
        of_kinds = kinds or ("QAbstractButton", "QMenu", "tab")

        def resting() -> VisibleWidget | None:
            seen = self.find(words, *of_kinds, exact=exact)
            if seen is None or seen["covered"]:
                return None
            return seen if seen == self.find(words, *of_kinds, exact=exact) else None

        seen = wait_until(f"“{words}”", resting)
        self.click_at(seen)
        return seen

    def open_tray_menu(self, line: str) -> VisibleWidget:
        """Clicks the icon until its menu is open and has a line. X11 may give the press to another
        program, which has just held the mouse.
        """

        def opened() -> VisibleWidget | None:
            self.click_at(self.wait_for("QSystemTrayIconSys"), button=3)
            return self._find_soon(line, "QMenu")

        return wait_until(f"“{line}” in the menu of the tray", opened)

    def click_until(self, words: str, shown: str) -> None:
        """Clicks again where nothing happens, as a person does:
        what was clicked may just have been drawn again.
        """

        def clicked() -> VisibleWidget | None:
            self.click(words)
            return self._find_soon(shown)

        wait_until(f"“{shown}”", clicked)

    def scroll_to(self, words: str, *kinds: str, exact: bool = True, across: float = 0.6) -> VisibleWidget:
        """Turns the wheel until that is whole on the screen; `across` is a part of the width."""
        width, height = (int(length) for length in self._session.run("xdotool", "getdisplaygeometry").split())
        lowest = height * 4 // 5

        def reached() -> VisibleWidget | None:
            seen = self.find(words, *kinds, exact=exact, enabled=False)
            if seen is not None and seen["at"][1] + seen["at"][3] < lowest:
                return seen
            self.move_and_click(round(width * across), height * 3 // 5, button=_WHEEL_DOWN)
            again = self.find(words, *kinds, exact=exact, enabled=False)
            return seen if seen is not None and again == seen else None

        return wait_until(f"“{words}” after scrolling", reached)

    def click_at(self, seen: VisibleWidget, *, button: int = 1) -> None:
        """In the middle of it."""
        x, y, width, height = seen["at"]
        self.move_and_click(x + width // 2, y + height // 2, button=button)

    def move_and_click(self, x: int, y: int, *, button: int = 1) -> None:
        self._run_xdotool("mousemove", str(x), str(y), "click", str(button))

    def type_text(self, text: str) -> None:
        """Into what has the keyboard, in place of what it holds."""
        self._run_xdotool("key", "ctrl+a")
        self._run_xdotool("type", "--delay", "4", text)

    def press(self, *keys: str) -> None:
        self._run_xdotool("key", *keys)

    def close_window(self) -> None:
        """As with the cross of its frame."""
        self.press("alt+F4")

    def clipboard(self) -> str:
        return self._session.run("xclip", "-selection", "clipboard", "-o")

    def save_picture(self, path: Path) -> None:
        assert self._program.ask(f"shot {path}")

    def _find_soon(self, words: str, *kinds: str) -> VisibleWidget | None:
        ends = time.monotonic() + _SOON_S
        while time.monotonic() < ends:
            if seen := self.find(words, *kinds):
                return seen
        return None

    def _run_xdotool(self, *line: str) -> None:
        subprocess.run(["xdotool", *line], env=self._session.environment, check=True, timeout=20)


def run_command(session: DesktopSession, folder: Path, words: Sequence[str], typed: str = "") -> CompletedCommand:
    """`counterpart` in another process of the session."""
    line = [sys.executable, "-m", "bridge", "--data-dir", str(folder), *words]
    environment = session.environment | {"PYTHONUNBUFFERED": "1"}
    return subprocess.run(
        line, input=typed, capture_output=True, text=True, env=environment, cwd=ROOT, check=False, timeout=30
    )


def pictures_folder() -> Path:
    """Where the pictures of a run are stored, to see why it failed."""
    folder = Path(os.environ.get("COUNTERPART_PICTURES", ROOT / "build" / "desktop"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
