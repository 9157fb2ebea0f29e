"""Direction marks, so that Latin and Arabic text is displayed in the right order (design §5)."""

from __future__ import annotations

import re

_LRI, _RLI, _FSI, _PDI = "\u2066", "\u2067", "\u2068", "\u2069"
_EMBEDDINGS = "\u202a\u202b\u202c\u202d\u202e"
"""Older marks, overrides among them, that a name from the data may have."""

_DIRECTIONS = str.maketrans("", "", _LRI + _RLI + _FSI + _PDI + _EMBEDDINGS)
_MARKS = str.maketrans("", "", _LRI + _RLI + _FSI + _PDI + _EMBEDDINGS + "\u200e\u200f")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_NUMBER = re.compile(r"(?<![0-9A-Za-z])[0-9A-Za-z]+(?:[-/.][0-9A-Za-z]+)+")
"""A whole part number or span of years, whose parts would change places in Arabic. The search needs
time in proportion to the text, as it begins only where a word does.
"""


def ltr(text: str) -> str:
    """Text that always runs left to right: SKU, reference, address, key, path, time, percentage."""
    return f"{_LRI}{text}{_PDI}"


def rtl(text: str) -> str:
    """Text that always runs right to left: an Arabic amount."""
    return f"{_RLI}{text}{_PDI}"


def isolate_name(text: str) -> str:
    """A name from the data, which has its own direction. Marks in it are removed, as they would
    reach what follows; a part number in an Arabic name runs left to right.
    """
    text = text.translate(_DIRECTIONS)
    if _RIGHT_TO_LEFT.search(text):
        text = _NUMBER.sub(lambda found: ltr(found[0]), text)
    return f"{_FSI}{text}{_PDI}"


def strip_marks(text: str) -> str:
    """The text without marks: for the clipboard, files and searches."""
    return text.translate(_MARKS)
