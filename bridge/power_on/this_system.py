"""The service of a data folder as this computer's system runs it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bridge.command_lines import data_dir_option, quote_word
from bridge.login_start import program_command
from bridge.paths import data_folder
from bridge.power_on.computer_user import find_user
from bridge.power_on.launch_daemon import DaemonService
from bridge.power_on.power_on_switch import PowerOnCommands, PowerOnSwitch
from bridge.power_on.run_program import run_program
from bridge.power_on.service_state import PowerOnService
from bridge.power_on.user_service import UserService
from bridge.power_on.waiting_variable import VARIABLE
from service.domain.errors import Unavailable
from service.domain.sentences import message

if TYPE_CHECKING:
    from bridge.power_on.windows.windows_service import WindowsService


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
    raise Unavailable(
        message("This system cannot run the service without a login. Settings, General starts it at login.")
    )


def find_windows_service(folder: Path) -> WindowsService:
    """Raises Unavailable on another system."""
    if os.name != "nt":
        raise Unavailable(message("Only Windows has this command."))
    from bridge.power_on.windows.this_computer import make_windows_service  # noqa: PLC0415 - on Windows only

    return make_windows_service(folder)


def make_serve_command(folder: Path, environment: Mapping[str, str]) -> list[str]:
    """What the system runs. It does not know the variables of a terminal, and XDG_DATA_HOME moves
    the usual data folder.
    """
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
    """The program in a terminal: by its name where that is found, on Windows by the file with a
    console.
    """
    words = program_command()
    file = Path(words[0])
    if file.name == "counterpartw.exe":
        words = [str(file.with_name("counterpart.exe"))]
    elif shutil.which(file.name) == words[0]:
        words = [file.name, *words[1:]]
    return " ".join(map(quote_word, words))
