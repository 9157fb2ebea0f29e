"""Lists what a frozen program contains, from the archive that PyInstaller appended to it."""

from __future__ import annotations

import os
import shutil
import zlib
from typing import TYPE_CHECKING, Final

from installer.toolchain.errors import SetupError
from service.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from PyInstaller.archive.readers import CArchiveReader

_PROGRAM: Final = "counterpart"
_MODULE: Final = "service.version"


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
