"""One counter PC for the length of a chapter: a screen, the program on it, and who clicks."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from tests.desktop.desktop_session import DesktopSession, wait_until
from tests.desktop.screen_user import ROOT, Program, ScreenUser, run_command
from tests.desktop.shop_system import call
from tests.desktop.translated_words import TranslatedWords
from tests.fakes.free_port import free_port
from ui.shell.frame.keyboard import key_bindings
from ui.shell.pane_context import PaneKey

_PLAYER: Final = """#!{python} -S
import array, json, os, sys, time, wave
with wave.open(sys.argv[-1]) as file:
    samples = array.array("h", file.readframes(file.getnframes()))
loudness = max(abs(sample) for sample in samples)
name = os.path.basename(sys.argv[-1]).split("-")[0]
with open({notes!r}, "a") as notes:
    notes.write(json.dumps([name, loudness, time.time()]) + "\\n")
"""
_MUTE_ANSWER: Final = """#!/bin/sh
echo "Volume: 0.70$(cat {state})"
"""


@dataclass(frozen=True, slots=True)
class Variant:
    """`screen` is in pixels; with a scale of 2 the window has half of them in each direction.
    On 1280x900 it has its first size. `is_attached` makes the window that of a further counter.
    """

    name: str
    language: str
    screen: str
    scale: int
    is_attached: bool = False
    scheme: str = "light"


VARIANTS: Final = (
    Variant("en-1024x600", "en", "1024x600x24", 1),
    Variant("ar-1024x600", "ar", "1024x600x24", 1),
    Variant("en-1280x900", "en", "1280x900x24", 1),
    Variant("en-1920x1080", "en", "1920x1080x24", 1),
    Variant("ar-1920x1080", "ar", "1920x1080x24", 1, scheme="dark"),
    Variant("en-scale2", "en", "1920x1080x24", 2, scheme="dark"),
    Variant("ar-scale2", "ar", "1920x1080x24", 2),
    Variant("en-attached", "en", "1024x600x24", 1, is_attached=True),
    Variant("ar-attached", "ar", "1024x600x24", 1, is_attached=True),
)


class Counter:
    """What a chapter works with. `user` sees and clicks, `run_command` is the command line in
    another process, `call` is the till.
    """

    def __init__(self, session: DesktopSession, variant: Variant, pictures: Path, *, is_first_day: bool) -> None:
        self.session, self.variant, self.pictures = session, variant, pictures
        self.folder = session.home / "shop data"
        self.address = f"http://127.0.0.1:{free_port()}"
        self._pictures_saved = 0
        self._service: TrialService | None = None
        before = () if is_first_day else (("wizard_done", "on"), ("told_running", "on"))
        looks = (("language", variant.language), ("scheme", variant.scheme))
        for name, value in (("port", self.address.rpartition(":")[2]), *looks, *before):
            self.run_command("settings", name, value)
        self.key = "" if is_first_day else str(self.read_json("keys", "create", "Till 1")["key"])

    @property
    def place(self) -> str:
        """The name of the further counter; "" at the computer with the service."""
        return "Desk" if self.variant.is_attached else ""

    def open(self, *arguments: str, until: str = "Overview") -> None:
        """Starts the program; its window has a button that says so."""
        folder = self._attach() if self.variant.is_attached else self.folder
        self.program = Program(self.session, folder, *arguments)
        self.user = ScreenUser(self.session, self.program, TranslatedWords(self.variant.language))
        self.user.wait_for(until, "QAbstractButton")

    def open_pane(self, pane: PaneKey) -> None:
        """By its key."""
        keys = next(line.keys for line in key_bindings() if line.command == f"pane:{pane}")
        self.user.press(keys.lower().replace(",", "comma"))

    def close(self) -> None:
        """Ends the program if it runs."""
        if hasattr(self, "program"):
            self.program.close()

    def end_service(self) -> None:
        """That of the first computer, if this is a further counter."""
        if self._service is not None:
            self._service.end()

    def _attach(self) -> Path:
        """The data folder of a further counter, paired once with the service in the shop's."""
        own = self.session.home / "counter data"
        if self._service is None:
            self.run_command("settings", "counters", "on")
            self._service = TrialService(self.session, self.folder)
            code = str(self.read_json("counters", "add")["code"])
            paired = run_command(self.session, own, ("attach", "127.0.0.1", "--code", code, "--name", self.place))
            assert paired.returncode == 0, paired.stderr
        return own

    def call(self, path: str, body: object = None) -> dict[str, object]:
        """A call of the till."""
        return call(self.address, self.key, path, body)

    def run_command(self, *words: str, typed: str = "") -> str:
        """What `counterpart` prints; it must end with 0."""
        done = run_command(self.session, self.folder, words, typed)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def read_setting(self, name: str) -> str:
        """Its value, at a further counter that which it has for itself."""
        if not self.variant.is_attached:
            return str(self.read_json("settings", name)["value"])
        with closing(sqlite3.connect(next(self.folder.glob("*.db")), timeout=30.0)) as database:
            own: dict[str, str] = json.loads(database.execute("SELECT settings FROM counters").fetchone()[0] or "{}")
        return own.get(name, "")

    def write_file(self, name: str, text: str) -> Path:
        """A file of the owner's, in place of an earlier one of that name."""
        file = self.session.home / name
        file.write_text(text, encoding="utf-8")
        return file

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

    def scroll_detail_to(self, words: str) -> None:
        """A label with these words in the detail, which is at the other side in Arabic."""
        self.user.scroll_to(words, "QLabel", exact=False, across=0.4 if self.variant.language == "ar" else 0.6)

    def save_picture(self, name: str) -> None:
        """The whole screen, numbered in the order of the chapter."""
        self._pictures_saved += 1
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


