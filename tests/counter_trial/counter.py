"""One counter PC for the length of a chapter: a screen, the program on it, and who clicks."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from tests.counter_trial.translated_words import TranslatedWords
from tests.counter_trial.variants import Variant
from tests.desktop.desktop_session import DesktopSession
from tests.desktop.screen_user import DIRECTION_MARKS, Program, ScreenUser, run_command
from tests.desktop.shop_system import call
from tests.desktop.wait_until import wait_until
from tests.desktop.widget_reader import VisibleWidget

_WHEEL_UP, _WHEEL_DOWN, _MOST_TURNS = 4, 5, 12
_SOON_S = 8.0


class CounterUser(ScreenUser):
    """Is given the English words, and looks for what the window shows for them."""

    def __init__(self, session: DesktopSession, program: Program, words: TranslatedWords) -> None:
        super().__init__(session, program)
        self._words = words

    def find(self, words: str, *kinds: str, exact: bool = True, enabled: bool = True) -> VisibleWidget | None:
        """The first thing of one of these kinds that says so in the window's language."""
        for translated in sorted(self.translate(words)):
            if seen := super().find(translated, *kinds, exact=exact, enabled=enabled):
                return seen
        return None

    def wait_until_gone(self, words: str, *kinds: str, exact: bool = True) -> None:
        """Looks until nothing says so any more."""
        wait_until(f"an end of “{words}”", lambda: self.find(words, *kinds, exact=exact) is None)

    def wait_for_kind(self, kind: str) -> VisibleWidget:
        """Looks until there is a widget of this class."""
        return wait_until(kind, lambda: next((seen for seen in self.read_widgets() if kind in seen["kinds"]), None))

    def translate(self, words: str) -> set[str]:
        """What the window may show for these words, without the marks of directions."""
        return {text.translate(DIRECTION_MARKS) for text in self._words.find(words)}

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

        wait_until(f"the part {name}", shown)

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

        wait_until(f"the keyboard in “{name}”", has_keyboard)
        self.paste_text(text)

    def bring_in_sight(self, words: str, *kinds: str, over: VisibleWidget | None = None) -> VisibleWidget:
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
        wait_until(f"the keyboard in “{words}”", lambda: self.has_focus(words), seconds=_SOON_S)

    def tab_to(self, words: str) -> None:
        """Presses Tab until that has the keyboard."""

        def reached() -> bool:
            if self.has_focus(words):
                return True
            self.press("Tab")
            return False

        wait_until(f"the keyboard in “{words}”", reached)


class Counter:
    """What a chapter works with. `user` sees and clicks, `run_command` is the command line in
    another process, `call` is the till.
    """

    def __init__(self, session: DesktopSession, variant: Variant, pictures: Path) -> None:
        self.session, self.variant, self.pictures = session, variant, pictures
        self.folder = session.home / "shop data"
        self.address = f"http://127.0.0.1:{_free_port()}"
        self._pictures_saved = 0
        for name, value in (
            ("port", self.address.rpartition(":")[2]),
            ("language", variant.language),
            ("wizard_done", "on"),
            ("told_running", "on"),
        ):
            self.run_command("settings", name, value)
        self.key = str(self.read_json("keys", "create", "Till 1")["key"])

    def open(self, *arguments: str, until: str = "Overview") -> None:
        """Starts the program; its window has a button that says so."""
        self.program = Program(self.session, self.folder, *arguments)
        self.user = CounterUser(self.session, self.program, TranslatedWords(self.variant.language))
        self.user.wait_for(until, "QAbstractButton")

    def close(self) -> None:
        """Ends the program if it runs."""
        if hasattr(self, "program"):
            self.program.close()

    def call(self, path: str, body: object = None) -> dict[str, object]:
        """A call of the till."""
        return call(self.address, self.key, path, body)

    def run_command(self, *words: str, typed: str = "") -> str:
        """What `counterpart` prints; it must end with 0."""
        done = run_command(self.session, self.folder, words, typed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def read_json(self, *words: str, typed: str = "") -> dict[str, object]:
        """What `counterpart --json` prints: an object."""
        return cast("dict[str, object]", json.loads(self.run_command("--json", *words, typed=typed)))

    def read_rows(self, *words: str, typed: str = "") -> list[dict[str, object]]:
        """What `counterpart --json` prints: a list of objects."""
        return cast("list[dict[str, object]]", json.loads(self.run_command("--json", *words, typed=typed)))

    def place_order(self, sku: str, quantity: int = 1) -> str:
        """An order of the marketplace; its reference."""
        lines = json.dumps({"lines": [{"sku": sku, "quantity": quantity}]})
        return str(self.read_json("orders", "place", "-", typed=lines)["reference"])

    def save_picture(self, name: str) -> None:
        """The whole screen, numbered in the order of the chapter."""
        self._pictures_saved += 1
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.user.save_picture(self.pictures / f"{self._pictures_saved:02}-{name}.png")

    def save_file_as(self, file: Path) -> None:
        """In the file dialog that asks for a name, which closes then."""
        self.user.wait_for("QFileDialog", "QFileDialog")
        self.user.paste_text(str(file))
        self.user.press("Return")
        self.user.wait_until_gone("fileNameEdit")

    def wait(self, what: str, condition: Callable[[], object]) -> None:
        """Looks until the condition is true."""
        wait_until(what, condition)

    def wait_for_file(self, file: Path) -> bytes:
        """The content of a file that the program saves."""
        return wait_until(f"the file {file.name}", lambda: file.read_bytes() if file.exists() else None)


@contextmanager
def open_counter(home: Path, variant: Variant, pictures: Path) -> Iterator[Counter]:
    """A counter with an empty shop, whose program is not started yet."""
    with DesktopSession(home, screen=variant.screen, scale=variant.scale) as session:
        counter = Counter(session, variant, pictures)
        try:
            yield counter
        except BaseException:
            if hasattr(counter, "program") and counter.program.child.poll() is None:
                counter.save_picture("where-it-failed")
            raise
        finally:
            counter.close()


def _is_detail(seen: VisibleWidget, name: str) -> bool:
    return "ItemDetail" in seen["kinds"] and name in seen["words"]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
