"""The pictures of a trial: their folder, their reduction, and their copy in the documentation."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from installer.icons import png
from installer.surroundings import BUILD, ROOT
from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.install_trial.virtual_screen import VirtualScreen

DOCS: Final = ROOT / "docs" / "installing"
_COLOURS: Final = 160


def picture_folder(system: str) -> Path:
    """Where the trial of a system's package puts its pictures."""
    return BUILD / "trial" / "pictures" / system


@contextmanager
def picture_of_a_failure(screen: VirtualScreen, folder: Path) -> Iterator[None]:
    """A SetupError names a picture of what was on the screen then."""
    try:
        yield
    except SetupError as fault:
        raise SetupError(f"{fault} The screen then: {screen.save_picture(folder / 'failed.png')}") from fault


def save_reduced(draft: Path, file: Path, place: str = "") -> None:
    """Cut out a place ("64x48+10+20": width, height, left, top;
    all if empty), and keep few colours.

    The pictures are flat: a palette makes their files a third as large.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    picture = QImage(str(draft)).convertToFormat(QImage.Format.Format_RGB32)
    if picture.isNull():
        raise SetupError(f"{draft} is damaged: it cannot be read as a picture. Try the package again.")
    if place:
        width, height, left, top = map(int, re.split(r"[x+]", place))
        picture = picture.copy(left, top, width, height)
    flags = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    few = picture.convertToFormat(QImage.Format.Format_Indexed8, _palette(picture), flags)
    file.write_bytes(png(few))
    draft.unlink()


def _palette(picture: QImage) -> list[int]:
    """The colours of which a picture has most, no two of them nearly the same."""
    counts = Counter(memoryview(picture.constBits()).cast("B").cast("I"))
    chosen: dict[int, int] = {}
    for step in (0x07, 0x03, 0x00):
        for colour, _ in counts.most_common():
            if len(chosen) == _COLOURS:
                break
            chosen.setdefault(colour & ~(step * 0x010101), colour)
    return list(chosen.values())


def copy_to_docs(system: str) -> int:
    """Take those of the last trial over into the documentation; how many there were."""
    found = sorted(picture_folder(system).glob("*.png"))
    DOCS.mkdir(exist_ok=True)
    for file in found:
        shutil.copy(file, DOCS / f"{system}-{file.name}")
    return len(found)
