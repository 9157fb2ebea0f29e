"""Starts the program at login: the user's own Run key on Windows, an autostart entry on Linux, a
launch agent on macOS.

The program then starts hidden, in the tray. After a crash systemd and launchd start it again, and
systemd after a hang too.
"""

from __future__ import annotations

import logging
import os
import plistlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Protocol

from bridge.autostart.system_restart import HANG_LIMIT_S
from bridge.system.paths import data_folder
from service.domain.errors import Unavailable
from service.domain.sentences import os_reason

log = logging.getLogger(__name__)

NAME = "Counterpart"
HIDDEN = "--hidden"
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_LABEL = "counterpart"
_BUNDLE = "local.counterpart.Counterpart"


_RESTARTS = f"""\
[Unit]
StartLimitIntervalSec=600
StartLimitBurst=6

[Service]
ExitType=main
Restart=on-abnormal
RestartSec=2s
WatchdogSec={HANG_LIMIT_S:.0f}s
NotifyAccess=main
TimeoutStopSec=15s
"""
"""What systemd adds to the unit that it makes of the autostart entry, where it runs the desktop."""


class LoginEntry(Protocol):
    """Where a system stores what starts at login."""

    def read(self) -> bool:
        """The command of the program's entry, or None."""
        ...

    def write(self, command: list[str]) -> None: ...

    def remove(self) -> None:
        """Removes the entry; a missing one is no error."""
        ...


class LoginStart:
    """Whether the program starts when its user logs in."""

    def __init__(self, entry: LoginEntry, command: list[str]) -> None:
        self._entry = entry
        self._command = command

    @classmethod
    def for_this_system(cls, folder: Path | None = None) -> LoginStart:
        """`folder` is the data folder, if it is not the default one."""
        usual = folder is None or folder == data_folder(None, {})
        return cls(login_entry_for(sys.platform), [*program_command(), *([] if usual else ["--data-dir", str(folder)])])

    def is_on(self) -> bool:
        """Whether it starts. An entry that is unreadable or not ours counts as off."""
        try:
            return self._entry.read()
        except (OSError, UnicodeDecodeError) as error:
            log.info("Whether the program starts with this computer cannot be seen: %s", error)
            return False

    def set_on(self, on: bool) -> None:
        """Sets or removes the entry. Raises Unavailable if the system refuses."""
        try:
            if on:
                self._entry.write([*self._command, HIDDEN])
            else:
                self._entry.remove()
        except OSError as error:
            raise Unavailable.saying(
                "Starting with this PC could not be changed: {reason}. Ask the person who manages this PC.",
                reason=os_reason(error),
            ) from error


class DesktopEntry:
    """An XDG autostart entry (Linux). With TryExec, desktops ignore it once the program is gone."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "autostart" / f"{_LABEL}.desktop"
        self._unit = folder / "systemd" / "user" / f"app-{_LABEL}@autostart.service.d"

    def read(self) -> bool:
        try:
            text = self._file.read_text(encoding="utf-8")
        except OSError:
            return False
        return "Hidden=true" not in text and "X-GNOME-Autostart-enabled=false" not in text

    def write(self, command: list[str]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(
            "[Desktop Entry]\nType=Application\nName=Counterpart\nIcon=counterpart\n"
            f"TryExec={_escape_value(command[0])}\nExec={' '.join(map(_quote_exec_word, command))}\n"
            "X-GNOME-Autostart-enabled=true\n",
            encoding="utf-8",
        )
        self._unit.mkdir(parents=True, exist_ok=True)
        (self._unit / "restart.conf").write_text(_RESTARTS, encoding="utf-8")

    def remove(self) -> None:
        self._file.unlink(missing_ok=True)
        shutil.rmtree(self._unit, ignore_errors=True)


def _escape_value(text: str) -> str:
    """Escapes a value that is no command line, so that it needs no quotes."""
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _quote_exec_word(word: str) -> str:
    """A word of Exec: in double quotes, the only ones of desktop entries, with `%` doubled."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", word).replace("\\", "\\\\").replace("%", "%%")
    return escaped if re.fullmatch(r"[\w./:=@+,-]+", word) else f'"{escaped}"'


class LaunchAgent:
    """A launch agent (macOS); the bundle's identifier gives login items the application's name."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"{_LABEL}.plist"

    def read(self) -> bool:
        try:
            agent = plistlib.loads(self._file.read_bytes())
        except (FileNotFoundError, plistlib.InvalidFileException):
            return False
        return isinstance(agent, dict) and not agent.get("Disabled", False)

    def write(self, command: list[str]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        agent = {
            "Label": _LABEL,
            "ProgramArguments": command,
            "RunAtLoad": True,
            "KeepAlive": {"Crashed": True},
            "ProcessType": "Interactive",
            "LimitLoadToSessionType": "Aqua",
            "AssociatedBundleIdentifiers": [_BUNDLE],
        }
        self._file.write_bytes(plistlib.dumps(agent))

    def remove(self) -> None:
        self._file.unlink(missing_ok=True)


class Registry(Protocol):
    """The values of the user's Run key."""

    def get(self, name: str) -> str | None: ...

    def set(self, name: str, value: str) -> None: ...

    def delete(self, name: str) -> None: ...


class RunKey:
    """The user's own Run key (Windows)."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def read(self) -> bool:
        return self._registry.get(NAME) is not None

    def write(self, command: list[str]) -> None:
        self._registry.set(NAME, subprocess.list2cmdline(command))

    def remove(self) -> None:
        self._registry.delete(NAME)


class UserRegistry:
    """The real Run key, through the standard library's winreg."""

    def get(self, name: str) -> str | None:
        import winreg  # noqa: PLC0415 - exists on Windows only

        try:
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:  # type: ignore[attr-defined,unused-ignore]
                return str(winreg.QueryValueEx(key, name)[0])  # type: ignore[attr-defined,unused-ignore]
        except FileNotFoundError:
            return None

    def set(self, name: str, value: str) -> None:
        import winreg  # noqa: PLC0415 - exists on Windows only

        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:  # type: ignore[attr-defined,unused-ignore]
            winreg.SetValueEx(key, name, 0, winreg.REG_SZ, value)  # type: ignore[attr-defined,unused-ignore]

    def delete(self, name: str) -> None:
        import winreg  # noqa: PLC0415 - exists on Windows only

        try:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:  # type: ignore[attr-defined,unused-ignore]
                winreg.DeleteValue(key, name)  # type: ignore[attr-defined,unused-ignore]
        except FileNotFoundError:
            return


def login_entry_for(platform: str) -> LoginEntry:
    """The entry of a system, by Python's name of the system."""
    if platform == "win32":
        return RunKey(UserRegistry())
    if platform == "darwin":
        return LaunchAgent(Path.home() / "Library" / "LaunchAgents")
    return DesktopEntry(Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"))


def program_command() -> list[str]:
    """How this program is started: its own file if it is installed, else this interpreter with the
    module.

    On Windows that is the file without a console. A name on PATH that leads to this file is
    preferred, as it stays when the next version has its own folder.
    """
    launcher = Path(sys.executable).with_name("counterpartw.exe" if sys.platform == "win32" else "counterpart")
    named = shutil.which("counterpart")
    if named and (not launcher.exists() or Path(named).resolve() == launcher.resolve()):
        return [named]
    return [str(launcher)] if launcher.exists() else [sys.executable, "-m", "bridge"]
