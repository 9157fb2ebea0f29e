"""Who runs this process, and how a command asks for an administrator."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from ctypes import Structure, byref, c_int, c_void_p, c_wchar_p
from ctypes import c_uint32 as dword
from typing import Final

from bridge.power_on.windows.advapi import make_fault
from bridge.power_on.windows.system_libraries import last_error, load_library
from service.domain.errors import Refused
from service.domain.sentences import message

_QUERY: Final = 0x8
_USER: Final = 1
_STAY: Final = 0x40
_HIDDEN: Final = 0
_CANCELLED: Final = 1223
_FOREVER: Final = 0xFFFFFFFF


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
            raise Refused("administrator", message("The administrator did not agree, so nothing was changed."))
        raise make_fault(fault)
    process, code = c_void_p(asked.process), dword(1)
    try:
        kernel.WaitForSingleObject(process, _FOREVER)
        kernel.GetExitCodeProcess(process, byref(code))
    finally:
        kernel.CloseHandle(process)
    return int(code.value)
