"""The folder `licences` of each package, where bridge/paths.py looks for it."""

from __future__ import annotations

import os
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.licences.bundled import linux_parts, macos_parts, shared_parts, windows_parts
from installer.licences.distributions import (
    distributions_held,
    distributions_in,
    distributions_not_listed,
    locked_distributions,
    parts_of,
)
from installer.licences.part import write_licences
from installer.linux.inside import held_names
from installer.places import ROOT

if TYPE_CHECKING:
    from installer.licences.part import Part

LOCK: Final = ROOT / "installer" / "requirements" / "runtime.txt"
FOLDER: Final = "licences"
TEXTS_VARIABLE: Final = "COUNTERPART_LICENCES"
"""The licences of a Debian package of the same version, with the texts that a Mac lacks."""


def parts_for_linux(frozen: Path) -> list[Part]:
    """The parts of the frozen folder."""
    held = distributions_held(locked_distributions(LOCK), held_names(frozen))
    return [*shared_parts(), *linux_parts(frozen), *parts_of(held, "_internal")]


def foreign_to_linux(frozen: Path) -> list[str]:
    """The distributions in the frozen folder that are not locked for the program; the tools of the
    checkout are installed next to those that are.
    """
    return distributions_not_listed(metadata.distributions(), locked_distributions(LOCK), held_names(frozen))


def licences_for_linux(frozen: Path) -> None:
    """Write the licences into the frozen folder, next to the project's own packages."""
    write_licences(parts_for_linux(frozen), frozen / "_internal" / FOLDER)


def parts_for_windows(tree: Path, wheels: Path) -> list[Part]:
    """The parts of a version's folder; `wheels` is the folder of the unpacked locked wheels."""
    return [*shared_parts(), *windows_parts(tree), *parts_of(distributions_in(wheels), "library")]


def licences_for_windows(tree: Path, wheels: Path) -> None:
    """Write the licences into the folder of the project's own packages."""
    write_licences(parts_for_windows(tree, wheels), tree / "program" / FOLDER)


def parts_for_macos(wheels: Path) -> list[Part]:
    """The parts of the application; `wheels` is the folder of the joined locked wheels."""
    return [*shared_parts(), *macos_parts(), *parts_of(distributions_in(wheels))]


def licences_for_macos(wheels: Path, out: Path) -> None:
    """Write the licences into a folder. SetupError if a text is on neither place."""
    texts = Path(os.environ.get(TEXTS_VARIABLE, FOLDER))
    write_licences([find_texts(part, texts) for part in parts_for_macos(wheels)], out)


def find_texts(part: Part, folder: Path) -> Part:
    """The part, with each text that this computer lacks taken from another package's licences."""
    texts = ((name, text if text.is_file() else folder / part.folder / name) for name, text in part.texts)
    return replace(part, texts=tuple(texts))
