"""Windows' event log: lines of the service under the name of the program."""

from __future__ import annotations

import contextlib
import logging
from ctypes import byref, c_void_p, c_wchar_p
from typing import Final

from bridge.power_on.windows.definition import NAME
from bridge.power_on.windows.system_libraries import load_library

_KEY: Final = rf"SYSTEM\CurrentControlSet\Services\EventLog\Application\{NAME}"
_TEXTS: Final = r"%SystemRoot%\System32\EventCreate.exe"
"""A library of Windows whose messages 1 to 1000 are the line itself."""

_INFORMATION: Final = 4
_LINE: Final = 1

log = logging.getLogger(__name__)


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
