"""The shipped fonts, loaded once into the application."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QFontDatabase

FOLDER = Path(__file__).with_name("fonts")


def load_fonts() -> tuple[str, ...]:
    """Makes the shipped families known to Qt and returns their names;
    RuntimeError if a file is missing or broken.
    """
    families: set[str] = set()
    files = sorted(FOLDER.glob("*.ttf"))
    for file in files:
        number = QFontDatabase.addApplicationFont(str(file))
        if number < 0:
            raise RuntimeError(f"{file.name} is no font that Qt can read; install Counterpart again.")
        families.update(QFontDatabase.applicationFontFamilies(number))
    if not files:
        raise RuntimeError(f"The fonts are missing from {FOLDER}; install Counterpart again.")
    return tuple(sorted(families))
