"""Foreign libraries of the Windows set-up that no wheel names: those in Python's folder and
Microsoft's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from installer.licences.part import Part
from installer.runtimes.inventory import version_of
from installer.windows.file_version import file_version

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VISUAL_RUNTIME: Final = ("concrt140*.dll", "msvcp140*.dll", "vc*140*.dll")
"""Names of the files of the Visual C++ runtime; a wheel may add a hash to a name."""

ZLIB: Final = "1.3.1"
BZIP2: Final = "1.0.8"
XZ: Final = "5.2.5"
LIBFFI: Final = "3.4.4"
"""What Python 3.13's own list of foreign parts names (Misc/externals.spdx.json)."""


def python_library_parts(terms: Path, text: Callable[[str], Path]) -> list[Part]:
    """The libraries in C that came with Python. `terms` is Python's licence; `text`: the licence
    by the name of Debian's package.
    """
    sqlite, expat = version_of("windows", "SQLite"), version_of("windows", "expat")
    own = (("LICENSE.txt", terms),)
    return [
        Part("SQLite", sqlite, "blessing", "https://sqlite.org/", (("copyright.txt", text("libsqlite3-0")),),
             f"pkg:generic/sqlite@{sqlite}", "sqlite:sqlite", files=("runtime/sqlite3.dll",)),
        Part("libffi", LIBFFI, "MIT", "https://github.com/libffi/libffi", own,
             f"pkg:generic/libffi@{LIBFFI}", "libffi_project:libffi", files=("runtime/libffi-8.dll",)),
        Part("expat", expat, "MIT", "https://libexpat.github.io/", (("copyright.txt", text("libexpat1")),),
             f"pkg:generic/expat@{expat}", "libexpat_project:libexpat"),
        Part("bzip2", BZIP2, "bzip2-1.0.6", "https://sourceware.org/bzip2/", own,
             f"pkg:generic/bzip2@{BZIP2}", "bzip:bzip2"),
        Part("xz", XZ, "public domain: see there", "https://tukaani.org/xz/",
             (("copyright.txt", text("liblzma5")),), f"pkg:generic/xz@{XZ}", "tukaani:xz"),
        Part("zlib", ZLIB, "Zlib", "https://zlib.net/", (("copyright.txt", text("zlib1g")),),
             f"pkg:generic/zlib@{ZLIB}", "zlib:zlib"),
    ]  # fmt: skip


def visual_runtime_parts(tree: Path, terms: Path) -> list[Part]:
    """Each version of the Visual C++ runtime in a version's folder: Python and the wheels bring
    their own.
    """
    versions: dict[str, list[str]] = {}
    for path in sorted({path for name in VISUAL_RUNTIME for path in tree.rglob(name)}):
        versions.setdefault(file_version(path.read_bytes()), []).append(path.relative_to(tree).as_posix())
    name = "Microsoft Visual C++ runtime"
    return [
        Part(name, version, "unchanged, as Microsoft allows; see Python's licence",
             "https://visualstudio.microsoft.com/license-terms/", (("LICENSE.txt", terms),),
             product="microsoft:visual_c\\+\\+", files=tuple(files),
             own_folder=f"microsoft-visual-c++-runtime-{version}")
        for version, files in sorted(versions.items())
    ]  # fmt: skip
