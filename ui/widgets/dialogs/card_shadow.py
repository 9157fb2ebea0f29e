"""The soft shadow around a dialog's card, painted from one small picture.

A graphics effect would draw the card into a picture and blur it after every typed letter.
"""

from __future__ import annotations

from functools import cache
from math import exp

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

_DARKEST = 89
"""Alpha under the middle of the card, of 255."""
_FALL = 10
"""Pixels from the edge outwards in which the shadow falls to a third (1/e)."""
_REACH, _DEPTH = 48, 32
"""Pixels that are drawn outside and inside the card's edge; a card hides what is further in."""
_RADIUS = 14
_OFFSET = QPoint(0, 12)
_CORNER = _REACH + _DEPTH


def paint_shadow(painter: QPainter, card: QRect) -> None:
    """Paints the shadow of a card of at least 64 x 64 pixels; the card is painted over it."""
    picture = _picture(painter.device().devicePixelRatio())
    area = card.translated(_OFFSET).adjusted(-_REACH, -_REACH, _REACH, _REACH)
    columns = _spans(area.left(), area.width())
    rows = _spans(area.top(), area.height())
    ratio = picture.devicePixelRatio()
    for column, (x, width, from_x, from_width) in enumerate(columns):
        for line, (y, height, from_y, from_height) in enumerate(rows):
            if (column, line) != (1, 1):
                source = QRectF(from_x * ratio, from_y * ratio, from_width * ratio, from_height * ratio)
                painter.drawPixmap(QRectF(x, y, width, height), picture, source)


def _spans(start: int, length: int) -> tuple[tuple[int, int, int, int], ...]:
    """Corner, stretched middle and corner of one direction: place and size on the screen, place
    and size in the picture.
    """
    return (
        (start, _CORNER, 0, _CORNER),
        (start + _CORNER, length - 2 * _CORNER, _CORNER, 1),
        (start + length - _CORNER, _CORNER, _CORNER + 1, _CORNER),
    )


@cache
def _picture(ratio: float) -> QPixmap:
    """The shadow of a card that is just its corners, at a screen's pixel ratio."""
    side = 2 * _CORNER + 1
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.setPen(Qt.PenStyle.NoPen)
    for inset in range(_CORNER):
        outside = _REACH - inset
        painter.setBrush(QColor(0, 0, 0, round(_alpha(outside))))
        ring = QRectF(inset, inset, side - 2 * inset, side - 2 * inset)
        radius = max(_RADIUS / 2, _RADIUS + outside)
        painter.drawRoundedRect(ring, radius, radius)
    painter.end()
    return picture


def _alpha(outside: float) -> float:
    """The shadow's alpha at a distance from the card's edge; negative is inside."""
    half = _DARKEST / 2
    return half * exp(-outside / _FALL) if outside >= 0 else _DARKEST - half * exp(outside / _FALL)
