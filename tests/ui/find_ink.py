"""Where something is painted: the dark pixels of a widget on white."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

_DARK = 160


def paint_on_white(widget: QWidget) -> QImage:
    """The widget as an image of its own size."""
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    widget.render(image)
    return image


def find_ink(image: QImage, rect: QRect) -> tuple[int, int]:
    """The first and the last column of pixels with a dark pixel."""
    rows = range(rect.top(), rect.bottom())
    inked = [
        x for x in range(rect.left(), rect.right()) if any(image.pixelColor(x, y).lightness() < _DARK for y in rows)
    ]
    return inked[0], inked[-1]
