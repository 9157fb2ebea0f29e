"""How the window is shown in a trial: its language, the size of the screen, the scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Variant:
    """`screen` is in pixels; with a scale of 2 the window has half of them in each direction."""

    name: str
    language: str
    screen: str
    scale: int


VARIANTS: Final = (
    Variant("en-1024x600", "en", "1024x600x24", 1),
    Variant("ar-1024x600", "ar", "1024x600x24", 1),
    Variant("en-scale2", "en", "1920x1080x24", 2),
    Variant("ar-scale2", "ar", "1920x1080x24", 2),
)