class TrialService:
    """The process of a service, which is started again as systemd does it."""

    def __init__(self, session: DesktopSession, folder: Path) -> None:
        self._session, self._folder = session, folder
        self._said = session.home / f"{folder.name} said.txt"
        self._process = self._start()
        self.wait_for_starts(1)

    def wait_for_starts(self, count: int) -> None:
        """Until it has listened so many times. One that was killed is started first."""
        if self._process.poll() is not None:
            self._process = self._start()
        wait_until(f"start {count} of the service", lambda: self.read_output().count("Listening on ") >= count)

    def read_output(self) -> str:
        return self._said.read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """As a power cut for the service."""
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """It hangs: its sockets are open and nothing answers."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Ends it as the system does; its exit code."""
        self._process.terminate()
        return self._process.wait(30)

    def end(self) -> None:
        """Ends it, also where a trial failed while it was paused."""
        if self._process.poll() is None:
            self.resume()
            self.stop()

    def _start(self) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", "bridge", "--data-dir", str(self._folder), "serve"]
        with self._said.open("ab") as said:
            return subprocess.Popen(
                line,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                env=self._session.environment | {"PYTHONUNBUFFERED": "1"},
                cwd=ROOT,
            )


@contextmanager
def open_counter(
    home: Path, variant: Variant, pictures: Path, *, is_first_day: bool = False, tray: bool = True
) -> Iterator[Counter]:
    """A counter with an empty shop, whose program is not started yet; nor was it ever before a
    first day.
    """
    with DesktopSession(home, tray=tray, screen=variant.screen, scale=variant.scale) as session:
        counter = Counter(session, variant, pictures, is_first_day=is_first_day)
        try:
            yield counter
        except BaseException:
            session.save_picture(pictures / "where-it-failed.png")
            for said in home.glob("*said.txt"):
                shutil.copy(said, pictures)
            raise
        finally:
            counter.close()
            counter.end_service()


def set_time_left(counter: Counter, reference: str, seconds: int) -> None:
    """From now on so much time is left to accept the order."""
    with closing(sqlite3.connect(next(counter.folder.glob("*.db")), timeout=30.0)) as database, database:
        changed = database.execute(
            "UPDATE orders SET accept_by = ? WHERE reference = ?", (round((time.time() + seconds) * 1000), reference)
        )
        assert changed.rowcount == 1, reference


@dataclass(frozen=True, slots=True)
class PlayedSound:
    """`loudness` is the highest sample, up to 32767; `at` is in seconds."""

    name: str
    loudness: int
    at: float


class SoundRecorder:
    """Comes first in the PATH of the session, so it must be made before the program starts."""

    def __init__(self, counter: Counter) -> None:
        folder = counter.session.home / "sound"
        folder.mkdir()
        self._notes, self._state = folder / "played", folder / "state"
        self._notes.touch()
        self._state.touch()
        _write_program(folder / "pw-play", _PLAYER.format(python=sys.executable, notes=str(self._notes)))
        _write_program(folder / "wpctl", _MUTE_ANSWER.format(state=self._state))
        path = counter.session.environment.get("PATH", os.defpath)
        counter.session.environment["PATH"] = f"{folder}{os.pathsep}{path}"

    def read(self) -> list[PlayedSound]:
        """All that was played, the first one first."""
        return [PlayedSound(*json.loads(line)) for line in self._notes.read_text(encoding="utf-8").splitlines()]

    def wait_for_next(self, before: int, *, seconds: float = 90.0) -> PlayedSound:
        """The first sound after so many."""
        return wait_until("a sound", lambda: self.read()[before : before + 1], seconds=seconds)[0]

    def remove(self) -> None:
        """Nothing that plays sounds is left on the computer."""
        (self._notes.parent / "pw-play").unlink()

    def mute(self, *, on: bool) -> None:
        """What the computer says from now on."""
        self._state.write_text(" [MUTED]" if on else "", encoding="utf-8")


def _write_program(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
