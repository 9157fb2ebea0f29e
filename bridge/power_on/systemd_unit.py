"""The text of a systemd unit that runs `serve`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bridge.power_on.system_restart import HANG_LIMIT_S
from bridge.power_on.waiting_variable import VARIABLE

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
