"""Windows' protection of data for one computer (DPAPI, machine scope), by ctypes."""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, Structure, byref, c_char, cast
from ctypes import c_uint32 as dword
from typing import Final

_NO_QUESTIONS: Final = 0x1
_FOR_THE_COMPUTER: Final = 0x4


class _Blob(Structure):
    _fields_ = (("size", dword), ("data", POINTER(c_char)))


class MachineProtection:
    """The Protection of a Windows computer. Elsewhere it refuses."""

    def protect(self, plain: bytes) -> bytes:
        return _call("CryptProtectData", plain, _NO_QUESTIONS | _FOR_THE_COMPUTER)

    def unprotect(self, sealed: bytes) -> bytes:
        return _call("CryptUnprotectData", sealed, _NO_QUESTIONS)


def _call(function: str, data: bytes, flags: int) -> bytes:
    if os.name != "nt":
        raise OSError("only Windows protects data for one computer")
    library = ctypes.WinDLL("crypt32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    space = ctypes.create_string_buffer(data, len(data))
    given, got = _Blob(len(data), cast(space, POINTER(c_char))), _Blob()
    if not getattr(library, function)(byref(given), None, None, None, None, flags, byref(got)):
        raise ctypes.WinError(ctypes.get_last_error())  # type: ignore[attr-defined,unused-ignore]
    try:
        return ctypes.string_at(got.data, got.size)
    finally:
        kernel.LocalFree(got.data)
