"""The locked wheels for Windows without unused files, and the project's own packages."""

from __future__ import annotations

import shutil
from pathlib import Path, PurePath
from typing import Final

from installer.contents import QT_LIBRARIES, QT_MODULES, QT_TEXTS, ROOMS, is_data, is_shipped_plugin, strangers
from installer.release.built_feed import write_built_feed
from installer.runtimes.openssl import SERIES
from installer.surroundings import BUILD, ROOT, VENV, commit_name, run
from installer.toolchain.environment import program
from installer.toolchain.errors import SetupError
from service.version import COMMIT_FILE

LOCK: Final = ROOT / "installer" / "requirements" / "runtime.txt"
WHEELS: Final = BUILD / "windows" / "wheels"
PLATFORM: Final = ("--python-platform", "x86_64-pc-windows-msvc", "--python-version", SERIES)
QT_KEPT: Final = frozenset(
    {"__init__.py", "_config.py", "_git_pyside_version.py", "pyside6.abi3.dll", "qt.conf"}
    | {f"Qt6{name.removeprefix('Qt')}.dll" for name in QT_LIBRARIES}
    | {f"{name}.pyd" for name in QT_MODULES}
    | {"msvcp140.dll", "msvcp140_1.dll", "msvcp140_2.dll", "vcruntime140.dll", "vcruntime140_1.dll"}
)
"""The used files of PySide6's own folder. No OpenGL in software: nothing uses OpenGL."""

UNUSED: Final = ("bin", "pip", "share")
"""Folders of the wheels that nothing reads at run time."""

INSTALLED_LIST: Final = "RECORD"
"""A distribution's list of its files. It names scripts in `bin` by hashes that depend on the folder
of the build, and files that are not shipped. The version's own list names every file.
"""


def fetch() -> Path:
    """Install the wheels for Windows into the build folder, by their locked hashes,
    and return it.
    """
    shutil.rmtree(WHEELS, ignore_errors=True)
    uv = program(VENV, "uv")
    run([uv, "pip", "install", "--quiet", "--target", WHEELS, *PLATFORM, "--only-binary", ":all:", "--require-hashes",
         "--no-deps", "-r", LOCK])  # fmt: skip
    return WHEELS


def is_used(path: PurePath) -> bool:
    """Whether a file of the wheels (a path from their folder) is included."""
    first = path.parts[0]
    if first.startswith("pip-") or first in UNUSED or path.suffix in {".pyi", ".pyx", ".pxd", ".h", ".c"}:
        return False
    if {"tests", "__pycache__"} & set(path.parts) or path.name.startswith(("_cffi.cp", "_testcapi.")):
        return False
    if path.parent.suffix == ".dist-info" and path.name == INSTALLED_LIST:
        return False
    if first == "PySide6":
        if path.parts[1] == "plugins":
            return is_shipped_plugin(PurePath(*path.parts[2:]), "windows")
        if path.parts[1] == "translations":
            return path.name in QT_TEXTS
        return len(path.parts) == 2 and path.name in QT_KEPT
    return True


def copy_used(wheels: Path, out: Path) -> None:
    """Copy the used files of the wheels."""
    for path in sorted(wheels.rglob("*")):
        own = path.relative_to(wheels)
        if path.is_file() and is_used(own):
            (out / own).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, out / own)


def copy_program(out: Path) -> None:
    """Copy the project's own packages: code and data, no tests; and the name of the commit."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and (path.suffix == ".py" or is_data(path.name)):
                target = out / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
    write_built_feed(out / "bridge" / "updates")
    (out / "service" / COMMIT_FILE).write_text(f"{commit_name()}\n", encoding="ascii")


def libraries(library: Path, own: Path) -> None:
    """Make and fill both folders. SetupError if they contain something that must not be there."""
    for folder in (library, own):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    copy_used(fetch(), library)
    copy_program(own)
    unexpected = strangers((path.relative_to(library) for path in library.rglob("*") if path.is_file()), "windows")
    if unexpected:
        raise SetupError(
            f"The build holds what must not be in it; see installer/contents.py: {', '.join(unexpected[:5])}."
        )
