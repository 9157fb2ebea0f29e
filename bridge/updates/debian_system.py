"""dpkg, and the programs of a .deb as they run: found by their files, ended, and started again as
the same users.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

from bridge.paths import DATA_DIR_VARIABLE
from bridge.updates.activation import RunningProgram
from bridge.updates.data_copies import DatabaseCopies
from bridge.updates.debian_upgrade import Package
from bridge.updates.health_probe import answers, await_true, try_program
from bridge.updates.installation import DEBIAN_FOLDER
from bridge.updates.programs import port_of, value_of
from bridge.watchdog.supervisor import GAVE_UP_VARIABLE, VARIABLE

PROGRAM: Final = "/usr/bin/counterpart"
_LOCK = "DPkg::Lock::Timeout=120"
"""Seconds that apt waits for another installation, such as the nightly one of the system."""
APT: Final = ("apt-get", "install", "-y", "--no-install-recommends", "--allow-downgrades", "-o", _LOCK)
_HIDDEN: Final = "--hidden"
_END_S: Final = 30.0
_ANSWER_S: Final = 180.0
_GRACE_S: Final = 2.0
"""Seconds until a program that was just started is visible."""

_NOT_PASSED: Final = ("LD_LIBRARY_PATH", "_PYI_", "_MEIPASS", VARIABLE, GAVE_UP_VARIABLE)
"""Variables that the frozen program and its watchdog set for themselves. A program that is started
with those of a supervised one would wait for a parent that is not there, and end.
"""


@dataclass(frozen=True, slots=True)
class _Owner:
    """Who runs a program, with which variables. All of it is read before dpkg replaces this
    process's own files.
    """

    user: int
    group: int
    groups: tuple[int, ...]
    variables: Mapping[str, str]


class DpkgSystem:
    """The computer that it runs on, as root sees it."""

    def __init__(
        self,
        program: str = PROGRAM,
        install_line: Sequence[str] = APT,
        find_processes: Callable[[], list[psutil.Process]] | None = None,
    ) -> None:
        """`find_processes` finds the processes of the installed program."""
        self._program = program
        self._install_line = install_line
        self._processes = find_processes or _find_installed
        self._owners: dict[RunningProgram, _Owner] = {}

    def try_out(self, package: Package) -> str:
        """Unpack the package into a folder of its own and try the program in it."""
        with tempfile.TemporaryDirectory(prefix="counterpart-try-") as folder:
            line = ["dpkg-deb", "--extract", str(package.file), folder]
            try:
                code = subprocess.run(line, check=False, env=_clean(os.environ)).returncode
            except OSError as error:
                return str(error)
            if code:
                return "it cannot be unpacked"
            variables = _clean(os.environ)
            programs = sorted(Path(folder).glob("usr/lib/counterpart/*/counterpart"))
            return try_program(programs[0], package.version, variables=variables) if programs else "it holds no program"

    def running(self) -> list[RunningProgram]:
        """The tray programs and `serve` of all users, a supervised one once; a short command does
        not count.
        """
        found = []
        for process in self._processes():
            try:
                arguments, owner = tuple(process.cmdline()[1:]), _owner_of(process)
            except (psutil.Error, OSError):
                continue
            if "serve" in arguments or not arguments or arguments[0].startswith("-"):
                data = data_of(arguments, owner.variables)
                port = port_of(arguments, data)
                program = RunningProgram(PROGRAM, arguments, port if answers(port, "") else None, data)
                self._owners[program] = owner
                found.append(program)
        return list(dict.fromkeys(found))

    def find_owner(self, data: Path) -> tuple[int, int]:
        """User and group of the program that ran on that data."""
        owner = next(owner for program, owner in self._owners.items() if program.data == data)
        return owner.user, owner.group

    def stop(self) -> int:
        """Ask each process to end, and wait for it."""
        processes = self._processes()
        for process in processes:
            # One may end by itself, such as the helper of a program that was just ended.
            with suppress(psutil.NoSuchProcess):
                process.terminate()
        return len(psutil.wait_procs(processes, _END_S)[1])

    def install(self, package: Package) -> str:
        """By apt-get, which takes dependencies along; an older package is allowed, as the way
        back.
        """
        with tempfile.TemporaryDirectory(prefix="counterpart-install-") as folder:
            # apt reads a percent sign in a name, as stored packages have, as the start of a code.
            file = shutil.copyfile(package.file, Path(folder) / "counterpart.deb")
            try:
                variables = {**_clean(os.environ), "COUNTERPART_ROLLBACK": "1"}
                code = subprocess.run([*self._install_line, str(file)], check=False, env=variables).returncode
            except OSError as error:
                return str(error)
        return f"{self._install_line[0]} ended with {code}" if code else ""

    def start(self, program: RunningProgram) -> None:
        """Start it in a session of its own, with its user's rights and variables."""
        owner = self._owners[program]
        words = [word for word in program.arguments if word != _HIDDEN]
        hidden = [] if "serve" in words else [_HIDDEN]
        subprocess.run(
            ["setsid", "--fork", self._program, *hidden, *words], env=dict(owner.variables), user=owner.user,
            group=owner.group, extra_groups=owner.groups, cwd="/", stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        )  # fmt: skip

    def await_answer(self, program: RunningProgram, version: str) -> bool:
        """Whether its port reports that version before all programs have ended. A program without a
        port only has to be alive.
        """
        begun, port = time.monotonic(), program.port

        def is_alive() -> bool:
            return bool(self._processes())

        return await_true(
            lambda: is_alive() if port is None else answers(port, version),
            lambda: time.monotonic() - begun < _GRACE_S or is_alive(),
            _ANSWER_S,
        )


