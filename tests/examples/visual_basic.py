"""Compiles VB.NET without a Debian compiler: with that of a .NET Core SDK from an npm package, run
by Mono.
"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

from tests.examples.commands import run_compiler

SDK = "dotnet-sdk-2.1-linux-x64@2.1.1007"
"""MIT; 160 MB. Only its compiler is used,
as its own runtime wants an OpenSSL that Debian no longer has.
"""
MONO = Path("/usr/lib/mono")
REFERENCES = MONO / "4.5-api"
"""What .NET Framework 4.5 has."""
FACADES = MONO / "4.5" / "Facades"
NEEDED = ("mscorlib.dll", "System.dll", "System.Core.dll", "System.Web.Extensions.dll")


def build_visual_basic(source: Path, folder: Path) -> list[str]:
    """As VB 11, which is what the compiler of .NET Framework 4.5 knows,
    with every warning an error.
    """
    compiler = _compiler(folder)
    program = folder / "CounterpartVb.exe"
    references = [str(REFERENCES / name) for name in NEEDED]
    run_compiler(["mono", str(compiler), str(source), str(program), *references], {"MONO_PATH": str(FACADES)})
    return ["mono", str(program)]


def _compiler(folder: Path) -> Path:
    """VbCompiler.cs, built next to the compiler's own libraries."""
    run_compiler(["npm", "pack", "--silent", "--pack-destination", str(folder), SDK])
    build_folder = folder / "vb"
    build_folder.mkdir()
    (package,) = folder.glob("dotnet-sdk-*.tgz")
    with tarfile.open(package) as archive:
        for member in archive:
            name = Path(member.name)
            if name.parent.name == "bincore" and name.suffix == ".dll" and (read := archive.extractfile(member)):
                with (build_folder / name.name).open("wb") as file:
                    shutil.copyfileobj(read, file)
    package.unlink()
    program = build_folder / "VbCompiler.exe"
    libraries = [
        *FACADES.glob("*.dll"),
        *build_folder.glob("Microsoft.CodeAnalysis*.dll"),
        *build_folder.glob("System.*.dll"),
    ]
    source = Path(__file__).with_name("VbCompiler.cs")
    run_compiler(["mcs", f"-out:{program}", *(f"-r:{file}" for file in libraries), str(source)])
    return program
