"""Lists what a frozen program contains, from the archive that PyInstaller appended to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def held_names(frozen: Path) -> frozenset[str]:
    """The outermost names of all modules in a frozen folder, and of the files next to them."""
    modules = {name.split(".")[0] for name in frozen_modules(frozen / "counterpart")}
    return frozenset(modules | {path.name.split(".")[0] for path in (frozen / "_internal").iterdir()})


def frozen_modules(program: Path) -> frozenset[str]:
    """The names of every Python module in it."""
    from PyInstaller.archive.readers import CArchiveReader  # noqa: PLC0415 - it starts ldd when it is imported

    archive = CArchiveReader(str(program))
    inner = [archive.open_embedded_archive(name) for name in archive.toc if name.endswith(".pyz")]
    return frozenset(str(name) for one in inner for name in one.toc)
