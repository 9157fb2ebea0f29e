"""Arabic texts of several lines, painted where Qt measures them.

Qt's own painting moves each line of a right-to-left text away from its beginning by the blank at
which it was wrapped, so a full line loses its last letter.
"""

from __future__ import annotations

import unicodedata
from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle

_ISOLATES = frozenset({"LRI", "RLI", "FSI"})


def begins_rtl(text: str) -> bool:
    """Whether its first letter outside of isolated parts is of a right-to-left script."""
    depth = 0
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in {"L", "R", "AL"}:
            return kind != "L"
    return False


def draw_wrapped(painter: QPainter, place: QRectF, alignment: Qt.AlignmentFlag, text: str) -> None:
    """Paints a right-to-left text with the painter's font and pen, wrapped at the width of `place`.
    The alignment is that of a Qt label.
    """
    rtl = Qt.LayoutDirection.RightToLeft
    option = QTextOption(QStyle.visualAlignment(rtl, alignment) | Qt.AlignmentFlag.AlignAbsolute)
    option.setTextDirection(rtl)
    # A line break of ours is a line's end, not a paragraph's, to keep the direction.
    layout = QTextLayout(text.replace("\n", "\N{LINE SEPARATOR}"), painter.font(), painter.device())
    layout.setTextOption(option)
    height = _lay_out(layout, place.width(), ceil(max(0.0, painter.fontMetrics().leading())))
    room = place.height() - height
    if alignment & Qt.AlignmentFlag.AlignVCenter:
        top = room / 2
    else:
        top = room if alignment & Qt.AlignmentFlag.AlignBottom else 0.0
    layout.draw(painter, place.topLeft() + QPointF(0, top))


def _lay_out(layout: QTextLayout, width: float, leading: int) -> float:
    """Wraps the text; returns its height."""
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        height += leading
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return height
