"""A simulated user: finds things on the screen by their words, clicks and types like a person."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, cast

from tests.desktop.desktop_session import DesktopSession, T, wait_until
from tests.desktop.inspection import Press, VisibleWidget
from tests.desktop.translated_words import TranslatedWords

ROOT = Path(__file__).parents[2]
DIRECTION_MARKS = dict.fromkeys((0x200E, 0x200F, 0x2066, 0x2067, 0x2068, 0x2069))
CompletedCommand = subprocess.CompletedProcess[str]
_ANSWER_S = 60.0
_SOON_S = 8.0
_PATIENCE_S = 60.0
_WHEEL_UP, _WHEEL_DOWN, _MOST_TURNS = 4, 5, 12
_HELD_S = "0.08"


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
            "tests.desktop.inspection",
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

    def read_widgets(self) -> list[VisibleWidget]:
        return cast("list[VisibleWidget]", self.ask("widgets"))

    def read_presses(self) -> list[Press]:
        """The presses since the last time; those before the first time are not counted."""
        return cast("list[Press]", self.ask("presses"))

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


class Reader(Protocol):
    """Reads what is on the screen, what is on top first."""

    def read_widgets(self) -> list[VisibleWidget]: ...


class ScreenUser:
    """Looks through `reader`, and works with the session's mouse and keyboard. Is given the English
    words and looks for what `words` says that the window shows for them. Words are compared without
    the marks that keep numbers in order.
    """

    def __init__(
        self,
        session: DesktopSession,
        reader: Reader,
        words: TranslatedWords | None = None,
        *,
        patience_s: float = _PATIENCE_S,
    ) -> None:
        self._session, self._reader, self._words, self._patience_s = session, reader, words, patience_s
        self.clicks = 0
        """How often a button of the mouse was clicked."""

    def translate(self, words: str) -> set[str]:
        """What the window may show for these words, without the marks of directions."""
        found = {words} if self._words is None else self._words.find(words)
        return {text.translate(DIRECTION_MARKS) for text in found}

    def find(
        self, words: str | re.Pattern[str], *kinds: str, exact: bool = True, enabled: bool = True
    ) -> VisibleWidget | None:
        """The first thing of one of these kinds that says so in the window's language."""
        if isinstance(words, str):
            texts = "|".join(map(re.escape, sorted(self.translate(words))))
            words = re.compile(rf"\A(?:{texts})\Z" if exact else texts)
        for seen in self.read_widgets():
            said = any(words.search(word.translate(DIRECTION_MARKS)) for word in seen["words"])
            if said and (seen["enabled"] or not enabled) and (not kinds or set(kinds) & set(seen["kinds"])):
                return seen
        return None

    def read_widgets(self) -> list[VisibleWidget]:
        """All that is on the screen."""
        return self._reader.read_widgets()

    def wait_for(
        self, words: str | re.Pattern[str], *kinds: str, exact: bool = True, seconds: float | None = None
    ) -> VisibleWidget:
        """Looks until it is there."""
        return self._wait_until(f"“{words}”", lambda: self.find(words, *kinds, exact=exact), seconds)

    def sees_soon(self, words: str, *kinds: str, exact: bool = True) -> bool:
        """Whether it is there within some seconds."""
        ends = time.monotonic() + self._patience_s / 3
        while time.monotonic() < ends:
            if self.find(words, *kinds, exact=exact):
                return True
        return False

    def click(self, words: str | re.Pattern[str], *kinds: str, exact: bool = True) -> VisibleWidget:
        """Clicks what says so, once it is there, may be clicked, is not below a notification and
        moves no more.
        """
        seen = self._wait_until_at_rest(words, *kinds or ("QAbstractButton", "QMenu", "tab"), exact=exact)
        self.click_at(seen)
        return seen

    def open_tray_menu(self, line: str) -> VisibleWidget:
        """Clicks the icon until its menu is open and has a line. X11 may give the press to another
        program, which has just held the mouse.
        """

        def opened() -> VisibleWidget | None:
            self.click_at(self.wait_for("QSystemTrayIconSys"), button=3)
            return self._find_soon(line, "QMenu")

        return self._wait_until(f"“{line}” in the menu of the tray", opened)

    def click_until(self, words: str, shown: str) -> None:
        """Clicks again where nothing happens, as a person does:
        what was clicked may just have been drawn again.
        """

        def clicked() -> VisibleWidget | None:
            self.click(words)
            return self._find_soon(shown)

        wait_until(f"“{shown}”", clicked)

    def scroll_to(self, words: str, *kinds: str, exact: bool = True, across: float = 0.6) -> VisibleWidget:
        """Turns the wheel until that is whole in the window; `across` is a part of its width."""
        left, top, width, height = next(seen for seen in self.read_widgets() if seen["window"])["at"]
        place = (left + round(width * across), top + height * 3 // 5)
        lowest = top + height * 4 // 5

        def reached() -> VisibleWidget | None:
            seen = self.find(words, *kinds, exact=exact, enabled=False)
            if seen is not None and seen["at"][1] + seen["at"][3] < lowest:
                return seen
            self.move_and_click(*place, button=_WHEEL_DOWN)
            again = self.find(words, *kinds, exact=exact, enabled=False)
            return seen if seen is not None and again == seen else None

        return self._wait_until(f"“{words}” after scrolling", reached)

    def click_at(self, seen: VisibleWidget, *, button: int = 1) -> None:
        """In the middle of it."""
        x, y, width, height = seen["at"]
        self.move_and_click(x + width // 2, y + height // 2, button=button)

    def move_and_click(self, x: int, y: int, *, button: int = 1) -> None:
        self.clicks += button not in (_WHEEL_UP, _WHEEL_DOWN)
        self._run_xdotool("mousemove", str(x), str(y), "click", str(button))

    def press_slowly(self, words: str) -> None:
        """Holds a button for as long as a person does, so that its pressed look is painted."""
        x, y, width, height = self._wait_until_at_rest(words, "QAbstractButton", exact=True)["at"]
        place = (str(x + width // 2), str(y + height // 2))
        self._run_xdotool("mousemove", *place, "mousedown", "1", "sleep", _HELD_S, "mouseup", "1")

    def type_text(self, text: str) -> None:
        """Into what has the keyboard, in place of what it holds."""
        self._run_xdotool("key", "ctrl+a")
        self._run_xdotool("type", "--delay", "4", text)

    def press(self, *keys: str) -> None:
        self._run_xdotool("key", *keys)

    def close_window(self) -> None:
        """As with the cross of its frame."""
        self.press("alt+F4")

    def read_clipboard(self) -> str:
        return self._session.run("xclip", "-selection", "clipboard", "-o")

    def save_picture(self, path: Path) -> None:
        self._session.save_picture(path)

    def wait_until_gone(self, words: str, *kinds: str, exact: bool = True) -> None:
        """Looks until nothing says so any more."""
        self._wait_until(f"an end of “{words}”", lambda: self.find(words, *kinds, exact=exact) is None)

    def wait_for_kind(self, kind: str) -> VisibleWidget:
        """Looks until there is a widget of this class."""
        return self._wait_until(
            kind, lambda: next((seen for seen in self.read_widgets() if kind in seen["kinds"]), None)
        )

    def paste_text(self, text: str) -> None:
        """Into what has the keyboard, in place of what it holds; also what no keyboard has."""
        # It lives on to give the text to the program, also beyond the screen's end.
        subprocess.run(
            ["xclip", "-selection", "clipboard"],
            input=text,
            text=True,
            env=self._session.environment,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait_until("the text on the clipboard", lambda: self.read_clipboard() == text.strip())
        self.press("ctrl+a", "ctrl+v")

    def choose_file(self, file: Path) -> None:
        """Types a path into the dialog of files that is opening."""
        self.click("fileNameEdit", "QLineEdit")
        self.paste_text(str(file))
        self.press("Return")
        self.wait_until_gone("fileNameEdit")

    def open_part(self, sku: str, name: str) -> None:
        """Clicks a row of the Catalogue until the detail has the part with this English name: a
        dialog that is being closed may take a click.
        """

        def shown() -> VisibleWidget | None:
            self.click(sku, "row", exact=False)
            ends = time.monotonic() + _SOON_S
            while time.monotonic() < ends:
                if seen := next((one for one in self.read_widgets() if _is_detail(one, name)), None):
                    return seen
            return None

        self._wait_until(f"the part {name}", shown)

    def fill_field(self, name: str, text: str) -> None:
        """Pastes a text into a field, which is scrolled to where it is out of sight. A note that
        appears above it moves it away from a click.
        """

        def has_keyboard() -> bool:
            self.click_at(self.bring_in_sight(name, "QLineEdit", "QAbstractSpinBox"))
            ends = time.monotonic() + 1
            while time.monotonic() < ends:
                if (seen := self.find(name, "QLineEdit", "QAbstractSpinBox")) and seen["focus"]:
                    return True
            return False

        self._wait_until(f"the keyboard in “{name}”", has_keyboard)
        self.paste_text(text)

    def bring_in_sight(
        self, words: str | re.Pattern[str], *kinds: str, over: VisibleWidget | None = None
    ) -> VisibleWidget:
        """Turns the wheel over a part of the window, or in its middle, down and up again, until it
        is whole in sight.
        """
        for wheel in (0, *[_WHEEL_DOWN] * _MOST_TURNS, *[_WHEEL_UP] * 2 * _MOST_TURNS):
            if wheel:
                self.click_at(over or next(seen for seen in self.read_widgets() if seen["window"]), button=wheel)
            if (seen := self.find(words, *kinds)) and seen["whole"]:
                return seen
        raise AssertionError(f"“{words}” is nowhere on the page.")

    def scan(self, code: str) -> None:
        """As a barcode reader: types what it reads quicker than a person, then Enter, into what has
        the keyboard.
        """
        self._run_xdotool("type", "--delay", "2", code)
        self.press("Return")

    def find_focus(self) -> VisibleWidget | None:
        """What has the keyboard."""
        return next((seen for seen in self.read_widgets() if seen["focus"]), None)

    def has_focus(self, words: str) -> bool:
        """Whether that has the keyboard."""
        focused = self.find_focus()
        return bool(focused and self.translate(words) & {word.translate(DIRECTION_MARKS) for word in focused["words"]})

    def wait_for_focus(self, words: str) -> None:
        """Looks until that has the keyboard."""
        self._wait_until(f"the keyboard in “{words}”", lambda: self.has_focus(words), _SOON_S)

    def tab_to(self, words: str) -> None:
        """Presses Tab until that has the keyboard."""

        def reached() -> bool:
            if self.has_focus(words):
                return True
            self.press("Tab")
            return False

        self._wait_until(f"the keyboard in “{words}”", reached)

    def _find_soon(self, words: str, *kinds: str) -> VisibleWidget | None:
        ends = time.monotonic() + _SOON_S
        while time.monotonic() < ends:
            if seen := self.find(words, *kinds):
                return seen
        return None

    def _wait_until(self, what: str, look: Callable[[], T | None], seconds: float | None = None) -> T:
        return wait_until(what, look, seconds=self._patience_s if seconds is None else seconds)

    def _wait_until_at_rest(self, words: str | re.Pattern[str], *kinds: str, exact: bool) -> VisibleWidget:
        def resting() -> VisibleWidget | None:
            seen = self.find(words, *kinds, exact=exact)
            if seen is None or seen["covered"]:
                return None
            return seen if seen == self.find(words, *kinds, exact=exact) else None

        return self._wait_until(f"“{words}”", resting)

    def _run_xdotool(self, *line: str) -> None:
        subprocess.run(["xdotool", *line], env=self._session.environment, check=True, timeout=20)


def _is_detail(seen: VisibleWidget, name: str) -> bool:
    return "ItemDetail" in seen["kinds"] and name in seen["words"]


def run_command(session: DesktopSession, folder: Path, words: Sequence[str], typed: str = "") -> CompletedCommand:
    """`counterpart` in another process of the session."""
    line = [sys.executable, "-m", "bridge", "--data-dir", str(folder), *words]
    environment = session.environment | {"PYTHONUNBUFFERED": "1"}
    return subprocess.run(
        line, input=typed, capture_output=True, text=True, env=environment, cwd=ROOT, check=False, timeout=30
    )
