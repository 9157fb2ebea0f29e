"""The series of CPython that both packages carry; from source the program runs on 3.11 too."""

from __future__ import annotations

from typing import Final

SERIES: Final = "3.13"
TAG: Final = f"cp{SERIES.replace('.', '')}"
LIBRARY: Final = f"python{SERIES.replace('.', '')}"
"""The name of Python's library on Windows, without its suffix."""
