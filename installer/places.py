"""Where packages are made and where they are when they are done."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.toolchain.environment import clean_environment
from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT: Final = Path(__file__).resolve().parents[1]
BUILD: Final = ROOT / "build"
DIST: Final = ROOT / "dist"
VENV: Final = Path(sys.prefix)


def run(line: Sequence[str | Path], *, cwd: Path = ROOT, extra: Mapping[str, str] | None = None) -> str:
    """Run one program to its end; return its output. SetupError with its last lines if it fails."""
    words = [str(word) for word in line]
    done = subprocess.run(
        words,
        cwd=cwd,
        env=clean_environment(os.environ) | dict(extra or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        last = "\n".join(done.stdout.strip().splitlines()[-15:])
        raise SetupError(f"{Path(words[0]).name} ended with {done.returncode}. Its last words:\n{last}")
    return done.stdout


def tree_size(folder: Path) -> int:
    """The bytes of all files in a folder; a link counts as nothing."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def megabytes(size: int) -> str:
    """Bytes in a readable form (1 MB is 1,000,000 bytes)."""
    return f"{size / 1_000_000:.1f} MB"
