"""The service of this user from power-on: a unit of the user's own systemd, which lingers."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from bridge.power_on.run_program import Run, must_run, run_program
from bridge.power_on.service_state import ServiceState
from bridge.power_on.systemd_unit import STARTED_WITH, make_user_unit
from service.domain.errors import Unavailable
from service.domain.sentences import message, os_reason

UNIT = "counterpart.service"
_SYSTEMCTL = ("systemctl", "--user")


class UserService:
    """`units` is the folder of the user's own units, `command` what the unit runs."""

    def __init__(self, units: Path, command: Sequence[str], user: str, run: Run = run_program) -> None:
        self.file = units / UNIT
        self._command, self._user, self._run = command, user, run

    @property
    def place(self) -> str:
        return str(self.file)

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
            self._forget()
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
        self._unlink()
        self._must(*_SYSTEMCTL, "daemon-reload")

    def read_state(self) -> ServiceState:
        """Raises Unavailable."""
        active = self._run((*_SYSTEMCTL, "is-active", UNIT)).stdout.strip() == "active"
        linger = self._run(("loginctl", "show-user", self._user, "--property=Linger", "--value"))
        return ServiceState(self.file.exists(), active, linger.stdout.strip() == "yes")

    def _forget(self) -> None:
        """Undoes an installation that failed. The user gets the reason of that failure, and not
        what systemd answers to this.
        """
        with contextlib.suppress(Unavailable):
            self._run((*_SYSTEMCTL, "disable", "--now", UNIT))
        self._unlink()
        with contextlib.suppress(Unavailable):
            self._run((*_SYSTEMCTL, "daemon-reload"))

    def _unlink(self) -> None:
        """Removes the unit and the link by which it starts, which `disable` may have left."""
        for file in (self.file.parent / f"{STARTED_WITH}.wants" / UNIT, self.file):
            file.unlink(missing_ok=True)

    def _must(self, *words: str) -> None:
        must_run(self._run, *words)
