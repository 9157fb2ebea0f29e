"""The program as it is installed in Wine: its commands, the version that answers, its files."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import psutil

from bridge.updates.contents import find_faults
from bridge.updates.installation import Installation
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.trial_checks import TrialChecks, wait_until

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from installer.windows.wine_prefix import WinePrefix

CALLER: Final = ApiCaller("http://127.0.0.1:8710")


@dataclass(frozen=True, slots=True)
class InstalledProgram:
    """`folder` is where it is installed, `feed` and `root` name what it asks for newer versions."""

    wine: WinePrefix
    folder: Path
    feed: str
    root: Path
    steps: TrialChecks

    @property
    def installation(self) -> Installation:
        """Its versions, and which is the current one."""
        return Installation(self.folder)

    def update(self, verb: str) -> tuple[int, str]:
        """Exit code and words of `counterpart update VERB`."""
        return self.wine.run(*self._line(verb))

    def start_update(self) -> subprocess.Popen[str]:
        """Start `counterpart update install`."""
        return self.wine.start(*self._line("install"))

    def kill(self, *words: str) -> int:
        """Kill the processes of this Wine whose command line has all these words, and no other;
        how many there were.
        """
        found = self._processes(words)
        for process in found:
            process.kill()
        return len(found)

    def count(self, *words: str) -> int:
        """How many processes of this Wine have all these words in their command line."""
        return len(self._processes(words))

    def start(self) -> None:
        """Start it in the tray, as at a login, and wait for its first answer."""
        self.wine.start(self.folder / "counterpartw.exe", "--hidden")
        wait_until("the tray program answers", CALLER.is_up)

    def check_upgrade(self, version: str) -> None:
        """Let it install the newest version, which has to be that one."""
        code, said = self.update("install")
        self.steps.check(f"`update install` installs {version}", code == 0 and version in said, f"{code} {said}")
        self.check_whole(version, "it runs")

    def check_refused(self, verb: str, sentence: str, version: str, what: str) -> None:
        """`update VERB` fails with that sentence alone, and that version goes on."""
        code, said = self.update(verb)
        is_one_line = len(said.strip().splitlines()) == 1
        self.steps.check(f"{what} is refused with a sentence", code == 1 and is_one_line and sentence in said,
                         f"{code} {said}")  # fmt: skip
        self.steps.note(said.strip())
        self.check_whole(version, f"after {what} the version before runs")

    def check_whole(self, version: str, sentence: str) -> None:
        """That version answers, `current` names it, and each of its files is as its list says."""
        wait_until("the program answers", CALLER.is_up)
        name, answered = self.installation.current() or "", CALLER.get("/health").get("version")
        faults = find_faults(self.installation.folder(name))
        is_current = name.partition("~")[0] == version == answered
        self.steps.check(f"{sentence}: {version}, with every file as listed", is_current and not faults,
                         f"{name} {answered} {faults[:5]}")  # fmt: skip

    def _processes(self, words: tuple[str, ...]) -> list[psutil.Process]:
        found = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                line, prefix = " ".join(process.cmdline()), process.environ().get("WINEPREFIX")
                if prefix == str(self.wine.prefix) and all(word in line for word in words):
                    found.append(process)
        return found

    def _line(self, verb: str) -> tuple[str | Path, ...]:
        own = self.folder / "counterpart.exe"
        return own, "update", verb, "--feed", self.feed, "--root", self.wine.path(self.root)
