"""Windows' own libraries, called by ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import PureWindowsPath
from typing import Any, Final

_LONGEST_PATH: Final = 260


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
    """A command with the whole path of its program. By the name alone Windows would first look for
    it in the folder that the terminal is in.
    """
    return [str(PureWindowsPath(system_folder) / f"{words[0]}.exe"), *words[1:]]
