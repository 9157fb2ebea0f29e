"""What Windows stores of the service, and what the program asks of Windows' service manager."""

from __future__ import annotations

import hashlib
import re
import struct
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import PureWindowsPath
from typing import Final, Protocol

from bridge.autostart.service_words import HOST_WORD
from service.domain.errors import Unavailable
from service.domain.sentences import Sentence, message, verbatim

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
STOP_LIMIT_S: Final = 15.0
START_LIMIT_S: Final = 30.0
_PAUSE_S: Final = 0.1


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
    """Lets the owner, the service, Windows and administrators in, and nobody by a folder above."""
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


class RunState(IntEnum):
    """Windows' numbers. Those of a service that pauses count as running: this one never does."""

    STOPPED = 1
    START_PENDING = 2
    STOP_PENDING = 3
    RUNNING = 4


def read_run_state(number: int) -> RunState:
    return RunState(number) if number in set(RunState) else RunState.RUNNING


@dataclass(frozen=True, slots=True)
class StoredService:
    """`definition` is None where a service of that name runs something else."""

    definition: ServiceDefinition | None
    state: RunState
    automatic: bool


class NotAllowed(Unavailable):
    """Windows lets only an administrator do this."""

    def __init__(self) -> None:
        super().__init__(message("Windows lets only an administrator do this."))


class ServiceFault(Unavailable):
    """The service manager refused, in Windows' words."""

    def __init__(self, reason: str) -> None:
        super().__init__(message("Windows refused: {reason}", reason=verbatim(reason)))


class ServiceManager(Protocol):
    """One service. Every method raises NotAllowed and ServiceFault."""

    def find(self) -> StoredService | None: ...

    def register(self, definition: ServiceDefinition, owner: str) -> None:
        """Makes the service, or changes the one that exists."""
        ...

    def start(self) -> None:
        """Asks for the start; one that runs is no fault."""
        ...

    def stop(self) -> None:
        """Asks for the end; one that is stopped is no fault."""
        ...

    def delete(self) -> None: ...


Pause = Callable[[float], None]


def start_and_wait(manager: ServiceManager, pause: Pause) -> None:
    """Starts it. Raises Unavailable where it does not run then."""
    manager.start()
    if not _await_state(manager, RunState.RUNNING, START_LIMIT_S, pause):
        raise Unavailable.saying(
            "The service did not start. The file {file} in the data folder says why.", file="logs/service.log"
        )


def stop_and_wait(manager: ServiceManager, pause: Pause) -> None:
    """Stops it. Raises Unavailable where it does not end in time."""
    manager.stop()
    if not _await_state(manager, RunState.STOPPED, STOP_LIMIT_S, pause):
        raise Unavailable(_STILL_RUNS)


def _await_state(manager: ServiceManager, wanted: RunState, limit_s: float, pause: Pause) -> bool:
    """Asks again and again; False where the time is over, or it stopped in place of starting."""
    for _ in range(round(limit_s / _PAUSE_S)):
        stored = manager.find()
        state = RunState.STOPPED if stored is None else stored.state
        if state in (wanted, RunState.STOPPED):
            return state is wanted
        pause(_PAUSE_S)
    return False


_STILL_RUNS: Final[Sentence] = message("The service did not end. Try again in a moment, or restart the computer.")
