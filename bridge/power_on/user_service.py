"""The service of this user from power-on: a unit of the user's own systemd, which lingers."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bridge.power_on.systemd_unit import make_user_unit
from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason, verbatim

UNIT = "counterpart.service"
_LIMIT_S = 30.0
_SYSTEMCTL = ("systemctl", "--user")

Run = Callable[[Sequence[str]], subprocess.CompletedProcess[str]]


@dataclass(frozen=True, slots=True)
class ServiceState:
    """`lingers`: whether it starts at power-on, and not only when the user logs in."""

    installed: bool
    active: bool
    lingers: bool


def run_program(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs a program of the system. Raises Unavailable where there is none, or it hangs."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=_LIMIT_S)
    except FileNotFoundError as error:
        raise Unavailable(
            message(
                "This computer has no {program}, so it cannot run the service by itself. "
                "Let its own way of starting programs run: counterpart serve",
                program=words[0],
            )
        ) from error
    except subprocess.TimeoutExpired as error:
        raise Unavailable(message("{program} did not answer. Try again in a moment.", program=words[0])) from error


class UserService:
    """`units` is the folder of the user's own units, `command` what the unit runs."""

    def __init__(self, units: Path, command: Sequence[str], user: str, run: Run = run_program) -> None:
        self.file = units / UNIT
        self._command, self._user, self._run = command, user, run

    def install(self) -> ServiceState:
        """Writes the unit, starts it, and lets it start at power-on. Raises Unavailable; then there
        is no unit.
        """
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(make_user_unit(self._command), encoding="utf-8")
        except OSError as error:
            raise Unavailable(
                message("{file} cannot be written: {reason}.", file=str(self.file), reason=os_reason(error))
            ) from error
        try:
            self._must(*_SYSTEMCTL, "daemon-reload")
            self._must(*_SYSTEMCTL, "enable", UNIT)
            self._must(*_SYSTEMCTL, "restart", UNIT)
        except Unavailable:
            self.file.unlink(missing_ok=True)
            raise
        # Some systems allow this to administrators alone; `status` then says that it is off.
        self._run(("loginctl", "enable-linger", self._user))
        return self.read_state()

    def remove(self) -> None:
        """Ends the service and removes its unit. The user goes on to linger: other services may
        need it. Raises Unavailable.
        """
        if self.file.exists():
            self._must(*_SYSTEMCTL, "disable", "--now", UNIT)
            self.file.unlink(missing_ok=True)
        self._must(*_SYSTEMCTL, "daemon-reload")

    def read_state(self) -> ServiceState:
        """Raises Unavailable."""
        active = self._run((*_SYSTEMCTL, "is-active", UNIT)).stdout.strip() == "active"
        linger = self._run(("loginctl", "show-user", self._user, "--property=Linger", "--value"))
        return ServiceState(self.file.exists(), active, linger.stdout.strip() == "yes")

    def _must(self, *words: str) -> None:
        done = self._run(words)
        if done.returncode:
            said = done.stderr.strip().splitlines()
            raise Unavailable(
                message(
                    "{command} failed: {reason}",
                    command=" ".join(words),
                    reason=verbatim(said[-1] if said else f"exit code {done.returncode}"),
                )
            )
