"""The pictures that a trial takes: where they lie, made small, and how they come into the documentation."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

from installer.places import BUILD, ROOT, run

if TYPE_CHECKING:
    from pathlib import Path

DOCS: Final = ROOT / "docs" / "installing"
_COLOURS: Final = "160"


def folder_for(system: str) -> Path:
    """Where the trial of a system's package puts its pictures."""
    return BUILD / "trial" / "pictures" / system


def shrink(draft: Path, file: Path, place: str = "") -> None:
    """Cut out a place (as ImageMagick writes it, all if empty), and keep few colours, as the pictures are flat."""
    file.parent.mkdir(parents=True, exist_ok=True)
    cut = ["-crop", place, "+repage"] if place else []
    small = ["+dither", "-colors", _COLOURS, "-strip", "-define", "png:exclude-chunks=date,time", "-quality", "95"]
    run(["convert", draft, *cut, *small, f"PNG8:{file}"])
    draft.unlink()


def keep_pictures(system: str) -> int:
    """Take those of the last trial over into the documentation; how many there were."""
    found = sorted(folder_for(system).glob("*.png"))
    DOCS.mkdir(exist_ok=True)
    for file in found:
        shutil.copy(file, DOCS / f"{system}-{file.name}")
    return len(found)
