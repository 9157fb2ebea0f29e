"""Windows' protection of data for one computer (DPAPI, machine scope), by ctypes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_char, cast
from ctypes import c_uint32 as dword
from dataclasses import dataclass
from typing import Any, Final

_NO_QUESTIONS: Final = 0x1
_FOR_THE_COMPUTER: Final = 0x4


class Blob(Structure):
    """Windows' DATA_BLOB: a length, and where the bytes are."""

    _fields_ = (("size", dword), ("data", POINTER(c_char)))


@dataclass(frozen=True, slots=True)
class WindowsLibraries:
    """Windows' crypt32 and kernel32, and the error of the last call of crypt32."""

    crypt32: Any
    kernel32: Any
    last_error: Callable[[], OSError]


def load_libraries(
    system: str = os.name,
    loader: Any = ctypes,  # noqa: ANN401 - it has these functions on Windows only
) -> WindowsLibraries:
    """Raises OSError where this is not Windows."""
    if system != "nt":
        raise OSError("only Windows protects data for one computer")
    return WindowsLibraries(
        loader.WinDLL("crypt32", use_last_error=True),
        loader.WinDLL("kernel32"),
        lambda: loader.WinError(loader.get_last_error()),
    )


class MachineProtection:
    """The Protection of a Windows computer. Elsewhere it refuses."""

    def __init__(self, load: Callable[[], WindowsLibraries] = load_libraries) -> None:
        self._load = load

    def protect(self, plain: bytes) -> bytes:
        libraries = self._load()
        return _call(libraries, libraries.crypt32.CryptProtectData, plain, _NO_QUESTIONS | _FOR_THE_COMPUTER)

    def unprotect(self, sealed: bytes) -> bytes:
        libraries = self._load()
        return _call(libraries, libraries.crypt32.CryptUnprotectData, sealed, _NO_QUESTIONS)


def _call(libraries: WindowsLibraries, function: Callable[..., int], data: bytes, flags: int) -> bytes:
    space = ctypes.create_string_buffer(data, len(data))
    given, got = Blob(len(data), cast(space, POINTER(c_char))), Blob()
    if not function(byref(given), None, None, None, None, flags, byref(got)):
        raise libraries.last_error()
    try:
        return ctypes.string_at(got.data, got.size)
    finally:
        libraries.kernel32.LocalFree(got.data)
