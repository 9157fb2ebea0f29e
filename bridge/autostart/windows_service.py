"""The Windows service of one data folder: registered, started, removed."""

from __future__ import annotations

import logging
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from bridge.autostart.power_on_service import ASKING_LIMIT_S, Run, ServiceState, must_run, run_program
from bridge.autostart.service_manager import (
    NAME,
    NotAllowed,
    Pause,
    RunState,
    ServiceDefinition,
    ServiceManager,
    StoredService,
    data_rights,
    data_rights_inside,
    program_rights,
    start_and_wait,
    stop_and_wait,
    take_rights,
)
from bridge.autostart.windows_api import (
    WindowsServiceManager,
    find_system_folder,
    find_user_sid,
    name_system_program,
    run_as_administrator,
)
from bridge.system.installation import Installation
from service.domain.errors import Refused, Unavailable

log = logging.getLogger(__name__)
LAUNCHER = "counterpart.exe"


@dataclass(frozen=True, slots=True)
class WindowsPorts:
    """What Windows does: the service manager, its programs, who the user is, an administrator's
    run of `counterpart service` with these words (its exit code), and waiting (seconds).
    """

    manager: ServiceManager
    run: Run
    find_owner: Callable[[], str]
    as_administrator: Callable[[Sequence[str]], int]
    pause: Pause


class WindowsService:
    """There is one on a computer, for the owner of one data folder."""

    def __init__(self, definition: ServiceDefinition, ports: WindowsPorts) -> None:
        self._definition, self._ports = definition, ports

    @property
    def place(self) -> str:
        return NAME

    def install(self) -> ServiceState:
        """Raises Refused too, where another program or data folder has the service."""
        stored = self._ports.manager.find()
        self._need_free(stored)
        owner = self._ports.find_owner()
        folders = str(self._definition.folder), str(self._definition.program.parent)
        must_run(self._ports.run, *data_rights(folders[0], owner))
        must_run(self._ports.run, *data_rights_inside(folders[0]))
        must_run(self._ports.run, *program_rights(folders[1]))
        if stored is None:
            self._register(owner)
        else:
            stop_and_wait(self._ports.manager, self._ports.pause)
        try:
            start_and_wait(self._ports.manager, self._ports.pause)
        except Unavailable:
            if stored is None:
                self._delete()
            raise
        return self.read_state()

    def register(self, owner: str) -> None:
        """The part that needs an administrator. `owner` is a security identifier."""
        self._need_free(self._ports.manager.find())
        self._ports.manager.register(self._definition, owner)

    def unregister(self) -> None:
        """The same for the removal, where the owner's right to it was taken away."""
        self._ports.manager.delete()

    def remove(self) -> None:
        stored = self._ports.manager.find()
        if stored is None or not self._is_of_this_program(stored):
            return
        stop_and_wait(self._ports.manager, self._ports.pause)
        self._delete()
        definition = stored.definition or self._definition
        for folder in (definition.folder, definition.program.parent):
            done = self._ports.run(take_rights(str(folder)))
            if done.returncode:
                log.info("The rights of the removed service on %s stay: %s", folder, done.stderr.strip())

    def read_state(self) -> ServiceState:
        stored = self._ports.manager.find()
        if stored is None or not self._is_of_this_program(stored):
            return ServiceState(installed=False, active=False, at_power_on=False)
        return ServiceState(installed=True, active=stored.state is RunState.RUNNING, at_power_on=stored.automatic)

    def _need_free(self, stored: StoredService | None) -> None:
        if stored is None or stored.definition == self._definition:
            return
        if stored.definition is None:
            raise Refused.saying(
                "taken", "A service named {name} belongs to another program. Remove that one first.", name=NAME
            )
        raise Refused.saying(
            "taken",
            "The service runs on {folder} already, and a computer has only one. To change that, "
            "let its user run first: {command}",
            folder=str(stored.definition.folder),
            command="counterpart service remove",
        )

    def _is_of_this_program(self, stored: StoredService) -> bool:
        return stored.definition is not None and stored.definition.program == self._definition.program

    def _register(self, owner: str) -> None:
        try:
            self._ports.manager.register(self._definition, owner)
        except NotAllowed:
            self._ask_administrator("register", owner)

    def _delete(self) -> None:
        try:
            self._ports.manager.delete()
        except NotAllowed:
            self._ask_administrator("unregister")

    def _ask_administrator(self, *words: str) -> None:
        code = self._ports.as_administrator(words)
        if code:
            raise Unavailable.saying(
                "The administrator's part failed (exit code {code}). To see why, open a terminal as administrator "
                "and run: {command}",
                code=str(code),
                command=" ".join(["counterpart service", *words, "--data-dir", str(self._definition.folder)]),
            )


def make_windows_service(folder: Path) -> WindowsService:
    """Raises Unavailable where no set-up installed it: the service's account could not run it."""
    installation = Installation.of_this_program()
    if installation is None:
        raise Unavailable.saying(
            "The service needs the program that the Windows set-up installs. Install it, then try again."
        )
    program = str(installation.root / LAUNCHER)

    def run(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return run_program(name_system_program(words, find_system_folder()), ASKING_LIMIT_S)

    def as_administrator(words: Sequence[str]) -> int:
        return run_as_administrator(program, ["--data-dir", str(folder), "service", *words])

    definition = ServiceDefinition(PureWindowsPath(program), PureWindowsPath(str(folder)))
    ports = WindowsPorts(WindowsServiceManager(), run, find_user_sid, as_administrator, time.sleep)
    return WindowsService(definition, ports)
