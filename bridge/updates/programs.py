"""A Windows installation's programs: found by file, ended by the closer, started as they ran."""

from __future__ import annotations

import ctypes
import http.client
import json
import logging
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path, PureWindowsPath
from typing import Final

import psutil

from bridge.autostart.service_manager import (
    Pause,
    RunState,
    ServiceManager,
    StoredService,
    start_and_wait,
    stop_and_wait,
)
from bridge.system.installation import Installation
from bridge.system.instance_lock import is_running
from bridge.system.paths import data_folder, database_file
from bridge.updates.activation import RunningProgram
from service.domain.errors import CounterpartError, Unavailable
from service.domain.settings import DEFAULT_PORT
from service.store.engine.connection import connect
from service.store.engine.readers import run_read
from service.usecases.edit_settings import read_settings

_LOOPBACK: Final = "127.0.0.1"
_CALL_S: Final = 2.0
_PAUSE_S: Final = 0.1
_TRY_S: Final = 180.0
"""A slow computer first reads all of a new version. A program that ends is not waited for."""
log = logging.getLogger(__name__)

NAME: Final = "service"
"""In the place of a file's name."""

_LOCK_LIMIT_S: Final = 30.0
_LOCK_PAUSE_S: Final = 0.2
GUARD: Final = "guard"
"""The word after `update` that is the guard's command."""

GUARD_READY: Final = b"ready"
"""What the guard prints before it waits."""

