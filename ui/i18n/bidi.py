"""Direction marks, so that Latin and Arabic text is displayed in the right order (design §5)."""

from __future__ import annotations

_LRI, _RLI, _FSI, _PDI = "\u2066", "\u2067", "\u2068", "\u2069"
_MARKS = str.maketrans("", "", _LRI + _RLI + _FSI + _PDI + "\u200e\u200f")


def ltr(text: str) -> str:
    """Text that always runs left to right: SKU, reference, address, key, path, time, percentage."""
    return f"{_LRI}{text}{_PDI}"


def rtl(text: str) -> str:
    """Text that always runs right to left: an Arabic amount."""
    return f"{_RLI}{text}{_PDI}"


def isolate_name(text: str) -> str:
    """A name from the data, which has its own direction."""
    return f"{_FSI}{text}{_PDI}"


def strip_marks(text: str) -> str:
    """The text without marks: for the clipboard, files and searches."""
    return text.translate(_MARKS)
