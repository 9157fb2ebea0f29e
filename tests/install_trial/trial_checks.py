"""The facts that a trial proves, printed line by line; the first failure ends it. The pictures of a
trial: their folder, their reduction, and their copy in the documentation.
"""

from __future__ import annotations

import os
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
from tests.desktop import desktop_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from tests.desktop.desktop_session import DesktopSession
    from tests.desktop.screen_user import Reader

DOCS: Final = ROOT / "docs" / "installing"
_COLOURS: Final = 160
LIMIT_S: Final = 600.0
"""Patience, not a measure: on a busy computer a program needs minutes to start in Wine."""
_BACK_S: Final = 10.0
_STARTS: Final = 4


def picture_folder(system: str) -> Path:
    """Where the trial of a system's package puts its pictures."""
    return BUILD / "trial" / "pictures" / system


class TrialPictures:
    """The pictures of a trial that the documentation shows: names of steps, and their files."""

    def __init__(self, system: str, session: DesktopSession, files: Mapping[str, str]) -> None:
        self._folder, self._session, self._files = picture_folder(system), session, files
        self.reader: Reader
        shutil.rmtree(self._folder, ignore_errors=True)

    def save(self, step: str, *, whole: bool = False) -> None:
        """Once nothing moves any more: the window, or the whole screen with its tray; in few
        colours, as it is flat.
        """
        if step in self._files:
            self._session.run("xdotool", "mousemove", "1270", "400")
            draft = self._session.save_still_picture(self._folder / "draft.png")
            save_reduced(draft, self._folder / f"{self._files[step]}.png", "" if whole else self._find_window())

    def _find_window(self) -> str:
        """Without its frame, as ImageMagick writes a place."""
        places = (seen["at"] for seen in self.reader.read_widgets())
        x, y, width, height = max(places, key=lambda at: at[2] * at[3])
        return f"{width}x{height}+{x}+{y}"

    @contextmanager
    def of_failure(self) -> Iterator[None]:
        """A SetupError names a picture of what was on the screen then."""
        try:
            yield
        except (SetupError, AssertionError) as fault:
            file = self._session.save_picture(self._folder / "failed.png")
            raise SetupError(f"{fault} The screen then: {file}") from fault


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


class TrialChecks:
    """Counts and prints what was proven."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.passed: list[str] = []

    def check(self, sentence: str, holds: bool, shown: str = "") -> None:
        """Print what holds. SetupError where it does not, with what was seen in its place."""
        if not holds:
            raise SetupError(
                f"Trial of {self._name}: this does not hold: {sentence}. Seen: {shown.strip()[-1500:] or '-'}"
            )
        self.passed.append(sentence)
        print(f"ok  {sentence}", flush=True)

    def note(self, sentence: str) -> None:
        """Print what is worth knowing but is no proof."""
        print(f"    {sentence}", flush=True)


def find_back_limit_s(start_s: float) -> float:
    """Seconds in which a program that was ended by an upgrade has to be back: 10. A computer that
    is busy with other things may take as long as for a few plain starts of `start_s`, and longer in
    the proportion of its load.
    """
    if not is_busy():
        return _BACK_S
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return max(_BACK_S, _STARTS * start_s, _BACK_S * load)


def wait_until(what: str, is_so: Callable[[], object], limit_s: float = LIMIT_S) -> None:
    """Look again and again. SetupError when it has not come about in that many seconds."""
    try:
        desktop_session.wait_until(what, is_so, seconds=limit_s)
    except AssertionError as fault:
        raise SetupError(str(fault)) from fault


def is_busy() -> bool:
    """Whether more programs want to run than there are processors: times say nothing then."""
    return os.getloadavg()[0] >= (os.cpu_count() or 1)


def check_no_traceback(data: Path, steps: TrialChecks) -> None:
    """The program's log in a data folder tells of no mistake;
    a program that had nothing to tell has none.
    """
    log = data / "logs" / "counterpart.log"
    said = log.read_text(encoding="utf-8") if log.exists() else ""
    steps.check("nothing went wrong meanwhile", "Traceback" not in said, said)