class OwnedCopies(DatabaseCopies):
    """Copies of other users' data, made by root with the rights of that user alone: a link in the
    folder then leads to nothing that the user could not change.
    """

    def __init__(self, find_owner: Callable[[Path], tuple[int, int]]) -> None:
        """`find_owner` returns the user and the group of the program that runs on a data folder."""
        self._find_owner = find_owner

    def keep(self, folder: Path, schema: int) -> None:
        """Copy the database as its user. Raises OSError."""
        with self._rights(folder):
            super().keep(folder, schema)

    def put_back(self, folder: Path) -> None:
        """Restore the copy as its user. Raises OSError."""
        with self._rights(folder):
            super().put_back(folder)

    def drop(self, folder: Path) -> None:
        """Remove the copy as its user. Raises OSError."""
        with self._rights(folder):
            super().drop(folder)

    @contextmanager
    def _rights(self, folder: Path) -> Iterator[None]:
        before = os.geteuid(), os.getegid(), os.getgroups()
        if before[0]:
            # `keep` calls `drop`, which is that user already.
            yield
            return
        user, group = self._find_owner(folder)
        os.setgroups([])
        os.setegid(group)
        os.seteuid(user)
        try:
            yield
        finally:
            os.seteuid(before[0])
            os.setegid(before[1])
            os.setgroups(before[2])


def _find_installed() -> list[psutil.Process]:
    """Every process of the installed program except `counterpart update`."""
    found = []
    for process in psutil.process_iter():
        try:
            is_ours = process.exe().startswith(DEBIAN_FOLDER) and process.cmdline()[1:2] != ["update"]
        except (psutil.Error, OSError):
            continue
        if is_ours:
            found.append(process)
    return found


def _owner_of(process: psutil.Process) -> _Owner:
    group = process.gids().real
    groups = tuple(os.getgrouplist(process.username(), group))
    return _Owner(process.uids().real, group, groups, _clean(process.environ()))


def _clean(variables: Mapping[str, str]) -> dict[str, str]:
    """The environment without what the frozen program set for itself, which would lead other
    programs to its libraries.
    """
    own = {name: value for name, value in variables.items() if not name.startswith(_NOT_PASSED)}
    return {**own, "PYINSTALLER_RESET_ENVIRONMENT": "1"}


def data_of(arguments: tuple[str, ...], variables: Mapping[str, str]) -> Path:
    """The data folder of a program, from its own arguments and variables."""
    named = value_of("--data-dir", arguments) or variables.get(DATA_DIR_VARIABLE)
    if named:
        return Path(named)
    share = variables.get("XDG_DATA_HOME") or f"{variables.get('HOME', '/root')}/.local/share"
    return Path(share) / "counterpart"
