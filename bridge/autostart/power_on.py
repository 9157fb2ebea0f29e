"""The service of a data folder as this computer's system runs it, and its switch in the window."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.autostart.launch_daemon import DaemonService
from bridge.autostart.login_start import program_command
from bridge.autostart.power_on_service import PowerOnService, ServiceState, run_program
from bridge.autostart.service_words import VARIABLE
from bridge.autostart.systemd_service import UserService
from bridge.system.paths import data_dir_option, data_folder, find_user, quote_word
from service.domain.errors import Refused, Unavailable
from ui.backend.settings_port import PowerOnState, PowerOnStatus

if TYPE_CHECKING:
    from bridge.autostart.windows_service import WindowsService


@dataclass(frozen=True, slots=True)
class PowerOnCommands:
    """What a person runs in a terminal; `linger` lets a user's service start before a login, and
    `disable` turns off the one that an administrator turned on.
    """

    install: str
    remove: str
    linger: str = ""
    disable: str = ""


@dataclass(frozen=True)
class PowerOnSwitch:
    """Over the service of one data folder. Every method raises Unavailable. `is_by_administrator`
    says whether an administrator has turned on a service for this user.
    """

    find_service: Callable[[], PowerOnService]
    commands: PowerOnCommands
    can_switch: bool
    is_by_administrator: Callable[[], bool] = lambda: False

    def read(self) -> PowerOnStatus:
        state = self.find_service().read_state()
        if not state.installed and self.is_by_administrator():
            return PowerOnStatus(PowerOnState.ON, command=self.commands.disable)
        found = _name_state(state)
        return PowerOnStatus(found, self.can_switch, self._find_command(found))

    def set_on(self, on: bool) -> None:
        """Raises Refused too, where only a terminal can change it."""
        if not self.can_switch:
            command = self.commands.install if on else self.commands.remove
            raise Refused.saying("power_on", "Run this in a terminal: {command}", command=command)
        if on:
            self.find_service().install()
        else:
            self.find_service().remove()

    def _find_command(self, state: PowerOnState) -> str:
        if state is PowerOnState.AT_LOGIN:
            return self.commands.linger
        if self.can_switch:
            return ""
        return self.commands.remove if state is PowerOnState.ON else self.commands.install


def _name_state(state: ServiceState) -> PowerOnState:
    if not state.installed:
        return PowerOnState.OFF
    if not state.active:
        return PowerOnState.STOPPED
    return PowerOnState.ON if state.at_power_on else PowerOnState.AT_LOGIN


def find_service(folder: Path, environment: Mapping[str, str], user: str) -> PowerOnService:
    """Raises Unavailable for a system that cannot run it."""
    platform = str(sys.platform)
    if platform == "win32":
        return find_windows_service(folder)
    command = make_serve_command(folder, environment)
    if platform == "linux":
        config = environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
        return UserService(Path(config) / "systemd" / "user", command, user)
    if platform == "darwin":
        return DaemonService(command, user, folder, Path.home())
    raise Unavailable.saying(
        "This system cannot run the service without a login. Settings, General starts it at login."
    )


def find_windows_service(folder: Path) -> WindowsService:
    """Raises Unavailable on another system."""
    if os.name != "nt":
        raise Unavailable.saying("Only Windows has this command.")
    from bridge.autostart.windows_service import make_windows_service  # noqa: PLC0415 - on Windows only

    return make_windows_service(folder)


def make_serve_command(folder: Path, environment: Mapping[str, str]) -> list[str]:
    """The system does not know a terminal's variables; XDG_DATA_HOME moves the usual folder."""
    usual = folder == data_folder(None, {}) and "XDG_DATA_HOME" not in environment
    return [*program_command(), "serve", *([] if usual else ["--data-dir", str(folder)])]


def make_power_on_switch(folder: Path, environment: Mapping[str, str]) -> PowerOnSwitch:
    """Only a user's service on Linux needs no rights that a window lacks. The service itself, to
    which a window is attached, cannot end itself and say how that went.
    """
    user = find_user()
    terminal = f"{_describe_program()} service"
    option = data_dir_option(folder)
    unit = f"counterpart@{user}"
    is_linux = sys.platform == "linux"
    commands = PowerOnCommands(
        f"{terminal} install{option}",
        f"{terminal} remove{option}",
        f"sudo loginctl enable-linger {user}",
        f"sudo systemctl disable --now {unit}",
    )
    return PowerOnSwitch(
        lambda: find_service(folder, environment, user),
        commands,
        can_switch=is_linux and environment.get(VARIABLE) != "on",
        is_by_administrator=lambda: is_linux and run_program(("systemctl", "is-enabled", unit)).returncode == 0,
    )


def _describe_program() -> str:
    """The program in a terminal: by its name if found, on Windows by the file with a console."""
    words = program_command()
    file = Path(words[0])
    if file.name == "counterpartw.exe":
        words = [str(file.with_name("counterpart.exe"))]
    elif shutil.which(file.name) == words[0]:
        words = [file.name, *words[1:]]
    return " ".join(map(quote_word, words))
