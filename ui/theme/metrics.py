"""Spacing, radii, heights and the type scale (design §2), in device-independent pixels."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont


class Radius(IntEnum):
    """Corner radii."""

    CONTROL = 6
    FIELD = 8
    TILE = 8
    CARD = 10


PAGE_PADDING = 24
CARD_PADDING = 20
BUTTON_HEIGHT = 32
MAIN_BUTTON_HEIGHT = 38
FIELD_HEIGHT = 32
NAV_HEIGHT = 34
LOG_ROW = 30
KEY_ROW = 38
TWO_LINE_ROW = 46
ORDER_ROW = 66
CHOICE_CARD = 84
SIDEBAR = 216
SIDEBAR_NARROW = 64
DEFAULT_SIZE, MINIMUM_SIZE = QSize(1180, 760), QSize(1024, 680)
"""The size of the window, if the screen is large enough."""
NARROW_BELOW = 1100
LIST_PAGE = 500
"""A list page's minimum height; below it the page scrolls. A screen of 1024x600 has 508."""
SCROLL_BAR = 10
TOPBAR = 56
RIGHT_COLUMN = 392
DIALOG_WIDTH = 560

_SANS = ("Inter", "IBM Plex Sans Arabic")
_DISPLAY = ("Inter Display", "IBM Plex Sans Arabic")
_MONO = ("JetBrains Mono", "IBM Plex Sans Arabic")


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """One step of the type scale."""

    families: tuple[str, ...]
    pixels: int
    weight: QFont.Weight
    tracking: float = 0.0


_REGULAR = QFont.Weight.Normal
_MEDIUM = QFont.Weight.Medium
_SEMIBOLD = QFont.Weight.DemiBold


class Type(Enum):
    """The type scale: name, families, size and weight."""

    DISPLAY = TypeStyle(_DISPLAY, 26, _SEMIBOLD, -0.1)
    FIGURE = TypeStyle(_DISPLAY, 22, _SEMIBOLD, -0.1)
    TITLE = TypeStyle(_DISPLAY, 20, _SEMIBOLD, -0.1)
    HEADING = TypeStyle(_SANS, 15, _SEMIBOLD)
    STRONG = TypeStyle(_SANS, 13, _SEMIBOLD)
    MEDIUM = TypeStyle(_SANS, 13, _MEDIUM)
    BODY = TypeStyle(_SANS, 13, _REGULAR)
    SMALL = TypeStyle(_SANS, 12, _REGULAR)
    SMALL_MEDIUM = TypeStyle(_SANS, 12, _MEDIUM)
    SMALL_STRONG = TypeStyle(_SANS, 12, _SEMIBOLD)
    CAPTION = TypeStyle(_SANS, 11, _MEDIUM)
    MONO = TypeStyle(_MONO, 12, _REGULAR)
    MONO_MEDIUM = TypeStyle(_MONO, 12, _MEDIUM)


_SMALLER_STEPS = (11, 12)
_TITLES = (Type.DISPLAY, Type.TITLE, Type.HEADING)
"""Nothing is aligned below them, and many hold a reference."""


def font_of(kind: Type, *, arabic: bool, tabular: bool = False) -> QFont:
    """The font of a step, for the caller to keep: no ligatures in code, 11 and 12 px one larger in
    Arabic. `tabular` figures are all of one width, and so is the hyphen, which is wide then: only
    for columns of figures and for what counts down.
    """
    return QFont(_make_font(kind, arabic=arabic, tabular=tabular and kind not in _TITLES))


@cache
def _make_font(kind: Type, *, arabic: bool, tabular: bool) -> QFont:
    style = kind.value
    font = QFont()
    font.setFamilies(list(style.families))
    font.setPixelSize(style.pixels + (1 if arabic and style.pixels in _SMALLER_STEPS else 0))
    font.setWeight(style.weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(QFont.Tag("tnum"), int(tabular))
    if style.families is _MONO:
        font.setFeature(QFont.Tag("calt"), 0)
        font.setFixedPitch(True)
    if style.tracking and not arabic:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, style.tracking)
    return font
