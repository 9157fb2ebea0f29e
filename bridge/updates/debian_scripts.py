"""The scripts of the installed .deb, which end its programs before an upgrade and start them again
as they ran, as the same users. A guard does that in the place of an update that was killed.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bridge.watchdog.supervisor import GAVE_UP_VARIABLE, VARIABLE

log = logging.getLogger(__name__)

NOTES: Final = Path("/run/counterpart-upgrade")
"""Where prerm notes how each program ran, and postinst reads and removes it."""

SCRIPTS: Final = "/var/lib/dpkg/info/counterpart."

_NOT_PASSED: Final = ("LD_LIBRARY_PATH", "_PYI_", "_MEIPASS", VARIABLE, GAVE_UP_VARIABLE)
"""Variables that the frozen program and its watchdog set for themselves."""

_GUARD: Final = """
cat > /dev/null
tries=0
while [ -e "$1" ] && [ "$tries" -lt 600 ]; do
    dpkg --configure -a > /dev/null 2>&1
    [ $? -eq 2 ] || break
    tries=$((tries + 1))
    sleep 1
done
[ ! -e "$1" ] || exec "$2postinst" abort-upgrade
"""
"""Its input ends with the update. Where notes are left then, dpkg ends what it has begun, and what
ran starts again. dpkg ends with 2 while another one works.
"""


class PackageScripts:
    """For one update. The programs of a user are started once, by dpkg, by this or by the guard."""

    def __init__(self, notes: Path = NOTES, scripts: str = SCRIPTS) -> None:
        self._notes = notes
        self._scripts = scripts
        self._first: dict[str, bytes] | None = None
        self._guard: int | None = None
        self._lock: int | None = None
        self._variables = clean_variables(os.environ)

    def begin(self) -> None:
        """Take the lock of updates. Raises BlockingIOError if another one has it, OSError."""
        if sys.platform == "win32":
            return
        import fcntl  # noqa: PLC0415 - not on Windows

        self._lock = os.open(f"{self._notes}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def end_programs(self) -> bool:
        """Note how each program runs, and end it; whether that could be noted. A later call ends
        what runs then, and notes what ran at first.
        """
        try:
            guard = self._begin_guard()
            # While the script notes and ends programs, the guard waits for it too.
            if self._run("prerm", "upgrade", guard):
                return False
            if self._first is None:
                self._first = {file.name: file.read_bytes() for file in self._notes.iterdir()}
            self._keep_first_notes(self._first)
        except OSError as error:
            log.warning("How the programs run could not be noted: %s", error)
            return False
        return True

    def start_programs(self) -> None:
        """Start what was noted, if dpkg did not. Raises OSError."""
        if self._notes.exists():
            self._run("postinst", "abort-upgrade")

    def release(self) -> None:
        """The update is over: the guard may end, and another update begin."""
        for descriptor in (self._guard, self._lock):
            if descriptor is not None:
                os.close(descriptor)
        self._guard = self._lock = None

    def _begin_guard(self) -> int:
        """Start it; return the descriptor that it waits for."""
        if self._guard is None:
            reading, self._guard = os.pipe()
            line = ["setsid", "--fork", "sh", "-c", _GUARD, "sh", str(self._notes), self._scripts]
            try:
                subprocess.run(line, check=True, env=self._variables, cwd="/", stdin=reading,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
            except subprocess.CalledProcessError as error:
                raise OSError(str(error)) from error
            finally:
                os.close(reading)
        return self._guard

    def _keep_first_notes(self, notes: Mapping[str, bytes]) -> None:
        """At each moment every program is noted, if twice."""
        for name, content in notes.items():
            (self._notes / name).write_bytes(content)
        for file in self._notes.iterdir():
            if file.name not in notes:
                file.unlink()

    def _run(self, script: str, word: str, *held_open: int) -> int:
        return subprocess.run(
            [f"{self._scripts}{script}", word], check=False, env=self._variables, cwd="/",
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=held_open,
        ).returncode  # fmt: skip


def clean_variables(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment without what the frozen program set for itself, which would lead other
    programs to its libraries.
    """
    own = {name: value for name, value in variables.items() if not name.startswith(_NOT_PASSED)}
    return {**own, "PYINSTALLER_RESET_ENVIRONMENT": "1"}
