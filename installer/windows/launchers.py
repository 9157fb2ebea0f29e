"""Our programs, by mingw-w64: two launchers, the closer of programs, the remover of versions."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from installer.icons import write_ico, write_side
from installer.surroundings import BUILD, run, set_times
from installer.toolchain.errors import SetupError
from service.version import VERSION

HERE: Final = Path(__file__).parent
COMPILER: Final = "x86_64-w64-mingw32-gcc"
RESOURCES: Final = "x86_64-w64-mingw32-windres"
LINKING: Final = "-Wl,--nxcompat,--dynamicbase,--no-insert-timestamp,--disable-auto-image-base"
"""Two links of one program give equal bytes: neither the time goes in, nor an address that the
linker derives from the folder of a library.
"""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to compile: its file name, its source, and further compiler options."""

    name: str
    source: str
    flags: tuple[str, ...]


PROGRAMS: Final = (
    Program("counterpart.exe", "launcher.c", ("-mconsole",)),
    Program("counterpartw.exe", "launcher.c", ("-mwindows", "-DWINDOWED", "-lshell32")),
    Program("closer.exe", "closer.c", ("-mconsole",)),
    Program("remover.exe", "remover.c", ("-mconsole",)),
)


def numbers(version: str) -> str:
    """A version in the form of Windows: four numbers."""
    parts = [int(part) for part in version.split(".")[:4]]
    return ",".join(str(number) for number in (*parts, 0, 0, 0, 0)[:4])


def compile_programs(out: Path) -> None:
    """Compile all of them into a folder. SetupError if the compiler is missing."""
    if shutil.which(COMPILER) is None:
        raise SetupError("The launchers need mingw-w64: apt-get install gcc-mingw-w64-x86-64")
    work = BUILD / "windows" / "launchers"
    write_pictures(work)
    for one in PROGRAMS:
        _compile(one, work, out)


def write_pictures(folder: Path) -> None:
    """Write the icon and the set-up's picture, with the commit's time: NSIS packs that too."""
    folder.mkdir(parents=True, exist_ok=True)
    write_ico(folder / "counterpart.ico")
    write_side(folder / "side.bmp")
    set_times(folder)


def _compile(one: Program, work: Path, out: Path) -> None:
    resource = work / f"{one.name}.o"
    run([RESOURCES, "-I", work, "-I", HERE, f"-DNUMBERS={numbers(VERSION)}", f'-DVERSION=\\"{VERSION}\\"',
         f'-DFILE=\\"{one.name}\\"', HERE / "program.rc", resource])  # fmt: skip
    run([COMPILER, "-municode", "-O2", "-Wall", "-Wextra", "-Werror", "-s", "-static",
         LINKING, HERE / one.source, resource, *one.flags, "-o", out / one.name])  # fmt: skip
