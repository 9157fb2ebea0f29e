"""The set-up file: the installed tree put together, then packed by NSIS."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import Final

from installer.licences.collecting import licences_for_windows
from installer.places import BUILD, DIST, run, tree_size
from installer.toolchain.errors import SetupError
from installer.windows.launchers import compile_programs, numbers
from installer.windows.libraries import WHEELS, libraries
from installer.windows.runtime import runtime
from service.version import VERSION

SCRIPT: Final = Path(__file__).with_name("setup.nsi")
TREE: Final = BUILD / "windows" / "tree"
SIGN_VARIABLE: Final = "COUNTERPART_SIGN"
"""A command that signs the file it is given: set it where there is a code-signing certificate."""


def fill(tree: Path) -> None:
    """Put together what is installed, anew."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    runtime(tree / "runtime")
    libraries(tree / "library", tree / "program")
    licences_for_windows(tree / "runtime", WHEELS, tree / "program")
    compile_programs(tree)
    (tree / "closer.exe").replace(BUILD / "windows" / "closer.exe")
    for name in ("counterpart.exe", "counterpartw.exe"):
        sign(tree / name)


def sign(file: Path) -> None:
    """Sign a program where a certificate is set up; otherwise leave it as it is."""
    command = os.environ.get(SIGN_VARIABLE)
    if command:
        run([*shlex.split(command), file])


def set_up_file(tree: Path, version: str, out: Path, *, quick: bool = False) -> Path:
    """Pack a tree as the set-up of that version, `quick` with little compression. SetupError where NSIS is missing."""
    if shutil.which("makensis") is None:
        raise SetupError("The set-up needs NSIS: apt-get install nsis")
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"Counterpart-{version}-setup.exe"
    values = {
        "VERSION": version,
        "NUMBERS": numbers(version).replace(",", "."),
        "TREE": str(tree),
        "OUT": str(file),
        "ICON": str(BUILD / "windows" / "launchers" / "counterpart.ico"),
        "SIDE": str(BUILD / "windows" / "launchers" / "side.bmp"),
        "CLOSER": str(BUILD / "windows" / "closer.exe"),
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
    """Put everything together and pack it; the file made."""
    fill(TREE)
    return set_up_file(TREE, VERSION, DIST)