CONSOLE: Final = "counterpart.exe"
WINDOW: Final = "counterpartw.exe"
_ENTRY: Final = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\Counterpart"
_HIDDEN: Final = "--hidden"
_ANSWER_S: Final = 180.0
_END_S: Final = 60.0
_LIMITED_INFORMATION: Final = 0x1000
_LONGEST: Final = 32768
_NO_CONSOLE: Final = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""A console of its own that is not shown. Not a process group of its own as well:
Windows delivers no Ctrl-C to one, by which the closer ends `serve`.
"""


def answers(port: int, version: str) -> bool:
    """Whether Counterpart answers there; an empty version means any."""
    connection = http.client.HTTPConnection(_LOOPBACK, port, timeout=_CALL_S)
    try:
        connection.request("GET", "/health")
        health = json.loads(connection.getresponse().read(4096))
        return isinstance(health, dict) and health.get("status") == "ok" and version in ("", health.get("version"))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()


def await_true(is_so: Callable[[], bool], goes_on: Callable[[], bool], limit_s: float) -> bool:
    """Ask until it is so; False when it can no longer be so or the time is over."""
    end = time.monotonic() + limit_s
    while goes_on() and time.monotonic() < end:
        if is_so():
            return True
        time.sleep(_PAUSE_S)
    return False


def try_program(program: Path, version: str, flags: int = 0) -> str:
    """Serve an empty data folder on a free port with that program and call it; empty when that
    version answered, else what went wrong. What it prints is dropped, except its errors when it did
    not answer (on Windows always): the set-up shows what this process prints. `flags` are those of
    a new process on Windows.
    """
    port = _free_port()
    data = tempfile.mkdtemp(prefix="counterpart-try-")
    line = [str(program), "serve", "--data-dir", data, "--port", str(port)]
    # Not a pipe: nobody would read it meanwhile, and a program that says much would wait for that.
    with tempfile.TemporaryFile() as errors:
        kept = None if sys.platform == "win32" else errors
        try:
            process = subprocess.Popen(line, creationflags=flags, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=kept)  # fmt: skip
        except OSError as error:
            shutil.rmtree(data, ignore_errors=True)
            return str(error)
        try:
            answered = await_true(lambda: answers(port, version), lambda: process.poll() is None, _TRY_S)
            ended = process.poll()
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(data, ignore_errors=True)
        if answered:
            return ""
        errors.seek(0)
        sys.stderr.write(errors.read().decode(errors="replace"))
    return "it did not answer" if ended is None else f"it ended with {ended}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])


class ServiceProgram:
    """The service of the installation in `root`; another one does not count."""

    def __init__(self, root: Path, manager: ServiceManager, pause: Pause = time.sleep) -> None:
        self._root, self._manager, self._pause = PureWindowsPath(str(root)), manager, pause

    def find(self, port_of: Callable[[Path], int | None]) -> RunningProgram | None:
        """The running service; None where it does not run. `port_of` gives the port of a data
        folder, if it answers. Raises Unavailable where Windows does not say.
        """
        try:
            stored = self._find_own()
        except Unavailable as error:
            raise Unavailable.saying(
                "{reason} So it is not known whether the service runs, and nothing was changed. Try again in a "
                "moment; if it stays so, restart the computer.",
                reason=error.message,
            ) from error
        if stored is None or stored.definition is None or stored.state is RunState.STOPPED:
            return None
        data = Path(str(stored.definition.folder))
        return RunningProgram(NAME, ("--data-dir", str(data)), port_of(data), data)

    def stop(self) -> bool:
        """Whether it is stopped afterwards."""
        if not self.is_alive():
            return True
        try:
            stop_and_wait(self._manager, self._pause)
        except Unavailable as error:
            log.warning("The service could not be stopped: %s", error.message)
            return False
        return True

    def start(self, data: Path, is_used: Callable[[Path], bool] = is_running) -> None:
        """Returns once it has the data folder, so that the next window attaches. Raises OSError."""
        try:
            start_and_wait(self._manager, self._pause)
        except Unavailable as error:
            raise OSError(error.message) from error
        for _ in range(round(_LOCK_LIMIT_S / _LOCK_PAUSE_S)):
            if is_used(data) or not self.is_alive():
                return
            self._pause(_LOCK_PAUSE_S)

    def is_alive(self) -> bool:
        """Whether it runs, starts or ends. A service manager that refuses counts as yes: who thinks
        that nothing runs would replace files in use.
        """
        try:
            stored = self._find_own()
        except Unavailable as error:
            log.warning("The service manager could not be asked: %s", error.message)
            return True
        return stored is not None and stored.state is not RunState.STOPPED

    def _find_own(self) -> StoredService | None:
        stored = self._manager.find()
        if stored is None or stored.definition is None or stored.definition.program.parent != self._root:
            return None
        return stored


class WindowsPrograms:
    def __init__(self, installation: Installation, service: ServiceProgram) -> None:
        self._installation = installation
        self._service = service
        self._started: dict[RunningProgram, subprocess.Popen[bytes]] = {}
        self._guard: subprocess.Popen[bytes] | None = None

    def running(self) -> list[RunningProgram]:
        """The service, the tray program and `serve`; a short command does not count. The service
        comes first, as it has to have the data folder before a window starts.
        """
        service = self._service.find(_answering_port)
        described = (_describe(process) for process in self._processes() if not _upgrades(process))
        others = [one for one in described if one is not None]
        return others if service is None else [service, *others]

    def try_out(self, folder: Path, version: str) -> str:
        """Serve an empty data folder with the version's launcher, on a free port here."""
        return try_program(folder / CONSOLE, version, _NO_CONSOLE)

    def stop(self) -> int:
        """The closer asks each to end and waits; it names how many it could not end. The service
        manager ends the service, which would start its program again.
        """
        if not self._service.stop():
            return 1
        spared = [str(process.pid) for process in self._processes() if _upgrades(process)]
        line = [str(self._tool("closer.exe")), str(self._installation.root), *spared]
        try:
            return subprocess.run(line, creationflags=_NO_CONSOLE, timeout=_END_S, check=False).returncode
        except subprocess.TimeoutExpired:
            log.warning("The closer did not end within %.0f s", _END_S)
            return 1

    def start(self, program: RunningProgram) -> None:
        """Hidden in the tray, or without a console window. Raises OSError."""
        if program.name == NAME:
            self._service.start(program.data)
            return
        words = [word for word in program.arguments if word != _HIDDEN]
        hidden = [_HIDDEN] if program.name == WINDOW else []
        line = [str(self._installation.root / program.name), *hidden, *words]
        self._started[program] = subprocess.Popen(line, creationflags=_NO_CONSOLE, cwd=self._installation.root)

    def await_answer(self, program: RunningProgram, version: str) -> bool:
        """Whether its port reports that version; a program without a port only has to be alive."""
        port = program.port
        return await_true(lambda: port is None or answers(port, version), lambda: self._is_alive(program), _ANSWER_S)

    def start_guard(self) -> None:
        """It reads from a pipe that only this process writes to. Windows closes that with this
        process. Returns when it is ready: what starts meanwhile would make the pause longer in
        which nothing answers.
        """
        self._guard = subprocess.Popen(
            [sys.executable, "update", GUARD], creationflags=_NO_CONSOLE, cwd=self._installation.root,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        patience = threading.Timer(_ANSWER_S, self._guard.kill)
        patience.start()
        is_ready = self._guard.stdout is not None and self._guard.stdout.readline().strip() == GUARD_READY
        patience.cancel()
        if not is_ready:
            raise OSError("the process that would undo it after an interruption did not start")

    def end_guard(self) -> None:
        """Waits for its end: the set-up moves the folder that it runs from."""
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()

    def install_launchers(self, folder: Path) -> None:
        """Install those that differ, but for one in use: the upgrading one runs every version."""
        for name in (CONSOLE, WINDOW):
            target, draft = self._installation.root / name, self._installation.root / f"{name}.draft"
            if target.exists() and target.read_bytes() == (folder / name).read_bytes():
                continue
            shutil.copyfile(folder / name, draft)
            try:
                draft.replace(target)
            except PermissionError:
                draft.unlink()
                if not target.exists():
                    raise

    def remove(self, folders: Sequence[Path]) -> None:
        """Remove versions with the remover; files in use are left for the next time."""
        line = [str(self._tool("remover.exe")), *map(str, folders)]
        left = subprocess.run(line, creationflags=_NO_CONSOLE, check=False).returncode if folders else 0
        if left:
            log.warning("%d files of older versions could not be removed", left)

    def show_version(self, version: str) -> None:
        """Only where the set-up has made the entry: the first time it does that afterwards."""
        if sys.platform == "win32":
            import winreg  # noqa: PLC0415 - only Windows has it

            with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, _ENTRY, 0, winreg.KEY_SET_VALUE) as key:
                winreg.SetValueEx(key, "DisplayVersion", 0, winreg.REG_SZ, version)

    def _is_alive(self, program: RunningProgram) -> bool:
        if program.name == NAME:
            return self._service.is_alive()
        return self._started[program].poll() is None

    def _tool(self, name: str) -> Path:
        """A tool of the version that runs this: by its own launcher, or that next to `current`."""
        own = Path(sys.executable).with_name(name)
        return own if own.exists() else self._installation.folder(self._installation.current() or "") / name

    def _processes(self) -> list[psutil.Process]:
        root = os.path.normcase(self._installation.root) + os.sep
        return [one for one in psutil.process_iter() if os.path.normcase(image_of(one.pid)).startswith(root)]


