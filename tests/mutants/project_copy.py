"""A copy of the project in which a mutant may do harm; a later run copies what has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

_COMPILED = "__pycache__"
_LEFT_OUT = frozenset({_COMPILED, "screenshots"})


def update_copy(source: Path, target: Path) -> None:
    """Makes `target` equal to the folder `source`, without screenshots. What Python has compiled
    there stays, as to compile it all takes longer than a small run.
    """
    target.mkdir(parents=True, exist_ok=True)
    there = {entry.name: entry for entry in source.iterdir() if entry.name not in _LEFT_OUT}
    for entry in target.iterdir():
        if entry.name != _COMPILED and (entry.name not in there or entry.is_dir() != there[entry.name].is_dir()):
            _remove(entry)
    for name, entry in there.items():
        if entry.is_dir():
            update_copy(entry, target / name)
        elif not _is_same(entry, target / name):
            shutil.copy2(entry, target / name)


def _is_same(file: Path, copy: Path) -> bool:
    if not copy.exists():
        return False
    one, other = file.stat(), copy.stat()
    return (one.st_size, one.st_mtime_ns) == (other.st_size, other.st_mtime_ns)


def _remove(entry: Path) -> None:
    if entry.is_dir() and not entry.is_symlink():
        shutil.rmtree(entry)
    else:
        entry.unlink()
