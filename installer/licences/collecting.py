"""The folder `licences` of each package, where bridge/system/paths.py looks for it."""

from __future__ import annotations

import os
import shutil
import zlib
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.licences.bundled import linux_parts, macos_parts, shared_parts, windows_parts
from installer.licences.distributions import (
    distributions_held,
    distributions_in,
    distributions_not_listed,
    locked_distributions,
    parts_of,
)
from installer.licences.part import write_licences
from installer.surroundings import ROOT
from installer.toolchain.errors import SetupError
from service.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from PyInstaller.archive.readers import CArchiveReader

    from installer.licences.part import Part

_PROGRAM: Final = "counterpart"
_MODULE: Final = "service.version"
LOCK: Final = ROOT / "installer" / "requirements" / "runtime.txt"
FOLDER: Final = "licences"
TEXTS_VARIABLE: Final = "COUNTERPART_LICENCES"
"""The licences of a Debian package of the same version, with the texts that a Mac lacks."""


def held_names(frozen: Path) -> frozenset[str]:
    """The outermost names of all modules in a frozen folder, and of the files next to them."""
    modules = {name.split(".")[0] for name in frozen_modules(frozen / _PROGRAM)}
    return frozenset(modules | {path.name.split(".")[0] for path in (frozen / "_internal").iterdir()})


def frozen_modules(program: Path) -> frozenset[str]:
    """The names of every Python module in it."""
    archive = _open_archive(program)
    inner = [archive.open_embedded_archive(name) for name in archive.toc if name.endswith(".pyz")]
    return frozenset(str(name) for one in inner for name in one.toc)


def as_version(frozen: Path, version: str, out: Path) -> Path:
    """The same program with another number of the same length, for trials of upgrades; returns the
    folder. SetupError for a number that does not fit in the place of this one.
    """
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(frozen, out, symlinks=True, copy_function=os.link)
    program = out / _PROGRAM
    begin, end = _find_module(program)
    content = program.read_bytes()
    code = zlib.decompress(content[begin:end])
    packed = zlib.compress(code.replace(VERSION.encode(), version.encode()), 9)
    if len(version) != len(VERSION) or len(packed) > end - begin:
        raise SetupError(f"{version} does not fit in the place of {VERSION} in {program}.")
    # What follows the end of compressed data is not read.
    changed = content[:begin] + packed.ljust(end - begin, b"\0") + content[end:]
    program.unlink()
    program.write_bytes(changed)
    program.chmod(0o755)
    return out


def _find_module(program: Path) -> tuple[int, int]:
    """Where the compressed code of the version's module begins and ends."""
    archive = _open_archive(program)
    inner = archive.open_embedded_archive(next(name for name in archive.toc if name.endswith(".pyz")))
    _, begin, length = inner.toc[_MODULE]
    begin += inner._start_offset  # noqa: SLF001 - PyInstaller gives no other way to change a module
    return begin, begin + length


def _open_archive(program: Path) -> CArchiveReader:
    from PyInstaller.archive.readers import CArchiveReader  # noqa: PLC0415 - it starts ldd when it is imported

    return CArchiveReader(str(program))


def parts_for_linux(frozen: Path) -> list[Part]:
    """The parts of the frozen folder."""
    held = distributions_held(locked_distributions(LOCK), held_names(frozen))
    return [*shared_parts(), *linux_parts(frozen), *parts_of(held, "_internal")]


def foreign_to_linux(frozen: Path) -> list[str]:
    """The distributions in the frozen folder that are not locked for the program; the tools of the
    checkout are installed next to those that are.
    """
    return distributions_not_listed(metadata.distributions(), locked_distributions(LOCK), held_names(frozen))


def licences_for_linux(frozen: Path) -> None:
    """Write the licences into the frozen folder, next to the project's own packages."""
    write_licences(parts_for_linux(frozen), frozen / "_internal" / FOLDER)


def parts_for_windows(tree: Path, wheels: Path) -> list[Part]:
    """The parts of a version's folder; `wheels` is the folder of the unpacked locked wheels."""
    return [*shared_parts(), *windows_parts(tree), *parts_of(distributions_in(wheels), "library")]


def licences_for_windows(tree: Path, wheels: Path) -> None:
    """Write the licences into the folder of the project's own packages."""
    write_licences(parts_for_windows(tree, wheels), tree / "program" / FOLDER)


def parts_for_macos(wheels: Path) -> list[Part]:
    """The parts of the application; `wheels` is the folder of the joined locked wheels."""
    return [*shared_parts(), *macos_parts(wheels), *parts_of(distributions_in(wheels))]


def licences_for_macos(wheels: Path, out: Path) -> None:
    """Write the licences into a folder. SetupError if a text is on neither place."""
    texts = Path(os.environ.get(TEXTS_VARIABLE, FOLDER))
    write_licences([find_texts(part, texts) for part in parts_for_macos(wheels)], out)


def find_texts(part: Part, folder: Path) -> Part:
    """The part, with each text that this computer lacks taken from another package's licences."""
    texts = ((name, text if text.is_file() else folder / part.folder / name) for name, text in part.texts)
    return replace(part, texts=tuple(texts))
