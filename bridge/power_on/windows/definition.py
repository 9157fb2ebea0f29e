"""What Windows stores of the service: its command, account, recovery and access list."""

from __future__ import annotations

import hashlib
import re
import struct
import subprocess
from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import Final

from bridge.power_on.windows.host_word import HOST_WORD

NAME: Final = "Counterpart"
ACCOUNT: Final = rf"NT SERVICE\{NAME}"
"""A virtual account: Windows makes it with the service. It has no password and no other rights."""

DESCRIPTION: Final = "Answers the shop's tills from power-on. The window attaches to it."
RESTART_AFTER_MS: Final = (5_000, 10_000, 60_000)
"""After the first, the second, and every further failure."""

FAILURES_FORGOTTEN_AFTER_S: Final = 600
PRIVILEGES: Final = ("SeChangeNotifyPrivilege",)
"""All that the account may do, apart from its access rights. Windows takes the others away."""

SYSTEM: Final = "S-1-5-18"
ADMINISTRATORS: Final = "S-1-5-32-544"

_READ: Final = "CCLCSWLOCRRC"
"""Query configuration and state."""

_START_STOP_DELETE: Final = "CCLCSWRPWPLOCRSDRC"
"""The same, and start, stop, delete. To change what it runs, or as whom, is not in it."""

_LINE: Final = re.compile(rf'"([^"]+)" {HOST_WORD} --data-dir (.+)')


@dataclass(frozen=True, slots=True)
class ServiceDefinition:
    """Which program runs the service, and on which data folder."""

    program: PureWindowsPath
    folder: PureWindowsPath

    @property
    def command_line(self) -> str:
        """The program is always in quotes: Windows would try each part of a path with spaces."""
        return f'"{self.program}" {subprocess.list2cmdline([HOST_WORD, "--data-dir", str(self.folder)])}'


def parse_command_line(text: str) -> ServiceDefinition | None:
    """The definition behind a stored command line; None for a line that is not of this program."""
    match = _LINE.fullmatch(text)
    if match is None:
        return None
    folder = match[2]
    if folder.startswith('"'):
        folder = re.sub(r"\\\\$", r"\\", folder[1:-1])
    return ServiceDefinition(PureWindowsPath(match[1]), PureWindowsPath(folder))


def service_sid(name: str = NAME) -> str:
    """The identifier of a service's virtual account, which Windows computes from the name."""
    digest = hashlib.sha1(name.upper().encode("utf-16-le"), usedforsecurity=False).digest()
    return "-".join(("S-1-5-80", *map(str, struct.unpack("<5I", digest))))


def make_access_list(owner: str) -> str:
    """Who may do what with the service, as SDDL: the owner may start, stop and delete it, so that
    an upgrade and a removal need no administrator. `owner` is a security identifier.
    """
    return (
        f"D:(A;;CCLCSWRPWPDTLOCRRC;;;SY)(A;;CCDCLCSWRPWPDTLOCRSDRCWDWO;;;BA)"
        f"(A;;{_READ};;;IU)(A;;{_READ};;;SU)(A;;{_START_STOP_DELETE};;;{owner})"
    )


def data_rights(folder: str, owner: str) -> list[str]:
    """The command that lets the owner, the service, Windows and administrators into the data
    folder, and nobody whom a folder above lets in.
    """
    full = [f"*{one}:(OI)(CI)F" for one in (owner, SYSTEM, ADMINISTRATORS)]
    return ["icacls", folder, "/inheritance:r", "/grant:r", *full, f"*{service_sid()}:(OI)(CI)M", "/Q"]


def data_rights_inside(folder: str) -> list[str]:
    """The command that gives the same rights on everything in the data folder, also on folders that
    were made for one account, as Python's temporary ones are.
    """
    return ["icacls", str(PureWindowsPath(folder) / "*"), "/inheritance:e", "/T", "/Q"]


def program_rights(folder: str) -> list[str]:
    """The command that lets the service read and run the program."""
    return ["icacls", folder, "/grant:r", f"*{service_sid()}:(OI)(CI)RX", "/Q"]


def take_rights(folder: str) -> list[str]:
    """The command that takes the service's rights on a folder away."""
    return ["icacls", folder, "/remove:g", f"*{service_sid()}", "/Q"]
