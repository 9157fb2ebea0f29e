"""The clients of docs/examples: how each is built and started."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.bench.children.child_processes import ROOT
from tests.examples.commands import run_compiler
from tests.examples.visual_basic import build_visual_basic

FOLDER = ROOT / "docs" / "examples"

Build = Callable[[Path, Path], list[str]]
"""From the source and a folder to build in to the command that starts the client."""


@dataclass(frozen=True, slots=True)
class Client:
    """One language: its file, the programs that it needs, and how it is built."""

    language: str
    file: str
    programs: tuple[str, ...]
    build: Build

    @property
    def missing(self) -> list[str]:
        """The programs that are not here."""
        return [name for name in self.programs if shutil.which(name) is None]

    def start(self, folder: Path) -> list[str]:
        """The command that starts it, built first where it has to be."""
        return self.build(FOLDER / self.file, folder)


def _python(source: Path, _folder: Path) -> list[str]:
    return [sys.executable, "-W", "error", str(source)]


def _php(source: Path, _folder: Path) -> list[str]:
    return ["php", "-d", "error_reporting=-1", "-d", "display_errors=stderr", str(source)]


def _node(source: Path, _folder: Path) -> list[str]:
    return ["node", str(source)]


def _c_sharp(source: Path, folder: Path) -> list[str]:
    """As C# 5, which is what the compiler of .NET Framework 4.x knows,
    against what its version 4.5 has.
    """
    program = folder / "Counterpart.exe"
    form = ["-sdk:4.5-api", "-langversion:5", "-warn:4", "-warnaserror", "-r:System.Web.Extensions.dll"]
    run_compiler(["mcs", *form, f"-out:{program}", str(source)])
    return ["mono", str(program)]


def _pascal(source: Path, folder: Path) -> list[str]:
    program = folder / "counterpart"
    run_compiler(["fpc", "-O2", "-v0we", "-Sew", f"-FU{folder}", f"-o{program}", str(source)])
    return [str(program)]


CLIENTS = (
    Client("Python", "counterpart.py", (), _python),
    Client("PHP", "counterpart.php", ("php",), _php),
    Client("JavaScript", "counterpart.js", ("node",), _node),
    Client("C#", "Counterpart.cs", ("mcs", "mono"), _c_sharp),
    Client("VB.NET", "Counterpart.vb", ("mcs", "mono", "npm"), build_visual_basic),
    Client("Free Pascal", "counterpart.pas", ("fpc",), _pascal),
)
