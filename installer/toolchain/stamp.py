"""The stamp of a complete .venv: it shows a second start at once that nothing is to be done."""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a complete .venv was made for and from. It is written last, so an incomplete .venv has
    none.
    """

    python: str
    place: str
    project: str
    locks: dict[str, str]

    def covers(self, wanted: Stamp) -> bool:
        """Whether a .venv with this stamp serves a command that needs the other one."""
        return self.same_base(wanted) and self.project == wanted.project and wanted.locks.items() <= self.locks.items()

    def grows_into(self, wanted: Stamp) -> bool:
        """Whether the other one needs only more packages, so that the present ones
        work meanwhile.
        """
        return self.same_base(wanted) and self.project == wanted.project and self.locks.items() <= wanted.locks.items()

    def same_base(self, wanted: Stamp) -> bool:
        """Whether a .venv with this stamp can be updated in place."""
        return (self.python, self.place) == (wanted.python, wanted.place)


def digest(data: bytes) -> str:
    """The SHA-256 of the bytes, as hex."""
    return hashlib.sha256(data).hexdigest()


def build_tables(pyproject: bytes) -> bytes:
    """The tables of pyproject.toml that decide what is installed; the settings of the checks do
    not.
    """
    tables = tomllib.loads(pyproject.decode("utf-8"))
    tables["tool"] = {"setuptools": tables.get("tool", {}).get("setuptools", {})}
    return json.dumps(tables, sort_keys=True).encode("utf-8")


def wanted_stamp(root: Path, locks: Sequence[str]) -> Stamp:
    """The stamp that this folder and this Python need."""
    try:
        project = digest(build_tables((root / "pyproject.toml").read_bytes()))
        sums = {name: digest((root / "installer" / "requirements" / name).read_bytes()) for name in locks}
    except FileNotFoundError as missing:
        raise SetupError(f"{missing.filename} is missing. Get a whole copy of the project.") from missing
    python = f"{platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]} {platform.machine()}"
    return Stamp(python, str(root / ".venv"), project, sums)


def read_stamp(venv: Path) -> Stamp | None:
    """The stamp of a complete .venv whose Python still exists, or None."""
    try:
        values = json.loads((venv / "stamp.json").read_text(encoding="utf-8"))
        stamp = Stamp(values["python"], values["place"], values["project"], dict(values["locks"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return stamp if program(venv, "python").exists() else None


def write_stamp(venv: Path, stamp: Stamp) -> None:
    """Write the stamp in one step."""
    values = {"python": stamp.python, "place": stamp.place, "project": stamp.project, "locks": stamp.locks}
    draft = venv / "stamp.json.draft"
    draft.write_text(json.dumps(values, indent=1), encoding="utf-8")
    draft.replace(venv / "stamp.json")


def program(venv: Path, name: str) -> Path:
    """The path of a program in the .venv."""
    return venv / "Scripts" / f"{name}.exe" if sys.platform == "win32" else venv / "bin" / name
