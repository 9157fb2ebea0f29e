"""Where the versions are installed: a folder each below `versions`, and the file `current` that
names the one to run.

The launchers next to it read the first line; the second names the version before. The file is
replaced in one step, so a launcher reads either the old name or the new one, and each names a whole
version.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

_POINTER: Final = "current"
_VERSIONS: Final = "versions"
NOTE: Final = "take-over.json"
"""Next to `current` while a version takes over. The set-up looks for it too."""

ABOUT: Final = "about.json"
"""Next to the version's programs."""

_TRIES: Final = 15
_PAUSE_S: Final = 0.2

_NUMBERS: Final = re.compile(r"\d+(?:\.\d+)*")


class About(msgspec.Struct, frozen=True):
    """What a version says of itself; `schema` is the newest database that it reads."""

    version: str
    schema: int


@dataclass(frozen=True, slots=True)
class Installation:
    """`root` holds the launchers, `versions` and `current`."""

    root: Path

    @classmethod
    def of_this_program(cls) -> Installation | None:
        """That of this process; None for a copy of the source or another form of package."""
        own = Path(sys.executable).parent
        for root in (own, own.parent.parent):
            if (root / _VERSIONS).is_dir() and own in (root, *(root / _VERSIONS).iterdir()):
                return cls(root)
        return None

    def folder(self, name: str) -> Path:
        return self.root / _VERSIONS / name

    def current(self) -> str | None:
        """The version that is run; None before the first."""
        return self._lines()[0]

    def previous(self) -> str | None:
        """The version before, if it is still there."""
        name = self._lines()[1]
        return name if name and self.folder(name).is_dir() else None

    def point(self, name: str, previous: str | None) -> None:
        """Make a version the current one, in one step. Raises OSError."""
        self._replace(_POINTER, f"{name}\n{previous or ''}\n".encode("ascii"))

    def unpoint(self) -> None:
        """Remove `current`, as before the first version."""
        (self.root / _POINTER).unlink(missing_ok=True)

    def write_note(self, content: bytes) -> None:
        """Note that a version takes over, in one step. Raises OSError."""
        self._replace(NOTE, content)

    def read_note(self) -> bytes | None:
        """What was noted; None where no version takes over. Raises OSError."""
        try:
            return (self.root / NOTE).read_bytes()
        except FileNotFoundError:
            return None

    def remove_note(self) -> None:
        """The take-over is over. Raises OSError."""
        (self.root / NOTE).unlink(missing_ok=True)

    def others(self, *names: str | None) -> list[Path]:
        """The folders of all other versions."""
        return sorted(path for path in (self.root / _VERSIONS).iterdir() if path.is_dir() and path.name not in names)

    def about(self, name: str) -> About:
        """What a version says of itself. Raises OSError, msgspec.DecodeError."""
        return msgspec.json.decode((self.folder(name) / ABOUT).read_bytes(), type=About)

    def _replace(self, name: str, content: bytes) -> None:
        draft = self.root / f"{name}.draft"
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        move_in_use(draft, self.root / name)

    def _lines(self) -> tuple[str | None, str | None]:
        try:
            lines = (self.root / _POINTER).read_text(encoding="ascii").splitlines()
        except (OSError, ValueError):
            return None, None
        first, second, *_ = (*lines, "", "")
        return first or None, second or None


def move_in_use(
    file: Path,
    target: Path,
    move: Callable[[Path, Path], object] = Path.replace,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Move a file over another one. Windows refuses it while another program has one of them open,
    as a virus scanner has a new file for a moment. Raises OSError after three seconds of that.
    """
    for _ in range(_TRIES):
        try:
            move(file, target)
        except PermissionError:
            pause(_PAUSE_S)
        else:
            return
    move(file, target)


def write_about(folder: Path, about: About) -> None:
    """Write what the version in that folder says of itself."""
    (folder / ABOUT).write_bytes(msgspec.json.encode(about) + b"\n")


def numbers_of(version: str) -> tuple[int, ...]:
    """The leading numbers of a version or of its folder's name: (0, 2, 1) of "0.2.1+g1a2b3c4"."""
    match = _NUMBERS.match(version)
    return tuple(int(part) for part in match[0].split(".")) if match else ()