def image_of(process: int) -> str:
    """The file that a process runs; empty if not visible. psutil needs more than Wine has."""
    if os.name != "nt":
        return ""
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(kernel.OpenProcess(_LIMITED_INFORMATION, False, process))
    path, size = ctypes.create_unicode_buffer(_LONGEST), ctypes.c_uint32(_LONGEST)
    succeeded = kernel.QueryFullProcessImageNameW(handle, 0, path, ctypes.byref(size))
    kernel.CloseHandle(handle)
    return path.value if succeeded else ""


def _upgrades(process: psutil.Process) -> bool:
    """Whether this is `counterpart update`, in this process or in another that waits for it."""
    try:
        return process.pid == os.getpid() or process.cmdline()[1:2] == ["update"]
    except (psutil.Error, OSError):
        return False


def _describe(process: psutil.Process) -> RunningProgram | None:
    try:
        name, arguments = Path(image_of(process.pid)).name.lower(), tuple(process.cmdline()[1:])
    except (psutil.Error, OSError):
        return None
    if name != WINDOW and "serve" not in arguments:
        return None
    data = _data_of(arguments)
    return RunningProgram(name, arguments, _answering_port(data, arguments), data)


def _answering_port(data: Path, arguments: tuple[str, ...] = ()) -> int | None:
    """Where a program with this data answers, if it does."""
    port = port_of(arguments, data)
    return port if answers(port, "") else None


def value_of(option: str, arguments: tuple[str, ...]) -> str | None:
    """The value of an option, as the next word or after `=`; the last one counts."""
    value = None
    for word, following in zip(arguments, (*arguments, "")[1:], strict=True):
        if word == option:
            value = following
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
    return value


def port_of(arguments: tuple[str, ...], data: Path) -> int:
    """Where a program with these arguments and this data listens."""
    named = value_of("--port", arguments)
    if named is not None and named.isdecimal():
        return int(named)
    try:
        with closing(connect(database_file(data), writes=False)) as db:
            return run_read(db, read_settings).port
    except (sqlite3.Error, OSError, CounterpartError) as error:
        log.info("The port in %s cannot be read: %s", data, error)
        return DEFAULT_PORT


def _data_of(arguments: tuple[str, ...]) -> Path:
    named = value_of("--data-dir", arguments)
    return data_folder(Path(named) if named else None, os.environ)
