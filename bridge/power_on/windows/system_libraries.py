"""Windows' own libraries, called by ctypes."""

from __future__ import annotations

import ctypes
from typing import Any


def load_library(name: str) -> Any:  # noqa: ANN401 - a library's functions have no types
    """A library of Windows, whose functions store their error code."""
    return ctypes.WinDLL(name, use_last_error=True)  # type: ignore[attr-defined,unused-ignore]


def last_error() -> int:
    """The code of the last call that failed in this thread."""
    return int(ctypes.get_last_error())  # type: ignore[attr-defined,unused-ignore]
