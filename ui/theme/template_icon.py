"""The tray drawings for macOS: the mark alone, coloured by the menu bar (design §9)."""

from __future__ import annotations

import re

from PySide6.QtGui import QColor, QIcon, QImage, QPixmap

from ui.theme.icons import DRAWINGS, TRAY_SIZES, drawing

_FILL = re.compile(r'fill="(#[0-9A-Fa-f]{6})"')


def template_icon(name: str) -> QIcon:
    """A tray state as a mask of what differs from its tile, so that a badge and a
    bar stay visible.
    """
    match = _FILL.search((DRAWINGS / f"{name}.svg").read_text(encoding="utf-8"))
    tile = QColor(match[1] if match else "#000000")
    result = QIcon()
    for size in TRAY_SIZES:
        result.addPixmap(QPixmap.fromImage(_mask(drawing(name, size).toImage(), tile)))
    result.setIsMask(True)
    return result


def _mask(image: QImage, tile: QColor) -> QImage:
    """Opaque where the drawing differs from its tile, clear elsewhere."""
    mask = QImage(image.size(), QImage.Format.Format_ARGB32)
    for y in range(image.height()):
        for x in range(image.width()):
            colour = image.pixelColor(x, y)
            unlike = max(abs(colour.red() - tile.red()), abs(colour.blue() - tile.blue()))
            mask.setPixelColor(x, y, QColor(0, 0, 0, min(255, unlike * 3 // 2) * colour.alpha() // 255))
    return mask
