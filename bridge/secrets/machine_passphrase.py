"""The passphrase of the encrypted secret file, protected by the computer in place of a person.

A service that runs before anybody logs in has an account of its own, which cannot read the owner's
keyring. Windows encrypts the passphrase for this computer (DPAPI, machine scope), and the access
rights of the data folder decide who may read it. A copy of the folder on another computer is worth
nothing.
"""

from __future__ import annotations

import ctypes
import os
import secrets
from collections.abc import Callable
from ctypes import POINTER, Structure, byref, c_char, cast
from ctypes import c_uint32 as dword
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from bridge.system.paths import replace_private_file

_NO_QUESTIONS: Final = 0x1
_FOR_THE_COMPUTER: Final = 0x4
FILE_NAME: Final = "secrets.key"
_BYTES: Final = 32


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


class Protection(Protocol):
    """The computer's own encryption. Both raise OSError."""

    def protect(self, plain: bytes) -> bytes: ...

    def unprotect(self, sealed: bytes) -> bytes:
        """Raises OSError also for what another computer protected."""
        ...


class MachinePassphrase:
    def __init__(self, folder: Path, protection: Protection) -> None:
        self.file = folder / FILE_NAME
        self._protection = protection

    def exists(self) -> bool:
        """Whether the data folder has one: the encrypted file is then the store in use."""
        return self.file.exists()

    def read(self) -> str:
        """Raises OSError and ValueError where it cannot be read on this computer."""
        return self._protection.unprotect(self.file.read_bytes()).decode("ascii")

    def make(self) -> str:
        """The passphrase; a new one where there is none. Raises OSError and ValueError."""
        if not self.exists():
            made = secrets.token_urlsafe(_BYTES)
            replace_private_file(self.file, self._protection.protect(made.encode("ascii")))
        return self.read()
