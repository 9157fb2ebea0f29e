"""Programs and libraries in machine code, and the part of the package that each belongs to."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from installer.licences.part import Part

MAGIC: Final = (b"\x7fELF", b"MZ")
"""How machine code begins on Linux and on Windows, whatever the file is called."""


def native_files(tree: Path) -> list[str]:
    """The paths of all such files in a tree, from its folder; links are not files of their own."""
    return sorted(
        path.relative_to(tree).as_posix()
        for path in tree.rglob("*")
        if path.is_file() and not path.is_symlink() and _is_native(path)
    )


def owner_of(path: str, parts: Iterable[Part]) -> Part | None:
    """The first part that names the file. Parts inside a distribution come before it: Qt in
    PySide6's wheel.
    """
    return next((part for part in parts if any(fnmatchcase(path, one) for one in part.files)), None)


def without_owner(paths: Iterable[str], parts: Sequence[Part]) -> list[str]:
    """Those files that belong to no part, or to one without a version."""
    owners = ((path, owner_of(path, parts)) for path in paths)
    return [path for path, owner in owners if owner is None or not owner.version]


def need_owners(tree: Path, parts: Sequence[Part]) -> None:
    """SetupError if machine code of a tree belongs to no part with a version."""
    unknown = without_owner(native_files(tree), parts)
    if unknown:
        raise SetupError(f"No part with a version has these files: {', '.join(unknown[:5])}. See installer/licences.")


def _is_native(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4).startswith(MAGIC)
