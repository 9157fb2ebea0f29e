"""Windows' own libraries, called by ctypes: the service manager, the event log, the account."""

from __future__ import annotations

import contextlib
import ctypes
import logging
import subprocess
from collections.abc import Iterator, Sequence
from ctypes import POINTER, Structure, byref, c_int, c_void_p, c_wchar_p, cast
from ctypes import c_uint32 as dword
from pathlib import PureWindowsPath
from typing import Any, Final

from bridge.autostart.service_manager import (
    ACCOUNT,
    DESCRIPTION,
    FAILURES_FORGOTTEN_AFTER_S,
    NAME,
    PRIVILEGES,
    RESTART_AFTER_MS,
    NotAllowed,
    ServiceDefinition,
    ServiceFault,
    StoredService,
    make_access_list,
    parse_command_line,
    read_run_state,
)
from service.domain.errors import Refused

_LONGEST_PATH: Final = 260
_KEY: Final = rf"SYSTEM\CurrentControlSet\Services\EventLog\Application\{NAME}"
_TEXTS: Final = r"%SystemRoot%\System32\EventCreate.exe"
"""A library of Windows whose messages 1 to 1000 are the line itself."""

_INFORMATION: Final = 4
_LINE: Final = 1

log = logging.getLogger(__name__)
ACCESS_DENIED: Final = 5
_NOT_THERE: Final = 1060
_ALREADY_RUNS: Final = 1056
_NOT_ACTIVE: Final = 1062
_TO_BE_DELETED: Final = 1072
_TOO_SMALL: Final = 122
_NO_SUCH_LEVEL: Final = 124

_CONNECT: Final = 0x1
_CREATE: Final = 0x2
_QUERY_CONFIG: Final = 0x1
_QUERY_STATUS: Final = 0x4
_START: Final = 0x10
_STOP: Final = 0x20
_DELETE: Final = 0x10000
_ALL: Final = 0xF01FF
_OWN_PROCESS: Final = 0x10
_AUTOMATIC: Final = 2
_NORMAL_FAULTS: Final = 1
_CONTROL_STOP: Final = 1
_ACCESS_LIST: Final = 4

_SET_DESCRIPTION: Final = 1
_SET_FAILURE_ACTIONS: Final = 2
_SET_FAILURE_FLAG: Final = 4
_SET_PRIVILEGES: Final = 6
_SET_PRESHUTDOWN: Final = 7
_RESTART: Final = 1
_PRESHUTDOWN_MS: Final = 15_000
_QUERY: Final = 0x8
_USER: Final = 1
_STAY: Final = 0x40
_HIDDEN: Final = 0
_CANCELLED: Final = 1223
_FOREVER: Final = 0xFFFFFFFF


def load_library(name: str) -> Any:  # noqa: ANN401 - a library's functions have no types
    """A library of Windows, whose functions store their error code."""
    return ctypes.WinDLL(name, use_last_error=True)  # type: ignore[attr-defined,unused-ignore]


def last_error() -> int:
    """The code of the last call that failed in this thread."""
    return int(ctypes.get_last_error())  # type: ignore[attr-defined,unused-ignore]


def find_system_folder() -> str:
    """Windows' own folder of programs, asked of Windows: a user can set environment variables."""
    space = ctypes.create_unicode_buffer(_LONGEST_PATH)
    load_library("kernel32").GetSystemDirectoryW(space, _LONGEST_PATH)
    return space.value


def name_system_program(words: Sequence[str], system_folder: str) -> list[str]:
    """With its program's path: Windows would first look for a name in the terminal's folder."""
    return [str(PureWindowsPath(system_folder) / f"{words[0]}.exe"), *words[1:]]


def report_event(text: str) -> None:
    """Adds a line to the application log. A log that refuses it stops nothing."""
    api = load_library("advapi32")
    api.RegisterEventSourceW.restype = c_void_p
    source = api.RegisterEventSourceW(None, NAME)
    if source:
        api.ReportEventW(c_void_p(source), _INFORMATION, 0, _LINE, None, 1, 0, byref(c_wchar_p(text)), None)
        api.DeregisterEventSource(c_void_p(source))


def register_source() -> None:
    """Lets Windows show the lines without words about a missing description. For an administrator;
    raises OSError.
    """
    import winreg  # noqa: PLC0415 - exists on Windows only

    with winreg.CreateKey(winreg.HKEY_LOCAL_MACHINE, _KEY) as key:  # type: ignore[attr-defined,unused-ignore]
        winreg.SetValueEx(key, "EventMessageFile", 0, winreg.REG_EXPAND_SZ, _TEXTS)  # type: ignore[attr-defined,unused-ignore]
        winreg.SetValueEx(key, "TypesSupported", 0, winreg.REG_DWORD, 7)  # type: ignore[attr-defined,unused-ignore]


