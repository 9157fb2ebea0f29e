"""The compiled translations of the window, `ui/i18n/*.qm`: Qt's lrelease makes them from `*.ts`."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from pathlib import Path


def list_old_texts(root: Path) -> list[Path]:
    """The .ts files without a .qm file that is newer."""
    return [source for source in sorted((root / "ui" / "i18n").glob("*.ts")) if not _is_compiled(source)]


def _is_compiled(source: Path) -> bool:
    compiled = source.with_suffix(".qm")
    return compiled.exists() and compiled.stat().st_mtime_ns > source.stat().st_mtime_ns


def compile_texts(root: Path, lrelease: Path) -> None:
    """Compile what is old. A new file replaces it in one step: a program may have it mapped."""
    for source in list_old_texts(root):
        draft = source.with_suffix(f".qm.{os.getpid()}")
        line = [str(lrelease), "-silent", "-nounfinished", str(source), "-qm", str(draft)]
        done = subprocess.run(line, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            words = (done.stderr or done.stdout).strip()
            raise SetupError(f"{source} was not compiled by Qt's lrelease. Mend what it says: {words}")
        draft.replace(source.with_suffix(".qm"))
