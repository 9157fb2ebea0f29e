"""Run by the shipped Python alone: compile_all.py FOLDER...

The compiled form holds a hash of its source in the place of a time, is never compared with it, and
names it from the version's folder, so that two builds are equal.
"""

from __future__ import annotations

import py_compile
import sys
from pathlib import Path


def compile_all(folder: Path) -> None:
    """Compile every module below that folder. Raises PyCompileError."""
    for module in sorted(folder.rglob("*.py")):
        py_compile.compile(
            str(module), dfile=module.relative_to(folder.parent).as_posix(), doraise=True,
            invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
        )  # fmt: skip


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_all(Path(name))
