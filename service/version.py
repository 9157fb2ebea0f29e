"""The program's version: the one place where it is written (pyproject.toml and the packages read it from here)."""

from typing import Final

VERSION: Final = "0.1.0"
