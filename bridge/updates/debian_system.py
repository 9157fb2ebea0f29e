"""dpkg, and the programs of a .deb as they run: found by their files, tried out, and asked which
version answers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

import psutil

from bridge.paths import DATA_DIR_VARIABLE
from bridge.power_on.systemd_unit import PACKAGED_PROGRAM
from bridge.updates.activation import RunningProgram
from bridge.updates.data_copies import DatabaseCopies
from bridge.updates.debian_scripts import PackageScripts, clean_variables
from bridge.updates.debian_upgrade import Package
from bridge.updates.health_probe import answers, await_true, try_program
from bridge.updates.installation import DEBIAN_FOLDER
from bridge.updates.programs import port_of, value_of

_LOCK = "DPkg::Lock::Timeout=120"
"""Seconds that apt waits for another installation, such as the nightly one of the system."""
APT: Final = ("apt-get", "install", "-y", "--no-install-recommends", "--allow-downgrades", "-o", _LOCK)
REPAIR: Final = ("dpkg", "--configure", "-a")
"""apt refuses to work after a power cut while dpkg worked, until this was run."""
_MB: Final = 1_000_000
_END_S: Final = 30.0
_ANSWER_S: Final = 180.0
_GRACE_S: Final = 2.0
"""Seconds until a program that was just started is visible."""

TRY_FOLDER: Final = Path("/var/lib/counterpart/try")
"""Where a package is unpacked and started before it is installed. Programs may be forbidden in
/tmp, which may be in memory too. A power cut leaves it to the next update.
"""

_STATE: Final = ("dpkg-query", "--show", "--showformat=${db:Status-Abbrev}", "counterpart")
_WHOLE: Final = "i "
"""After a letter for what is wanted, such as that apt leaves this version as it is."""


def is_settled(state_line: Sequence[str] = _STATE) -> bool:
    """Whether dpkg has installed the program to its end. A kill between the move of the link and
    that end leaves the newer version in use, and dpkg with half of the work to do.
    """
    done = subprocess.run(state_line, check=False, env=clean_variables(os.environ), capture_output=True, text=True)
    return done.stdout[1:] == _WHOLE


class DpkgSystem:
    """The computer that it runs on, as root sees it."""

    def __init__(
        self,
        scripts: PackageScripts | None = None,
        install_line: Sequence[str] = APT,
        repair_line: Sequence[str] = REPAIR,
        find_processes: Callable[[], list[psutil.Process]] | None = None,
        try_folder: Path = TRY_FOLDER,
    ) -> None:
        """`find_processes` finds the processes of the installed program."""
        self._scripts = scripts or PackageScripts()
        self._install_line = install_line
        self._repair_line = repair_line
        self._processes = find_processes or _find_installed
        self._try_folder = try_folder
        self._owners: dict[Path, tuple[int, int]] = {}

    def begin(self) -> str:
        """Keep other updates away, as one would end what the other waits for."""
        try:
            self._scripts.begin()
        except BlockingIOError:
            return "another update is at work; wait for its end, then try again"
        except OSError as error:
            return str(error)
        return ""

    def try_out(self, package: Package) -> str:
        """Unpack the package into a folder of its own and try the program in it, if the disk has
        room for it there and where it will be.
        """
        folder, variables = self._try_folder, clean_variables(os.environ)
        shutil.rmtree(folder, ignore_errors=True)
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            lacking = _lacking_room(_installed_size(package.file), folder.parent)
            if lacking:
                return lacking
            if subprocess.run(
                ["dpkg-deb", "--extract", str(package.file), str(folder)], check=False, env=variables
            ).returncode:
                return "it cannot be unpacked"
            programs = sorted(folder.glob("usr/lib/counterpart/*/counterpart"))
            return try_program(programs[0], package.version, variables=variables) if programs else "it holds no program"
        except OSError as error:
            return str(error)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def running(self) -> list[RunningProgram]:
        """The tray programs and `serve` of all users, a supervised one once; a short command does
        not count.
        """
        found = []
        for process in self._processes():
            try:
                arguments, variables = tuple(process.cmdline()[1:]), process.environ()
                owner = process.uids().real, process.gids().real
            except (psutil.Error, OSError):
                continue
            if "serve" in arguments or not arguments or arguments[0].startswith("-"):
                data = data_of(arguments, variables)
                with rights_of(owner):
                    port = port_of(arguments, data)
                self._owners[data] = owner
                found.append(RunningProgram(PACKAGED_PROGRAM, arguments, port if answers(port, "") else None, data))
        return list(dict.fromkeys(found))

    def find_owner(self, data: Path) -> tuple[int, int]:
        """User and group of the program that ran on that data."""
        return self._owners[data]

    def stop(self) -> int:
        """Ask each process to end, and wait for it. They start again where this process is
        killed.
        """
        noted, processes = self._scripts.end_programs(), self._processes()
        if not noted:
            return 1
        for process in processes:
            # One may end by itself, such as the helper of a program that was just ended.
            with suppress(psutil.NoSuchProcess):
                process.terminate()
        return len([one for one in psutil.wait_procs(processes, _END_S)[1] if not _has_ended(one)])

    def start_again(self) -> None:
        """Start what was ended, if the package did not. Raises OSError."""
        self._scripts.start_programs()

    def release(self) -> None:
        """The update is over."""
        self._scripts.release()

    def install(self, package: Package) -> str:
        """By apt-get, which takes dependencies along; an older package is allowed, as the way
        back.
        """
        with tempfile.TemporaryDirectory(prefix="counterpart-install-") as folder:
            # apt reads a percent sign in a name, as stored packages have, as the start of a code.
            file = shutil.copyfile(package.file, Path(folder) / "counterpart.deb")
            try:
                variables = {**clean_variables(os.environ), "COUNTERPART_ROLLBACK": "1"}
                subprocess.run(self._repair_line, check=False, env=variables)
                code = subprocess.run([*self._install_line, str(file)], check=False, env=variables).returncode
            except OSError as error:
                return str(error)
        return f"{self._install_line[0]} ended with {code}" if code else ""

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

    def _rights(self, folder: Path) -> AbstractContextManager[None]:
        # `keep` calls `drop`, which is that user already.
        return nullcontext() if os.geteuid() else rights_of(self._find_owner(folder))


@contextmanager
def rights_of(owner: tuple[int, int]) -> Iterator[None]:
    """What root opens here is opened with the rights of that user and group alone. Others stay who
    they are.
    """
    before = os.geteuid(), os.getegid(), os.getgroups()
    if before[0]:
        yield
        return
    user, group = owner
    os.setgroups([])
    os.setegid(group)
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(before[0])
        os.setegid(before[1])
        os.setgroups(before[2])


def _lacking_room(size: int, try_parent: Path) -> str:
    """Which disk has no room for that many bytes, and what to do; empty if there is room."""
    for place in (try_parent, Path(DEBIAN_FOLDER)):
        left = shutil.disk_usage(place).free if place.exists() else size
        if left < size:
            need = f"it needs {size // _MB} MB below {place}, where {left // _MB} MB are left"
            return f"{need}; make room, then try again"
    return ""


def _installed_size(file: Path) -> int:
    """The bytes that a package says it needs; 0 if it does not say."""
    line = ["dpkg-deb", "--field", str(file), "Installed-Size"]
    try:
        done = subprocess.run(line, check=False, env=clean_variables(os.environ), capture_output=True, text=True)
    except OSError:
        return 0
    kilobytes = done.stdout.strip()
    return int(kilobytes) * 1024 if kilobytes.isdecimal() else 0


def _find_installed() -> list[psutil.Process]:
    """Every process of the installed program except `counterpart update`. A container has its own
    files at this place.
    """
    found = []
    for process in psutil.process_iter():
        try:
            is_ours = process.exe().startswith(DEBIAN_FOLDER) and "update" not in process.cmdline()[1:]
            is_ours = is_ours and Path(f"/proc/{process.pid}/root").samefile("/")
        except (psutil.Error, OSError):
            continue
        if is_ours:
            found.append(process)
    return found


def _has_ended(process: psutil.Process) -> bool:
    """Whether only its parent still has to notice."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def data_of(arguments: tuple[str, ...], variables: Mapping[str, str]) -> Path:
    """The data folder of a program, from its own arguments and variables."""
    named = value_of("--data-dir", arguments) or variables.get(DATA_DIR_VARIABLE)
    if named:
        return Path(named)
    share = variables.get("XDG_DATA_HOME") or f"{variables.get('HOME', '/root')}/.local/share"
    return Path(share) / "counterpart"
