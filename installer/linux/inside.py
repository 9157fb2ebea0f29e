"""Lists what a frozen program contains, from the archive that PyInstaller appended to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyInstaller.archive.readers import CArchiveReader

if TYPE_CHECKING:
    from pathlib import Path


def frozen_modules(program: Path) -> frozenset[str]:
    """The names of every Python module in it."""
    archive = CArchiveReader(str(program))
    inner = [archive.open_embedded_archive(name) for name in archive.toc if name.endswith(".pyz")]
    return frozenset(str(name) for one in inner for name in one.toc)
