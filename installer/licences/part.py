"""One part of a package with its licence texts, and the folder of all parts."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path


NOTICE: Final = "NOTICE.txt"
HEAD: Final = """\
Counterpart is made with the free software, fonts and icons below. Each part's licence is in
full in the folder that
is named next to it, with the notices that came with it.

Qt and PySide6 are used under the GNU Lesser General Public License, version 3. They are
separate libraries in the
program's folder PySide6, unchanged: you may replace them by builds of your own of the same
version, and take apart this
program as far as that needs it. Their sources are at the addresses below; a person who got this
program may also ask its
publisher for them.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """`licence` is an SPDX expression, `source` the origin, `texts` the files by their names in the
    folder.

    `url` is its Package URL and `product` vendor and product of its CPE name ("openssl:openssl"):
    the names in lists of vulnerabilities, empty where it has none. `files` are patterns of the
    paths of its programs and libraries in the package.
    """

    name: str
    version: str
    licence: str
    source: str
    texts: tuple[tuple[str, Path], ...]
    url: str = ""
    product: str = ""
    files: tuple[str, ...] = ()
    own_folder: str = ""

    @property
    def folder(self) -> str:
        """Its folder: lower case, without spaces; `own_folder` for one of several versions."""
        return self.own_folder or self.name.lower().replace(" ", "-")


def write_licences(parts: Sequence[Part], folder: Path) -> None:
    """Write the folder again: texts for each part, and the notice. SetupError without a text."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for part in parts:
        _write_texts(part, folder / part.folder)
    entries = (
        f"{part.name} {part.version}".rstrip() + f"\n    {part.licence}\n    {part.source}\n    {part.folder}/\n"
        for part in sorted(parts, key=lambda one: one.name.lower())
    )
    (folder / NOTICE).write_text(HEAD + "\n" + "\n".join(entries), encoding="utf-8")


def _write_texts(part: Part, folder: Path) -> None:
    if not part.texts:
        raise SetupError(
            f"No licence of {part.name} was found, so it must not go into a package. See installer/licences."
        )
    folder.mkdir()
    for name, text in part.texts:
        if not text.is_file() or text.stat().st_size == 0:
            raise SetupError(f"{text}, a licence of {part.name}, is missing or empty. Get a whole copy of that part.")
        shutil.copyfile(text, folder / name)


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
    """The first part that names it. Parts in a distribution come first: Qt in PySide6's wheel."""
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
