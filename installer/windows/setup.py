"""The set-up file: the installed tree is composed, then packed by NSIS."""

from __future__ import annotations

import os
import shlex
import shutil
from contextlib import closing
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

from bridge.system.installation import ABOUT, About, write_about
from bridge.updates.contents import LIST, write_list
from installer.licences.collecting import licences_for_windows, parts_for_windows
from installer.licences.native_files import need_owners
from installer.proof import prove_windows
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list
from installer.runtimes.openssl import TAG
from installer.surroundings import BUILD, BUILD_PACKAGES, DIST, need, run, set_times, tree_size
from installer.toolchain.errors import SetupError
from installer.windows.launchers import PROGRAMS, compile_programs, numbers
from installer.windows.libraries import WHEELS, libraries
from installer.windows.runtime import fetch, runtime, unpack
from installer.windows.wine_prefix import WinePrefix
from service.store.engine.migrations import SCHEMA_VERSION
from service.version import VERSION

COMPILE_SCRIPT: Final = Path(__file__).with_name("compile_all.py")
_FOLDERS: Final = ("library", "program")
_CACHE_TAG: Final = TAG.replace("cp", "cpython-")
SCRIPT: Final = Path(__file__).with_name("setup.nsi")
TREE: Final = BUILD / "windows" / "tree"
SIGN_VARIABLE: Final = "COUNTERPART_SIGN"
"""A command that signs the file in its argument. Set it if there is a code-signing certificate."""


def compile_modules(tree: Path) -> None:
    """Compile all modules of a version's folder. SetupError if that fails."""
    python = BUILD / "windows" / "python"
    unpack(fetch(), python)
    with closing(WinePrefix()) as wine:
        code, output = wine.run(
            python / "python.exe", _on_drive(COMPILE_SCRIPT), *(_on_drive(tree / name) for name in _FOLDERS)
        )
    if code:
        raise SetupError(f"The modules could not be compiled. It is not built. Python's words:\n{output[-1500:]}")
    shutil.rmtree(python)


def compiled_form(module: Path) -> Path:
    """The file of the compiled form of a module."""
    native = Path(cache_from_source(str(module)))
    return native.with_name(f"{module.stem}.{_CACHE_TAG}.pyc")


def replace_module(module: Path, text: str) -> None:
    """Put another text in the place of a module, which Python then compiles itself; the file may
    have other names, which keep the old one.
    """
    for file in (module, compiled_form(module)):
        file.unlink(missing_ok=True)
    module.write_text(text, encoding="utf-8")


def _on_drive(path: Path) -> str:
    return f"Z:{path}".replace("/", "\\")


def fill(tree: Path) -> None:
    """Compose a version's folder again; its list last, as signing changes the programs."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    runtime(tree / "runtime")
    libraries(tree / "library", tree / "program")
    compile_modules(tree)
    licences_for_windows(tree, WHEELS)
    compile_programs(tree)
    need_owners(tree, parts_for_windows(tree, WHEELS))
    sign_programs(tree)
    write_about(tree, About(VERSION, SCHEMA_VERSION))
    write_list(tree)
    set_times(tree)


def as_version(tree: Path, version: str, out: Path) -> Path:
    """The same program with another number, for trials of upgrades; returns the folder."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(tree, out, copy_function=os.link)
    module = out / "program" / "service" / "version.py"
    text = module.read_text(encoding="utf-8").replace(f'"{VERSION}"', f'"{version}"')
    replace_module(module, text)
    (out / ABOUT).unlink()
    write_about(out, About(version, SCHEMA_VERSION))
    (out / LIST).unlink()
    write_list(out)
    return out


def sign_programs(tree: Path) -> None:
    """Sign all our own programs in a folder."""
    for one in PROGRAMS:
        sign(tree / one.name)


def sign(file: Path) -> None:
    """Sign a program if a certificate is set up; otherwise do nothing."""
    command = os.environ.get(SIGN_VARIABLE)
    if command:
        run([*shlex.split(command), file])


def set_up_file(tree: Path, version: str, out: Path, *, quick: bool = False) -> Path:
    """Pack a tree as the set-up of that version, `quick` with little compression."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"Counterpart-{version}-setup.exe"
    values = {
        "VERSION": version,
        "NUMBERS": numbers(version).replace(",", "."),
        "FOLDER": version,
        "TREE": str(tree),
        "OUT": str(file),
        "ICON": str(BUILD / "windows" / "launchers" / "counterpart.ico"),
        "SIDE": str(BUILD / "windows" / "launchers" / "side.bmp"),
        "SIZE": str(tree_size(tree) // 1024),
    }
    if quick:
        values["QUICK"] = "1"
    if os.environ.get(SIGN_VARIABLE):
        values["SIGN"] = os.environ[SIGN_VARIABLE]
    run(
        [
            "makensis",
            "-V2",
            "-WX",
            "-INPUTCHARSET",
            "UTF8",
            *(f"-D{name}={value}" for name, value in values.items()),
            SCRIPT,
        ]
    )
    return file


def package() -> Path:
    """Compose everything, prove that it works in Wine, and pack it; return the file."""
    need(BUILD_PACKAGES["windows"])
    fill(TREE)
    prove_windows(TREE)
    file = set_up_file(TREE, VERSION, DIST)
    write_parts_list(parts_for_windows(TREE, WHEELS), file, TREE)
    write_sums(DIST)
    return file
