"""Connects this process to Windows' service manager, by ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_void_p, c_wchar_p
from ctypes import c_uint32 as dword
from typing import Any, Final

from bridge.autostart.service_manager import NAME, RunState
from bridge.autostart.windows_api import ServiceStatus, last_error, load_library
from bridge.start.service_host import ServiceHost, ServiceReport

_OWN_PROCESS: Final = 0x10
_ACCEPTS: Final = 0x1 | 0x4 | 0x100
"""Stop, shutdown, preshutdown."""

_OWN_EXIT_CODE: Final = 1066


class NotAService(Exception):
    """Windows did not start this process as a service."""


class ManagerReport:
    """The ServiceReport over SetServiceStatus."""

    def __init__(self, api: Any) -> None:  # noqa: ANN401 - a library's functions have no types
        self._api = api
        self.handle = c_void_p()

    def starting(self) -> None:
        self._set(RunState.START_PENDING, hint_ms=5_000)

    def running(self) -> None:
        self._set(RunState.RUNNING)

    def stopping(self, hint_ms: int) -> None:
        self._set(RunState.STOP_PENDING, hint_ms=hint_ms)

    def stopped(self, exit_code: int) -> None:
        self._set(RunState.STOPPED, exit_code=exit_code)

    def _set(self, state: RunState, *, hint_ms: int = 0, exit_code: int = 0) -> None:
        accepts = _ACCEPTS if state is RunState.RUNNING else 0
        status = ServiceStatus(_OWN_PROCESS, state, accepts, _OWN_EXIT_CODE if exit_code else 0, exit_code, 0, hint_ms)
        self._api.SetServiceStatus(self.handle, byref(status))


def run_service(make_host: Callable[[ServiceReport], ServiceHost], name: str = NAME) -> None:
    """Returns when the service has stopped. Raises NotAService.

    Windows calls the two functions below in threads of its own.
    """
    api = load_library("advapi32")
    api.RegisterServiceCtrlHandlerExW.restype = c_void_p
    main_type = ctypes.WINFUNCTYPE(None, dword, c_void_p)  # type: ignore[attr-defined,unused-ignore]
    control_type = ctypes.WINFUNCTYPE(dword, dword, dword, c_void_p, c_void_p)  # type: ignore[attr-defined,unused-ignore]

    class TableEntry(Structure):
        _fields_ = (("name", c_wchar_p), ("main", main_type))

    report = ManagerReport(api)
    host = make_host(report)

    def on_control(control: int, _kind: int, _data: int, _context: int) -> int:
        return host.on_control(control)

    # Windows has no references of its own to the two functions.
    control_function = control_type(on_control)

    def service_main(_count: int, _words: int) -> None:
        report.handle.value = api.RegisterServiceCtrlHandlerExW(name, control_function, None)
        if report.handle.value:
            host.run()

    table = (TableEntry * 2)(TableEntry(name, main_type(service_main)))
    api.StartServiceCtrlDispatcherW.argtypes = (POINTER(TableEntry),)
    if not api.StartServiceCtrlDispatcherW(table):
        raise NotAService(last_error())
