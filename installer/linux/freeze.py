"""The one-folder build by PyInstaller, and which of the files it finds are included."""

from __future__ import annotations

import os
import platform
import sys
import zipfile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final

from installer.contents import has_qt_plugins, is_shipped_plugin, strangers
from installer.licences.collecting import foreign_to_linux, licences_for_linux, parts_for_linux
from installer.licences.part import need_owners
from installer.runtimes.openssl import LINUX, unpack_openssl
from installer.surroundings import BUILD, ROOT, commit_name, run
from installer.toolchain.errors import SetupError
from service.version import COMMIT_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable

SPEC: Final = Path(__file__).with_name("counterpart.spec")
OUT: Final = BUILD / "linux" / "frozen"
SYSTEM_FOLDERS: Final = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")
BUNDLED: Final = (
    "libbz2", "libcrypto", "libexpat", "libffi", "liblzma", "libmpdec", "libpython", "libsqlite3", "libssl", "libuuid",
    "libz.",
)  # fmt: skip
"""Python's library and those its modules were linked with. Others are in Depends."""

OWN_MODULES: Final = "lib-dynload"
"""Python's folder of compiled modules, which Debian has below /usr/lib too."""


def belongs(target: PurePath, source: str) -> bool:
    """Whether a collected file is included: `target` in the build, `source` on this computer."""
    if has_qt_plugins(target):
        own = target.relative_to(PurePath(*target.parts[: target.parts.index("plugins") + 1]))
        return is_shipped_plugin(own, "linux")
    if target.name == "RECORD" and target.parent.suffix == ".dist-info":
        return False  # it has the hashes of scripts that name this computer's folders
    if ".so" in target.name and source.startswith(SYSTEM_FOLDERS) and OWN_MODULES not in PurePath(source).parts:
        return target.name.startswith(BUNDLED)
    return not strangers([target], "linux")


def frozen_folder() -> Path:
    """The last build. SetupError if there is none."""
    folder = OUT / "counterpart"
    if not (folder / "counterpart").exists():
        raise SetupError("There is no build yet. Run: python3 dev.py package linux")
    return folder


def freeze() -> Path:
    """Build it again and return its folder. Raises SetupError, also for an unexpected file."""
    work = BUILD / "linux" / "work"
    run(
        [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", "--clean",
         f"--workpath={work}", f"--distpath={OUT}", SPEC],
        extra={"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    folder = OUT / "counterpart"
    order_archive(folder / "_internal" / "base_library.zip")
    strip_debug(folder)
    replace_openssl(folder / "_internal")
    forget_builder(folder)
    licences_for_linux(folder)
    need_owners(folder, parts_for_linux(folder))
    refuse_strangers(folder)
    return folder


def refuse_strangers(folder: Path) -> None:
    """SetupError if the build holds a file or a distribution that must not be in it, or names the
    folder of this checkout, so that another one would make other bytes.
    """
    files = [path for path in folder.rglob("*") if path.is_file()]
    unexpected = strangers((path.relative_to(folder) for path in files), "linux")
    unexpected += foreign_to_linux(folder)
    unexpected += [f"the name {BUILD} in {file.name}" for file in naming(files, BUILD)]
    if unexpected:
        raise SetupError(
            f"The build holds what must not be in it; see installer/contents.py: {', '.join(unexpected[:5])}."
        )


def naming(files: Iterable[Path], place: Path) -> list[Path]:
    """Those files that contain the name of a folder."""
    return [file for file in files if os.fsencode(place) in file.read_bytes()]


def replace_openssl(inner: Path) -> None:
    """Put the locked OpenSSL in the place of the one that this computer's Python was linked with.

    SetupError if that one has another interface, so that it cannot be replaced.
    """
    form = LINUX[platform.machine()]
    missing = [name for name in (form.crypto, form.ssl) if not (inner / name).exists()]
    if missing:
        raise SetupError(f"This Python uses no {missing[0]}. Build with a Python that was linked with OpenSSL 3.")
    unpack_openssl(form, inner)


def write_commit() -> Path:
    """Write the file that names the commit, for the spec to include."""
    file = BUILD / "linux" / COMMIT_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{commit_name()}\n", encoding="ascii")
    return file


def order_archive(file: Path) -> None:
    """Write an archive again with its entries by name, and with one time for all.

    PyInstaller writes Python's own modules in the order of a set, which no seed fixes.
    """
    with zipfile.ZipFile(file) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(entries):
            archive.writestr(zipfile.ZipInfo(name), entries[name])


def strip_debug(folder: Path) -> None:
    """Remove the debugging symbols of Python and of compiled modules; Qt has none."""
    own = [path for path in folder.rglob("*.so*") if not path.is_symlink() and "PySide6" not in path.parts]
    run(["strip", "--strip-unneeded", "--preserve-dates", *own])


def forget_builder(folder: Path) -> None:
    """Drop this computer's folders from the libraries' search paths; relative ones stay."""
    for path in sorted(folder.rglob("*.so*")):
        if not path.is_symlink() and any(not one.startswith("$ORIGIN") for one in search_path(path)):
            run(["patchelf", "--remove-rpath", path])


def search_path(library: Path) -> list[str]:
    """The folders in a library's search path."""
    path = run(["patchelf", "--print-rpath", library]).strip()
    return [folder for folder in path.split(":") if folder]
