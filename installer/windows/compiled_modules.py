"""The compiled form of every module, made at the build by the Python that is shipped.

Without it each first start compiles what it imports, which made the end of an upgrade seconds
longer, and an account that may not write to the program's folder compiles at every start.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

from installer.places import BUILD
from installer.runtimes.series import TAG
from installer.toolchain.errors import SetupError
from installer.windows.runtime import fetch, unpack
from installer.windows.wine_prefix import WinePrefix

SCRIPT: Final = Path(__file__).with_name("compile_all.py")
_FOLDERS: Final = ("library", "program")
_CACHE_TAG: Final = TAG.replace("cp", "cpython-")


def compile_modules(tree: Path) -> None:
    """Compile all modules of a version's folder. SetupError if that fails."""
    python = BUILD / "windows" / "python"
    unpack(fetch(), python)
    with closing(WinePrefix()) as wine:
        code, output = wine.run(
            python / "python.exe", _on_drive(SCRIPT), *(_on_drive(tree / name) for name in _FOLDERS)
        )
    if code:
        raise SetupError(f"The modules could not be compiled. It is not built. Python's words:\n{output[-1500:]}")
    shutil.rmtree(python)


def compiled_form(module: Path) -> Path:
    """The file of the compiled form of a module."""
    native = Path(cache_from_source(str(module)))
    return native.with_name(f"{module.stem}.{_CACHE_TAG}.pyc")


def replace_module(module: Path, text: str) -> None:
    """Put another text in the place of a module, which Python then compiles itself; the file may
    have other names, which keep the old one.
    """
    for file in (module, compiled_form(module)):
        file.unlink(missing_ok=True)
    module.write_text(text, encoding="utf-8")


def _on_drive(path: Path) -> str:
    return f"Z:{path}".replace("/", "\\")
