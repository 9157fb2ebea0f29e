"""What is asked of Windows to protect data for one computer, and that its memory is freed."""

from __future__ import annotations

import ctypes
import os
from typing import Any

import pytest

from bridge.secrets.machine_passphrase import Blob, MachineProtection, WindowsLibraries, load_libraries

NO_WINDOW, MACHINE = 0x1, 0x4
"""Windows' CRYPTPROTECT_UI_FORBIDDEN and CRYPTPROTECT_LOCAL_MACHINE."""


class FakeWindows:
    """Both libraries: what is protected begins with `sealed:`; each call and each freed memory is
    noted.
    """

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.made: list[int] = []
        self.freed: list[int] = []
        self._memory: list[ctypes.Array[ctypes.c_char]] = []

    def load(self) -> WindowsLibraries:
        return WindowsLibraries(self, self, lambda: OSError(13, "The data is invalid"))

    def CryptProtectData(self, *given: Any) -> int:  # noqa: ANN401, N802 - Windows' own
        return self._answer("protect", b"sealed:" + self._read(given), given)

    def CryptUnprotectData(self, *given: Any) -> int:  # noqa: ANN401, N802 - Windows' own
        data = self._read(given)
        return self._answer("unprotect", data[7:], given) if data.startswith(b"sealed:") else 0

    def LocalFree(self, data: Any) -> None:  # noqa: ANN401, N802 - Windows' own
        self.freed.append(ctypes.addressof(data.contents))

    def _read(self, given: tuple[Any, ...]) -> bytes:
        blob: Blob = given[0]._obj
        return ctypes.string_at(blob.data, blob.size)

    def _answer(self, name: str, data: bytes, given: tuple[Any, ...]) -> int:
        self.calls.append((name, *given[1:6]))
        space = ctypes.create_string_buffer(data, len(data))
        self._memory.append(space)
        self.made.append(ctypes.addressof(space))
        got: Blob = given[6]._obj
        got.size, got.data = len(data), ctypes.cast(space, ctypes.POINTER(ctypes.c_char))
        return 1


def test_what_is_protected_for_the_computer_comes_back_and_no_memory_is_left() -> None:
    windows = FakeWindows()
    protection = MachineProtection(windows.load)
    sealed = protection.protect(b"a\0b")
    assert sealed == b"sealed:a\0b"
    assert protection.unprotect(sealed) == b"a\0b"
    assert windows.calls == [
        ("protect", None, None, None, None, NO_WINDOW | MACHINE),
        ("unprotect", None, None, None, None, NO_WINDOW),
    ]
    assert windows.freed == windows.made


def test_what_windows_refuses_is_its_own_error() -> None:
    windows = FakeWindows()
    with pytest.raises(OSError, match="The data is invalid"):
        MachineProtection(windows.load).unprotect(b"of another computer")
    assert windows.freed == []


class FakeLoader:
    """ctypes as it is on Windows: a library is its name and whether it keeps errors of its own."""

    def WinDLL(self, name: str, *, use_last_error: bool = False) -> tuple[str, bool]:  # noqa: N802 - ctypes' own
        return name, use_last_error

    def get_last_error(self) -> int:
        return 13

    def WinError(self, number: int) -> OSError:  # noqa: N802 - ctypes' own
        return OSError(number, "The data is invalid")


def test_on_windows_the_error_is_that_of_the_library_which_protects() -> None:
    libraries = load_libraries("nt", FakeLoader())
    assert libraries.crypt32 == ("crypt32", True)
    assert libraries.kernel32 == ("kernel32", False)
    assert libraries.last_error().errno == 13


@pytest.mark.skipif(os.name == "nt", reason="Windows has this protection")
def test_elsewhere_both_refuse() -> None:
    protection = MachineProtection()
    for ask in (protection.protect, protection.unprotect):
        with pytest.raises(OSError, match="only Windows"):
            ask(b"x")
