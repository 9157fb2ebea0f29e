"""The Debian package as it is installed in a fresh root: its commands, the programs that run from
it, and whether they are one whole version.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psutil

from installer.places import run
from installer.toolchain.errors import SetupError
from tests.install_trial.api_caller import ApiCaller
from tests.install_trial.debian_root import ADMINISTRATOR, PLAIN_USER, DebianRoot
from tests.install_trial.trial_checks import LIMIT_S, TrialChecks, find_back_limit_s, wait_until

if TYPE_CHECKING:
    import subprocess

    from tests.install_trial.virtual_screen import VirtualScreen

_PORT: Final = "8791"
SERVICE: Final = ApiCaller(f"http://127.0.0.1:{_PORT}")
TRAY: Final = ApiCaller("http://127.0.0.1:8710")
FOLDER: Final = "usr/lib/counterpart"
DATA: Final = f"{ADMINISTRATOR.home}/.local/share/counterpart"
"""Where the update of the administrator stores what it downloads."""

_SECRETS: Final = "COUNTERPART_VAULT_PASSPHRASE=a trial's own"
_SETTLED: Final = "install ok installed"
_SKU: Final = "FEED-1"


@dataclass(slots=True)
class InstalledPackage:
    """`feed` is the address of the feed; its first root is /root/root.json inside. `packages` are
    the files that it offers, by their version.
    """

    root: DebianRoot
    screen: VirtualScreen
    feed: str
    packages: dict[str, Path]
    steps: TrialChecks
    key: str = ""
    start_s: float = 0.0
    """Seconds from the last start of both programs until both answered."""
    _sums: dict[str, dict[str, str]] = field(default_factory=dict)

    def prepare(self) -> None:
        """Start both programs for the first time, and store an item."""
        made = self.root.run(*PLAIN_USER.line("env", _SECRETS, "counterpart", "keys", "create", "Feed", "--json"))
        self.key = str(json.loads(made)["key"])
        self.start()
        ApiCaller(SERVICE.address, self.key).upload(_SKU)

    def start(self) -> None:
        """Start both as after power-on and at a login: the service, and the tray program hidden."""
        began = time.monotonic()
        shown = ("QT_QPA_PLATFORM=xcb", "XDG_RUNTIME_DIR=/tmp", f"DISPLAY={self.screen.display}")
        tray = ("env", *shown, f"COUNTERPART_DATA_DIR={PLAIN_USER.home}/tray", "counterpart", "--hidden")
        for words in (("counterpart", "serve", "--port", _PORT), tray):
            self.root.start(*PLAIN_USER.line("setsid", "--fork", "env", _SECRETS, *words)).wait()
        self.await_answers()
        self.start_s = time.monotonic() - began

    def await_answers(self, limit_s: float = LIMIT_S) -> None:
        """SetupError if not both programs answer in that time."""
        wait_until("service and tray program answer", lambda: SERVICE.is_up() and TRAY.is_up(), limit_s)

    def limit_s(self) -> float:
        """Seconds in which both have to be back."""
        return find_back_limit_s(self.start_s)

    def skus(self) -> set[str]:
        """What the service holds."""
        return ApiCaller(SERVICE.address, self.key).skus()

    def is_silent(self) -> bool:
        """Whether neither program answers."""
        return not SERVICE.is_up() and not TRAY.is_up()

    def update(self, verb: str) -> tuple[int, str]:
        """Exit code and words of `counterpart update VERB`."""
        with self.start_update(verb) as process:
            said, _ = process.communicate()
        return process.returncode, said

    def start_update(self, verb: str = "install") -> subprocess.Popen[str]:
        """Start `counterpart update VERB`."""
        named = ("--feed", self.feed, "--root", "/root/root.json")
        return self.root.start(*ADMINISTRATOR.line("counterpart", "update", verb, *named))

    def linked(self) -> str:
        """The version that a start would run; empty if there is none."""
        program = Path(os.path.realpath(self.root.path / FOLDER / "current")) / "counterpart"
        return program.parent.name if program.is_file() else ""

    def check_upgrade(self, verb: str, version: str) -> None:
        """Let it install that version."""
        code, said = self.update(verb)
        self.steps.check(f"`update {verb}` installs {version}", code == 0 and version in said, f"{code} {said}")
        self.check_settled(version, "both run")

    def check_refused(self, verb: str, sentence: str, version: str, what: str) -> None:
        """`update VERB` fails with that sentence, and that version goes on."""
        code, said = self.update(verb)
        own = [line for line in said.splitlines() if line.startswith("counterpart: ")]
        is_one = len(own) == 1 and said.strip().endswith(own[0]) and "Traceback" not in said
        self.steps.check(f"{what} is refused with a sentence", code == 1 and is_one and sentence in said,
                         f"{code} {said}")  # fmt: skip
        self.steps.note(own[0])
        self.check_settled(version, f"after {what} the version before runs")

    def check_settled(self, version: str, sentence: str) -> None:
        """As below, and dpkg counts it as installed, with each file of the package and no other."""
        state = self.root.run("dpkg-query", "-W", "-f", "${Status} ${Version}", "counterpart")
        self.steps.check(f"{sentence}: {version}, installed for dpkg", state == f"{_SETTLED} {version}", state)
        faults = self._differing(version, "")
        faults += [str(one) for one in (self.root.path / FOLDER).iterdir() if one.name not in (version, "current")]
        faults += map(str, (self.root.path / "usr/share").rglob("*counterpart*.dpkg-*"))
        self.check_whole(version, "every file is the package's", faults)

    def check_whole(self, version: str, sentence: str, faults: list[str] | None = None) -> None:
        """Both programs answer as that version, hidden and with their data. What they have loaded
        is of its folder, and each file there is the package's.
        """
        self.await_answers()
        answered = {str(caller.get("/health").get("version")) for caller in (SERVICE, TRAY)}
        found = [*(faults or []), *self._differing(version, f"{FOLDER}/{version}/"), *self._strangers(version)]
        found += [f"window {window}" for window in self.screen.windows("Counterpart")]
        if _SKU not in self.skus():
            found.append("the item is gone")
        is_so = answered == {version} and self.linked() == version and not found
        self.steps.check(f"{sentence}, {version} answers, hidden and with its data", is_so,
                         f"{answered} {self.linked()} {found[:5]}")  # fmt: skip

    def _differing(self, version: str, below: str) -> list[str]:
        """Files of the package that are not as its list of sums says."""
        if version not in self._sums:
            line = 'dpkg-deb --ctrl-tarfile "$1" | tar --extract --to-stdout ./md5sums'
            rows = run(["sh", "-c", line, "sh", self.packages[version]]).splitlines()
            self._sums[version] = {name: digest for digest, name in (row.split("  ", 1) for row in rows)}
        return [
            name
            for name, digest in self._sums[version].items()
            if name.startswith(below) and _digest(self.root.path / name) != digest
        ]

    def _strangers(self, version: str) -> list[str]:
        """What the running programs have loaded from another version."""
        own, place = f"{self.root.path}/{FOLDER}/{version}/", f"{self.root.path}/{FOLDER}/"
        loaded = {path for process in self.processes() for path in _loaded(process) if path.startswith(place)}
        if not loaded:
            raise SetupError("No program of the package runs.")
        return sorted(path for path in loaded if not path.startswith(own))

    def processes(self) -> list[psutil.Process]:
        """Every process inside the root."""
        found = []
        for process in psutil.process_iter():
            with suppress(OSError):
                if Path(f"/proc/{process.pid}/root").readlink() == self.root.path:
                    found.append(process)
        return found

    def cut_power(self) -> None:
        """End every process inside at once, and forget what is only in memory."""
        while alive := self.processes():
            for process in alive:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            psutil.wait_procs(alive, 1)
        run(["sh", "-c", 'rm -rf "$1"/run/* "$1"/tmp/*', "sh", self.root.path])


def _digest(file: Path) -> str:
    try:
        with file.open("rb") as content:
            return hashlib.file_digest(content, "md5").hexdigest()
    except OSError:
        return ""


def _loaded(process: psutil.Process) -> list[str]:
    try:
        return [process.exe(), *(one.path for one in process.memory_maps())]
    except (psutil.Error, OSError):
        return []
