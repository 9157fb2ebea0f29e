"""The name of a part in the window's language."""

from __future__ import annotations

from ui.i18n.bidi import isolate_name
from ui.i18n.formats import Formats


def part_name(name: str, name_ar: str | None, formats: Formats) -> str:
    """The Arabic name in an Arabic window, where the part has one."""
    return isolate_name((formats.arabic and name_ar) or name)
