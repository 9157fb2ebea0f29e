"""The build backend: setuptools, except for the wheel, which has the compiled translations and
which two builds make equal, and for the editable install, whose path entry is relative.

A .pth file is read in the locale's encoding: an absolute path with Arabic letters is lost in
another locale, and setuptools stops if it cannot be written at all.
"""

from __future__ import annotations

import os
import sysconfig
import tempfile
import time
import zipfile
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from installer.toolchain.texts import compile_texts, list_old_texts

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

BEGIN_OF_ZIP = 315_532_800
"""1980, in seconds since 1970."""
_MODE = 0o100644 << 16
_UNIX = 3
"""What made the modes, as archives have it; on Windows Python would write another number."""

WHEEL = "Wheel-Version: 1.0\nGenerator: installer.toolchain.backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def get_requires_for_build_wheel(config_settings: dict[str, str | list[str] | None] | None = None) -> list[str]:
    """What setuptools needs, and Qt's lrelease if translations are to be compiled (PEP 517)."""
    needed = build_meta.get_requires_for_build_wheel(config_settings)
    if list_old_texts(Path.cwd()):
        lines = Path("installer", "requirements", "runtime.in").read_text(encoding="utf-8").splitlines()
        needed += [line for line in lines if line.startswith(("PySide6-Essentials", "shiboken6"))]
    return needed


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, str | list[str] | None] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Write the wheel into the folder; return its file name (PEP 427)."""
    if list_old_texts(Path.cwd()):
        import PySide6  # noqa: PLC0415 - a wheel of compiled translations needs no Qt

        compile_texts(Path.cwd(), Path(PySide6.__file__).with_name("lrelease"))
    name = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    settle_archive(Path(wheel_directory) / name, int(os.environ.get("SOURCE_DATE_EPOCH", BEGIN_OF_ZIP)))
    return name


def settle_archive(file: Path, moment: int) -> None:
    """One time (seconds since 1970) and mode for all in an archive: those of checkouts differ."""
    draft = file.with_name(f"{file.name}.draft")
    date = time.gmtime(max(moment, BEGIN_OF_ZIP))[:6]
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, date)
            entry.external_attr, entry.create_system = _MODE, _UNIX
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, old.read(name))
    draft.replace(file)


def build_editable(
    wheel_directory: str,
    config_settings: dict[str, str | list[str] | None] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Write the wheel of an editable install into the folder; return its file name (PEP 660)."""
    del metadata_directory
    with tempfile.TemporaryDirectory() as folder:
        name = build_meta.prepare_metadata_for_build_editable(folder, config_settings)
        distribution = name.removesuffix(".dist-info")
        file_name = f"{distribution}-py3-none-any.whl"
        with zipfile.ZipFile(Path(wheel_directory) / file_name, "w") as wheel:
            wheel.writestr(f"{distribution.split('-')[0]}.pth", path_entry() + "\n")
            for path in sorted((Path(folder) / name).iterdir()):
                if path.is_file():
                    wheel.write(path, f"{name}/{path.name}")
            wheel.writestr(f"{name}/WHEEL", WHEEL)
            wheel.writestr(f"{name}/RECORD", "")  # pip writes its own
    return file_name


def path_entry() -> str:
    """The relative path from the .venv's packages to the installed folder."""
    return os.path.relpath(Path.cwd(), sysconfig.get_path("purelib"))
