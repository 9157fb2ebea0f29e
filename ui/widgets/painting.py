"""What painted widgets share: text colours by role, round boxes, focus ring, sides by direction."""

from __future__ import annotations

import unicodedata
from enum import StrEnum

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QWidget

from ui.theme.tokens import Tokens

_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


_FIRST_STRONG, _POP, _DOTS = "\u2068", "\u2069", "\u2026"
_ISOLATES = ("\u2066", "\u2067", _FIRST_STRONG)


class Ink(StrEnum):
    """The role of a text's colour."""

    TEXT = "text"
    TEXT2 = "text2"
    TEXT3 = "text3"
    ACCENT = "accent"
    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    STAGING = "staging"
    ON_STAGING = "on_staging"


def colour_of(tokens: Tokens, ink: Ink) -> QColor:
    """The colour of a text role in the present scheme."""
    colours = {
        Ink.TEXT: tokens.text,
        Ink.TEXT2: tokens.text2,
        Ink.TEXT3: tokens.text3,
        Ink.ACCENT: tokens.accent_text,
        Ink.GOOD: tokens.good.text,
        Ink.BAD: tokens.bad.text,
        Ink.WARN: tokens.warn.text,
        Ink.STAGING: tokens.staging.text,
        Ink.ON_STAGING: tokens.on_staging,
    }
    return colours[ink]


def box(painter: QPainter, rect: QRectF | QRect, radius: float, fill: QColor | None, line: QColor | None) -> None:
    """A rounded box whose one-pixel border is inside `rect`."""
    area = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5) if line else QRectF(rect)
    painter.setPen(QPen(line, 1) if line else Qt.PenStyle.NoPen)
    painter.setBrush(fill or Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area, radius, radius)


def focus_ring(painter: QPainter, rect: QRectF | QRect, radius: float, colour: QColor) -> None:
    """The two-pixel ring, inside `rect`."""
    painter.setPen(QPen(colour, 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius)


def is_keyboard_focus(event: QFocusEvent) -> bool:
    """Whether the focus came by a key, so that its ring is painted."""
    return event.reason() in _KEYBOARD


def leading_alignment(*, rtl: bool) -> Qt.AlignmentFlag:
    """The side where reading begins, absolute."""
    side = Qt.AlignmentFlag.AlignRight if rtl else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter


def trailing_alignment(*, rtl: bool) -> Qt.AlignmentFlag:
    """The side where reading ends, absolute."""
    return leading_alignment(rtl=not rtl)


def mirror(rect: QRect, within: QRect, *, rtl: bool) -> QRect:
    """The rectangle on the other side of `within` if the layout runs from right to left."""
    if not rtl:
        return rect
    return QRect(within.left() + within.right() - rect.right(), rect.top(), rect.width(), rect.height())


def elide(metrics: QFontMetrics, text: str, width: int, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> str:
    """The text, cut to a width in pixels. The "…" is at the end of the text, also of a Latin one in
    an Arabic line, and of an Arabic one whose last word is Latin.
    """
    cut = metrics.elidedText(text, mode, width)
    if cut == text:
        return text
    if mode is not Qt.TextElideMode.ElideRight:
        return f"{_FIRST_STRONG}{cut}{_POP}"
    kept, depth, is_list, has_words = cut.rpartition(_DOTS)[0], 0, False, False
    for character in kept:
        if character in _ISOLATES:
            depth += 1
        elif character == _POP:
            depth -= 1
            is_list = is_list or depth == 0
        elif depth == 0:
            has_words = has_words or unicodedata.bidirectional(character) in {"L", "R", "AL"}
    if depth and not is_list and not has_words:
        return f"{kept}{_DOTS}{_POP * depth}"
    line = f"{kept}{_POP * depth}{_DOTS}"
    # Names alone run as the line does; other text has its own direction.
    return line if is_list and not has_words else f"{_FIRST_STRONG}{line}{_POP}"


def runs_rtl(widget: QWidget) -> bool:
    """Whether a widget is laid out from right to left."""
    return widget.layoutDirection() is Qt.LayoutDirection.RightToLeft
