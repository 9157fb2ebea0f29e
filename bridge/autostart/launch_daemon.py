"""The service of this user from power-on on a Mac: a launch daemon, which launchd runs as the user.

The file belongs to root, so `sudo` installs it and asks for the administrator in the terminal.
"""

from __future__ import annotations

import plistlib
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bridge.autostart.power_on_service import ASKING_LIMIT_S, Run, ServiceState, must_run, run_program
from bridge.autostart.service_words import VARIABLE
from bridge.system.paths import replace_private_file
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import os_reason

LABEL: Final = "local.counterpart.service"
DAEMONS: Final = Path("/Library/LaunchDaemons")
SUDO: Final = "/usr/bin/sudo"
LAUNCHCTL: Final = "/bin/launchctl"
INSTALL: Final = "/usr/bin/install"
REMOVE: Final = "/bin/rm"
TEST: Final = "/bin/test"
"""By their paths: `sudo` on a Mac would look for names in the user's PATH, and run that as root."""

PAUSE_S: Final = 5
STOP_LIMIT_S: Final = 10
_UMASK: Final = 0o077
_READ_SECRETS: Final = 'if [ -r "$0" ]; then set -a; . "$0"; set +a; fi; exec "$@"'
_RUNS: Final = re.compile(r"^\s*state = running$", re.MULTILINE)


def make_daemon(command: Sequence[str], user: str, log: Path, secrets: Path) -> dict[str, Any]:
    """The property list. The shell reads the passphrase of the encrypted secret file from
    `secrets`, where that exists: everybody can read the property list itself.
    """
    return {
        "Label": LABEL,
        "ProgramArguments": ["/bin/sh", "-c", _READ_SECRETS, str(secrets), *command],
        "EnvironmentVariables": {VARIABLE: "on"},
        "UserName": user,
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": PAUSE_S,
        "ExitTimeOut": STOP_LIMIT_S,
        "Umask": _UMASK,
        "ProcessType": "Interactive",
        "StandardOutPath": str(log),
        "StandardErrorPath": str(log),
    }


def _run_patiently(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return run_program(words, ASKING_LIMIT_S)


class DaemonService:
    """`command` is what launchd runs as `user`; `folder` is the data folder."""

    def __init__(self, command: Sequence[str], user: str, folder: Path, home: Path, run: Run = _run_patiently) -> None:
        self.file = DAEMONS / f"{LABEL}.plist"
        self._command, self._user, self._folder, self._home, self._run = command, user, folder, home, run

    @property
    def place(self) -> str:
        return str(self.file)

    def install(self) -> ServiceState:
        """Raises Refused for root: launchd would run the service, which tills call, as root."""
        if self._user in ("", "root"):
            raise Refused.saying("user", "Run this without {command}, as the user whose data it is.", command="sudo")
        draft = self._folder / f"{LABEL}.plist"
        secrets = self._home / ".config" / "counterpart" / "service.env"
        log = self._folder / "logs" / "service.log"
        try:
            log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace_private_file(draft, plistlib.dumps(make_daemon(self._command, self._user, log, secrets)))
        except OSError as error:
            raise Unavailable.saying(
                "{file} cannot be written: {reason}.", file=str(draft), reason=os_reason(error)
            ) from error
        try:
            self._bootout()
            self._must(INSTALL, "-o", "root", "-g", "wheel", "-m", "644", str(draft), str(self.file))
            self._start()
        finally:
            draft.unlink(missing_ok=True)
        return self.read_state()

    def remove(self) -> None:
        state = self.read_state()
        if not state.installed and not state.active:
            return
        self._bootout()
        self._must(REMOVE, "-f", str(self.file))

    def read_state(self) -> ServiceState:
        loaded = self._run((LAUNCHCTL, "print", f"system/{LABEL}"))
        active = loaded.returncode == 0 and _RUNS.search(loaded.stdout) is not None
        installed = self._run((TEST, "-e", str(self.file))).returncode == 0
        return ServiceState(installed, active, at_power_on=installed)

    def _start(self) -> None:
        """Loads the file, which starts the program. After a fault the file is not left there."""
        try:
            self._must(LAUNCHCTL, "bootstrap", "system", str(self.file))
        except Unavailable:
            self._run((SUDO, REMOVE, "-f", str(self.file)))
            raise

    def _bootout(self) -> None:
        """Ends what is loaded; launchd waits for its end."""
        if self._run((LAUNCHCTL, "print", f"system/{LABEL}")).returncode == 0:
            self._must(LAUNCHCTL, "bootout", f"system/{LABEL}")

    def _must(self, *words: str) -> None:
        must_run(self._run, SUDO, *words)
