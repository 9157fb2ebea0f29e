"""The service on Linux: the text of its systemd units, and a user's own unit."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from pathlib import Path

from bridge.autostart.power_on_service import Run, ServiceState, must_run, run_program
from bridge.autostart.service_words import VARIABLE
from bridge.autostart.system_restart import HANG_LIMIT_S
from service.domain.errors import Unavailable
from service.domain.sentences import os_reason

SECRETS_FILE = "%h/.config/counterpart/service.env"
"""Where the passphrase of the encrypted secret file may be. %h is the user's home folder."""

SYSTEM_SECRETS_FILE = "/etc/counterpart/%i.env"
"""The same for a unit of the system: there %h is root's home folder for every user."""

PACKAGED_PROGRAM = "/usr/bin/counterpart"

STARTED_WITH = "default.target"
"""What starts a user's unit. systemd has a folder of links with this name next to the unit."""

_UNIT = """\
[Unit]
Description=Counterpart, the supplier integration service{whose}
After=network.target
StartLimitIntervalSec=0
{condition}
[Service]
Type=simple
{user}ExecStart={command}
Environment={variable}=on
EnvironmentFile=-{secrets}
Restart=on-failure
RestartSec=5s
WatchdogSec={hang_limit_s:.0f}s
NotifyAccess=main
TimeoutStopSec=10s
KillMode=mixed
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy={target}
"""
UNIT = "counterpart.service"
_SYSTEMCTL = ("systemctl", "--user")


def make_user_unit(command: Sequence[str]) -> str:
    """The unit of one user, which lingers from power-on."""
    return _UNIT.format(
        whose="",
        user="",
        condition=_format_condition(command[0]),
        command=format_command(command),
        variable=VARIABLE,
        hang_limit_s=HANG_LIMIT_S,
        secrets=SECRETS_FILE,
        target=STARTED_WITH,
    )


def make_system_unit(command: Sequence[str]) -> str:
    """The template of the system: `counterpart@NAME` runs as the user NAME, on that user's data."""
    return _UNIT.format(
        whose=" of %i",
        user="User=%i\n",
        condition=_format_condition(command[0]),
        command=format_command(command),
        variable=VARIABLE,
        hang_limit_s=HANG_LIMIT_S,
        secrets=SYSTEM_SECRETS_FILE,
        target="multi-user.target",
    )


def _format_condition(program: str) -> str:
    """A unit that stays after the package was removed starts nothing, in place of trying again
    every few seconds. A program elsewhere may be on a disk that is there later, and is tried.
    """
    return f"ConditionFileIsExecutable={program}\n" if program == PACKAGED_PROGRAM else ""


def format_command(words: Sequence[str]) -> str:
    """A command line as systemd reads it."""
    return " ".join(_quote_word(word) for word in words)


def _quote_word(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$").replace("\n", "\\n")
    return escaped if re.fullmatch(r"[\w./:=@+,-]+", word) else f'"{escaped}"'


class UserService:
    """`units` is the folder of the user's own units, `command` what the unit runs."""

    def __init__(self, units: Path, command: Sequence[str], user: str, run: Run = run_program) -> None:
        self.file = units / UNIT
        self._command, self._user, self._run = command, user, run

    @property
    def place(self) -> str:
        return str(self.file)

    def install(self) -> ServiceState:
        """Writes and starts the unit, also at power-on. Raises Unavailable; then there is none."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(make_user_unit(self._command), encoding="utf-8")
        except OSError as error:
            raise Unavailable.saying(
                "{file} cannot be written: {reason}.", file=str(self.file), reason=os_reason(error)
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
        """Ends and removes it. The user still lingers, for other services. Raises Unavailable."""
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
        """Undoes a failed installation; the user gets its reason, not systemd's answer to this."""
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
