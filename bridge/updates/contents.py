"""The list of a version's files, used to check it before it runs and to remove it later."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

LIST: Final = "contents.txt"
"""One line a file, as sha256sum writes it: `HASH  PATH` with slashes, from the version's folder."""

_COMPILED: Final = "__pycache__"


def write_list(folder: Path) -> Path:
    """List every file. Raises ValueError for a name that the removal program cannot read."""
    lines = []
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        if not name.isascii() or ".." in name or ":" in name:
            raise ValueError(f"{name} cannot be listed: rename it.")
        lines.append(f"{_digest(path)}  {name}\n")
    file = folder / LIST
    file.write_text("".join(lines), encoding="ascii", newline="\n")
    return file


def find_faults(folder: Path) -> list[str]:
    """What is missing, changed or not listed, but for what Python compiled; empty if whole."""
    try:
        lines = (folder / LIST).read_text(encoding="ascii").splitlines()
        listed = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    except (OSError, ValueError):
        return [LIST]
    there = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
    faults = [name for name, path in there.items() if name not in listed and path.parent.name != _COMPILED]
    faults += [name for name, digest in listed.items() if name not in there or _reads(there[name]) != digest]
    return sorted(faults) if listed else [LIST]


def flush_files(folder: Path) -> None:
    """Wait until the disk has every file. Without it a power cut may leave some of them empty,
    though `current` names their version already. A file that another program has open is left out.
    """
    for path in (*_files(folder), folder / LIST):
        with suppress(PermissionError), path.open("r+b") as file:
            os.fsync(file.fileno())


def _files(folder: Path) -> list[Path]:
    """Every file but the list. None is asked for its kind, as slow on Windows as reading it."""
    found = [Path(place, name) for place, _folders, names in os.walk(folder) for name in names]
    return sorted(path for path in found if path != folder / LIST)


def _reads(path: Path) -> str:
    """The digest, empty for a file that cannot be read."""
    try:
        return _digest(path)
    except OSError:
        return ""


def _digest(path: Path) -> str:
    with path.open("rb", buffering=0) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