def remove_source() -> None:
    """Removes it; where only an administrator may, it stays."""
    import winreg  # noqa: PLC0415 - exists on Windows only

    with contextlib.suppress(FileNotFoundError):
        try:
            winreg.DeleteKey(winreg.HKEY_LOCAL_MACHINE, _KEY)  # type: ignore[attr-defined,unused-ignore]
        except PermissionError:
            log.info("The event log's entry for the service stays: only an administrator may remove it")


class ServiceStatus(Structure):
    """SERVICE_STATUS."""

    _fields_ = (
        ("type", dword),
        ("state", dword),
        ("accepts", dword),
        ("exit_code", dword),
        ("own_exit_code", dword),
        ("check_point", dword),
        ("wait_hint", dword),
    )


class _Config(Structure):
    _fields_ = (
        ("type", dword),
        ("start", dword),
        ("error_control", dword),
        ("command_line", c_wchar_p),
        ("group", c_wchar_p),
        ("tag", dword),
        ("dependencies", c_void_p),
        ("account", c_wchar_p),
        ("display_name", c_wchar_p),
    )


class _Action(Structure):
    _fields_ = (("kind", dword), ("delay_ms", dword))


class _FailureActions(Structure):
    _fields_ = (
        ("reset_s", dword),
        ("reboot_message", c_wchar_p),
        ("command", c_wchar_p),
        ("count", dword),
        ("actions", POINTER(_Action)),
    )


def error_text(code: int) -> str:
    return str(ctypes.FormatError(code)).strip()  # type: ignore[attr-defined,unused-ignore]


def make_fault(code: int) -> NotAllowed | ServiceFault:
    return NotAllowed() if code == ACCESS_DENIED else ServiceFault(error_text(code))


class WindowsServiceManager:
    def __init__(self, name: str = NAME) -> None:
        self._name = name
        self._api = load_library("advapi32")
        for function in ("OpenSCManagerW", "OpenServiceW", "CreateServiceW"):
            getattr(self._api, function).restype = c_void_p

    def find(self) -> StoredService | None:
        with self._open_manager(_CONNECT) as manager:
            handle = self._api.OpenServiceW(c_void_p(manager), self._name, _QUERY_CONFIG | _QUERY_STATUS)
            if not handle:
                code = last_error()
                if code == _NOT_THERE:
                    return None
                raise make_fault(code)
            with self._closing(handle) as service:
                return self._read(service)

    def register(self, definition: ServiceDefinition, owner: str) -> None:
        with self._open_manager(_CONNECT | _CREATE) as manager, self._make(manager, definition) as service:
            self._set_details(service)
            self._set_access_list(service, make_access_list(owner))
            register_source()

    def start(self) -> None:
        with self._open_service(_START) as service:
            self._check(self._api.StartServiceW(c_void_p(service), 0, None), _ALREADY_RUNS)

    def stop(self) -> None:
        status = ServiceStatus()
        with self._open_service(_STOP) as service:
            self._check(self._api.ControlService(c_void_p(service), _CONTROL_STOP, byref(status)), _NOT_ACTIVE)

    def delete(self) -> None:
        with self._open_service(_DELETE) as service:
            self._check(self._api.DeleteService(c_void_p(service)), _TO_BE_DELETED)
        remove_source()

    @contextlib.contextmanager
    def _make(self, manager: int, definition: ServiceDefinition) -> Iterator[int]:
        """A new service, or the one that exists with this definition."""
        common = (_OWN_PROCESS, _AUTOMATIC, _NORMAL_FAULTS, definition.command_line, None, None, None, ACCOUNT, None)
        found = self._api.OpenServiceW(c_void_p(manager), self._name, _ALL)
        if found:
            with self._closing(found) as service:
                self._check(self._api.ChangeServiceConfigW(c_void_p(service), *common, self._name))
                yield service
            return
        code = last_error()
        if code != _NOT_THERE:
            raise make_fault(code)
        made = self._api.CreateServiceW(c_void_p(manager), self._name, self._name, _ALL, *common)
        if not made:
            raise make_fault(last_error())
        with self._closing(made) as service:
            try:
                yield service
            except BaseException:
                self._api.DeleteService(c_void_p(service))
                raise

    def _set_details(self, service: int) -> None:
        """Description, recovery, privileges, and the time at the computer's end."""
        actions = (_Action * len(RESTART_AFTER_MS))(*(_Action(_RESTART, delay) for delay in RESTART_AFTER_MS))
        recovery = _FailureActions(
            FAILURES_FORGOTTEN_AFTER_S, None, None, len(actions), cast(actions, POINTER(_Action))
        )
        privileges = "\0".join((*PRIVILEGES, ""))
        for level, value in (
            (_SET_DESCRIPTION, c_wchar_p(DESCRIPTION)),
            (_SET_FAILURE_ACTIONS, recovery),
            (_SET_FAILURE_FLAG, dword(1)),
            (_SET_PRIVILEGES, c_wchar_p(privileges)),
            (_SET_PRESHUTDOWN, dword(_PRESHUTDOWN_MS)),
        ):
            # Wine knows only some of these; every Windows that the program runs on knows all.
            self._check(self._api.ChangeServiceConfig2W(c_void_p(service), level, byref(value)), _NO_SUCH_LEVEL)

    def _set_access_list(self, service: int, access_list: str) -> None:
        made = c_void_p()
        self._check(self._api.ConvertStringSecurityDescriptorToSecurityDescriptorW(access_list, 1, byref(made), None))
        try:
            self._check(self._api.SetServiceObjectSecurity(c_void_p(service), _ACCESS_LIST, made))
        finally:
            load_library("kernel32").LocalFree(made)

    def _read(self, service: int) -> StoredService:
        status, needed = ServiceStatus(), dword()
        self._check(self._api.QueryServiceStatus(c_void_p(service), byref(status)))
        self._check(self._api.QueryServiceConfigW(c_void_p(service), None, 0, byref(needed)), _TOO_SMALL)
        space = ctypes.create_string_buffer(needed.value)
        self._check(self._api.QueryServiceConfigW(c_void_p(service), space, needed, byref(needed)))
        config = cast(space, POINTER(_Config)).contents
        definition = parse_command_line(config.command_line or "")
        return StoredService(definition, read_run_state(status.state), config.start == _AUTOMATIC)

    @contextlib.contextmanager
    def _open_manager(self, access: int) -> Iterator[int]:
        handle = self._api.OpenSCManagerW(None, None, access)
        if not handle:
            raise make_fault(last_error())
        with self._closing(handle) as opened:
            yield opened

    @contextlib.contextmanager
    def _open_service(self, access: int) -> Iterator[int]:
        with self._open_manager(_CONNECT) as manager:
            handle = self._api.OpenServiceW(c_void_p(manager), self._name, access)
            if not handle:
                raise make_fault(last_error())
            with self._closing(handle) as service:
                yield service

    @contextlib.contextmanager
    def _closing(self, handle: int) -> Iterator[int]:
        try:
            yield handle
        finally:
            self._api.CloseServiceHandle(c_void_p(handle))

    def _check(self, succeeded: int, *expected: int) -> None:
        """Raises what the last call failed with, unless that was to be expected."""
        code = 0 if succeeded else last_error()
        if code and code not in expected:
            raise make_fault(code)


