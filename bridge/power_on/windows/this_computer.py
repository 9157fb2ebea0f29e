"""Puts the Windows service together with this computer's own parts. Imported on Windows only."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path, PureWindowsPath

from bridge.power_on.run_program import ASKING_LIMIT_S, run_program
from bridge.power_on.windows.account import find_user_sid, run_as_administrator
from bridge.power_on.windows.advapi import WindowsServiceManager
from bridge.power_on.windows.definition import ServiceDefinition
from bridge.power_on.windows.system_libraries import find_system_folder, name_system_program
from bridge.power_on.windows.windows_service import WindowsPorts, WindowsService
from bridge.updates.installation import Installation
from service.domain.errors import Unavailable
from service.domain.sentences import message

LAUNCHER = "counterpart.exe"


def make_windows_service(folder: Path) -> WindowsService:
    """The service of this program on a data folder. Raises Unavailable for a program that was not
    installed by the set-up: the service's account could not run it.
    """
    installation = Installation.of_this_program()
    if installation is None:
        raise Unavailable(
            message("The service needs the program that the Windows set-up installs. Install it, then try again.")
        )
    program = str(installation.root / LAUNCHER)

    def run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return run_program(name_system_program(words, find_system_folder()), ASKING_LIMIT_S)

    def as_administrator(words: Sequence[str]) -> int:
        return run_as_administrator(program, ["--data-dir", str(folder), "service", *words])

    definition = ServiceDefinition(PureWindowsPath(program), PureWindowsPath(str(folder)))
    ports = WindowsPorts(WindowsServiceManager(), run, find_user_sid, as_administrator, time.sleep)
    return WindowsService(definition, ports)