class _Execute(Structure):
    """SHELLEXECUTEINFOW."""

    _fields_ = (
        ("size", dword),
        ("mask", dword),
        ("window", c_void_p),
        ("verb", c_wchar_p),
        ("file", c_wchar_p),
        ("words", c_wchar_p),
        ("folder", c_wchar_p),
        ("show", c_int),
        ("instance", c_void_p),
        ("list", c_void_p),
        ("type", c_wchar_p),
        ("key", c_void_p),
        ("hot_key", dword),
        ("icon", c_void_p),
        ("process", c_void_p),
    )


def find_user_sid() -> str:
    """The security identifier of this process's user. Raises ServiceFault."""
    api, kernel = load_library("advapi32"), load_library("kernel32")
    kernel.GetCurrentProcess.restype = c_void_p
    token, needed, text = c_void_p(), dword(), c_wchar_p()
    if not api.OpenProcessToken(c_void_p(kernel.GetCurrentProcess()), _QUERY, byref(token)):
        raise make_fault(last_error())
    try:
        api.GetTokenInformation(token, _USER, None, 0, byref(needed))
        user = ctypes.create_string_buffer(needed.value)
        if not api.GetTokenInformation(token, _USER, user, needed, byref(needed)):
            raise make_fault(last_error())
        if not api.ConvertSidToStringSidW(c_void_p.from_buffer(user), byref(text)):
            raise make_fault(last_error())
        sid = str(text.value)
        kernel.LocalFree(text)
        return sid
    finally:
        kernel.CloseHandle(token)


def is_administrator() -> bool:
    """Whether this process has the rights of an administrator already."""
    return bool(load_library("shell32").IsUserAnAdmin())


def run_as_administrator(program: str, words: Sequence[str]) -> int:
    """Runs a program as Windows' administrator, who is asked; gives its exit code. Raises Refused
    where that was answered with No, and ServiceFault.
    """
    shell, kernel = load_library("shell32"), load_library("kernel32")
    line = subprocess.list2cmdline(words)
    asked = _Execute(mask=_STAY, verb="runas", file=program, words=line, show=_HIDDEN)
    asked.size = ctypes.sizeof(asked)
    if not shell.ShellExecuteExW(byref(asked)):
        fault = last_error()
        if fault == _CANCELLED:
            raise Refused.saying("administrator", "The administrator did not agree, so nothing was changed.")
        raise make_fault(fault)
    process, code = c_void_p(asked.process), dword(1)
    try:
        kernel.WaitForSingleObject(process, _FOREVER)
        kernel.GetExitCodeProcess(process, byref(code))
    finally:
        kernel.CloseHandle(process)
    return int(code.value)
